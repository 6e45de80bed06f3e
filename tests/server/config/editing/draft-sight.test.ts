import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DraftAnswer } from "../../../../src/wire/config-editing.ts";
import type { JsonChange } from "../../../model/library.ts";
import { type EditingServer, openEditing } from "./open-editing.ts";

let editing: EditingServer;
/** Of an editor who may read the stock alone, and of one who may read the staff but for those that are hidden. */
let stocker: string;
let keeper: string;

beforeAll(async () => {
  editing = await openEditing();
  editing.library.edit("app.json", (json) => {
    json.config.editors.push("stocker", "keeper");
  });
  await editing.server.config?.follow();
  stocker = await editing.server.as("stocker");
  keeper = await editing.server.as("keeper");
});
afterAll(() => editing.close());

const MEMBERS = "entities/members.json";
const BOOKS = "entities/books.json";

const app = (change: JsonChange) => ({ "app.json": editing.textWith("app.json", change) });
const file = (path: string, change: JsonChange) => ({ [path]: editing.textWith(path, change) });

async function draftOf(files: Readonly<Record<string, string>>, token: string): Promise<string> {
  const { body } = await editing.draft(files, token);
  expect(body.problems).toEqual([]);
  return body.token ?? "";
}

const preview = (url: string, draft: string, token: string) =>
  editing.server.call("GET", url, { token, headers: { "x-config-draft": draft } });

async function usernames(draft: string, token: string): Promise<readonly unknown[]> {
  const { status, rows } = await preview("/api/rest/members?limit=100", draft, token);
  expect(status).toBe(200);
  return rows("members").map(({ username }) => username);
}

/** The accounts are those of another entity, a copy of the members. */
function otherAccounts(): Readonly<Record<string, string>> {
  const staff = editing.textWith(MEMBERS, (json) => {
    json.label = "colleague";
    json.endpoints = { list: "/rest/staff", record: "/rest/staff/{id}" };
    json.listKey = "staff";
    delete json.referredBy;
    json.menu = { label: "Colleagues", create: "Add a colleague", list: "All colleagues" };
  });
  return {
    "entities/staff.json": staff,
    // Whose own are those of an account.
    ...file("entities/loans.json", (json) => {
      delete json.rights;
      delete json.list.views;
    }),
    ...app((json) => {
      json.accounts.entity = "staff";
      json.menu[2].entities.push("staff");
      delete json.home;
    }),
  };
}

describe("hidden accounts stay hidden in a draft", () => {
  it.each<[string, () => Readonly<Record<string, string>>]>([
    ["of the same roles", () => file(BOOKS, (json) => Object.assign(json, { label: "volume" }))],
    [
      "that hides no role",
      () =>
        app((json) => {
          delete json.roles.director.hidden;
        }),
    ],
    [
      "that has no such role",
      () => ({
        ...app((json) => {
          json.roles.boss = json.roles.director;
          delete json.roles.director;
          json.config.editors = ["boss", "keeper"];
          json.accounts.first.role = "boss";
          delete json.home;
        }),
        ...file(MEMBERS, (json) => {
          const { role } = json.schema.properties;
          role.enum = role.enum.map((one: string) => (one === "director" ? "boss" : one));
          role.labels = { ...role.labels, boss: "Boss" };
          delete role.labels.director;
        }),
        ...file("entities/loans.json", (json) => {
          delete json.list.views;
        }),
      }),
    ],
    ["that keeps accounts elsewhere", otherAccounts],
  ])("%s", async (_what, files) => {
    const own = await draftOf(files(), keeper);
    const names = await usernames(own, keeper);
    expect(names).toContain("the-keeper");
    expect(names).not.toContain("the-director");
  });

  it("one by one, too; those who see them now do in drafts", async () => {
    const files = app((json) => {
      delete json.roles.director.hidden;
    });
    const hidden = await editing.server.account({ role: "director", username: "another-director" });
    const url = `/api/rest/members/${hidden._id}`;
    expect((await preview(url, await draftOf(files, keeper), keeper)).status).toBe(404);
    const own = await draftOf(files, editing.token);
    expect((await preview(url, own, editing.token)).status).toBe(200);
    expect(await usernames(own, editing.token)).toContain("the-director");
  });
});

describe("records that an editor may not read stay unread in a draft", () => {
  it.each<[string, () => Readonly<Record<string, string>>]>([
    [
      "that asks for a permission of theirs",
      () => file(MEMBERS, (json) => Object.assign(json, { permission: "stock", rights: undefined })),
    ],
    [
      "that makes a permission for them",
      () => ({
        ...app((json) => {
          json.permissions.push("cellar");
          json.roles.stocker.permissions.push("cellar");
        }),
        ...file(MEMBERS, (json) => Object.assign(json, { permission: "cellar", rights: undefined })),
      }),
    ],
    [
      "that refers to them",
      () =>
        file(BOOKS, (json) => {
          json.schema.properties.buyer = {
            type: "string",
            title: "Buyer",
            reference: { entity: "members", label: "username" },
            messages: { reference: "Who?" },
          };
        }),
    ],
  ])("%s", async (_what, files) => {
    const now = await editing.server.call("GET", "/api/rest/members", { token: stocker });
    expect(now.status).toBe(403);
    expect(await usernames(await draftOf(files(), stocker), stocker)).toEqual([]);
  });

  it("and uncounted: a rule tried out says nothing of them", async () => {
    const rule = file(MEMBERS, (json) => {
      json.schema.properties.username.pattern = "^x";
      json.schema.properties.username.messages.pattern = "An x first";
    });
    const counted = async (token: string) => {
      const { body }: { readonly body: DraftAnswer } = await editing.draft(rule, token);
      return body.changes.flatMap(({ broken }) => (broken === undefined ? [] : [broken.count]));
    };
    expect(await counted(stocker)).toEqual([]);
    const [few = 0] = await counted(keeper);
    const [all = 0] = await counted(editing.token);
    expect([few > 0, all > few]).toEqual([true, true]);
  });

  it("but those that they see are counted, however many that they do not see stand between", async () => {
    for (let number = 0; number < 120; number += 1) {
      const role = number % 40 === 0 ? "director" : "lender";
      await editing.server.insert("members", { username: `counted-${number}`, role });
    }
    const rule = file(MEMBERS, (json) => {
      json.schema.properties.username.pattern = "^(?!counted)";
      json.schema.properties.username.messages.pattern = "Counted";
    });
    const { body }: { readonly body: DraftAnswer } = await editing.draft(rule, keeper);
    expect(body.changes.flatMap(({ broken }) => broken ?? [])).toEqual([{ count: 117, atLeast: false }]);
  });

  it("those that they may are there", async () => {
    await editing.server.insert("books", { title: "Seen", year: 1990 });
    const own = await draftOf(
      file(BOOKS, (json) => Object.assign(json, { label: "volume" })),
      stocker,
    );
    const { rows } = await preview("/api/rest/books", own, stocker);
    expect(rows("books").map(({ title }) => title)).toEqual(["Seen"]);
  });
});

describe("who reads an entity through references alone", () => {
  it("reads no more of it in a draft, and sorts, searches and filters by nothing else", async () => {
    const { server } = editing;
    editing.library.edit("app.json", (json) => {
      json.config.editors.push("lender");
    });
    await server.config?.follow();
    const lender = await server.as("lender");
    for (const [title, year] of [
      ["Seen too", 1800],
      ["Aged", 1900],
    ] as const)
      await server.insert("books", { title, year, isbn: "9780000000001" });
    const now = await server.call("GET", "/api/rest/books?limit=100", { token: lender });
    const own = await draftOf(
      file(BOOKS, (json) => Object.assign(json, { permission: "lending", rights: undefined })),
      lender,
    );
    const byYear = "/api/rest/books?limit=100&sortField=year&sortOrder=asc";
    const { status, rows } = await preview(byYear, own, lender);
    expect([now.status, status]).toEqual([200, 200]);
    const shown = rows("books").map(({ _id, title, year, isbn }) => ({ _id, title, year, isbn }));
    expect(shown.length).toBe(now.rows("books").length);
    for (const book of shown) expect(book).toMatchObject({ title: expect.any(String), isbn: null });
    expect(new Set(shown.map(({ year }) => year)).size).toBe(1);
    // newest first, as nobody learns anything from it
    expect(shown[0]?.title).toBe("Aged");
    for (const op of ["gte", "lte"]) {
      const asked = await preview(`/api/rest/books?filter[year][${op}]=1850`, own, lender);
      expect([asked.status, asked.total]).toEqual([200, 0]);
    }
  });
});

describe("as another role", () => {
  const asRole = (role: string, url: string, token: string, draft?: string) => {
    const headers = { "x-config-role": role, ...(draft === undefined ? {} : { "x-config-draft": draft }) };
    return editing.server.call("GET", url, { token, headers });
  };
  let book: string;
  beforeAll(async () => {
    book = (await editing.server.insert("books", { title: "Priced", year: 1990, price: 12.5 }))._id;
  });

  it("an editor sees what the role sees: its fields, its records, its screens, in a draft and without one", async () => {
    const url = `/api/rest/books/${book}`;
    const served = await asRole("shelver", url, editing.token);
    expect([served.status, "price" in served.record, "title" in served.record]).toEqual([200, false, true]);
    const hides = file(BOOKS, (json) => {
      json.rights.fields.year = { view: "stock" };
    });
    const draft = await draftOf(hides, editing.token);
    const drafted = await asRole("shelver", url, editing.token, draft);
    expect([drafted.status, "year" in drafted.record]).toEqual([200, false]);
    expect("year" in (await preview(url, draft, editing.token)).record).toBe(true);
    expect((await asRole("lender", "/api/rest/members", editing.token)).status).toBe(200);
    expect((await asRole("shelver", "/api/rest/members", editing.token)).status).toBe(403);
    const { text } = await asRole("shelver", "/api/config", editing.token);
    expect(text).not.toMatch(/"price"|"editsConfig"|"roles"/);
  });

  it("never more than itself: another role opens nothing, shows no hidden account, and nobody else may ask", async () => {
    const url = `/api/rest/books/${book}`;
    for (const role of ["director", "keeper", "no-such-role", "constructor", "%"])
      expect([role, (await asRole(role, "/api/rest/loans", stocker)).status]).toEqual([
        role,
        role === "%" ? 400 : 403,
      ]);
    const all = await asRole("director", "/api/rest/members?limit=100", keeper);
    expect(all.rows("members").map(({ username }) => username)).not.toContain("the-director");
    const shelver = await editing.server.as("shelver");
    expect((await asRole("director", url, shelver)).status).toBe(403);
    expect((await asRole("director", url, "x".repeat(43))).status).toBe(401);
  });

  it("writes nothing", async () => {
    const headers = { "x-config-role": "director" };
    const url = `/api/rest/books/${book}`;
    const answer = await editing.server.call("DELETE", url, { token: editing.token, headers });
    expect(answer.status).toBe(400);
    expect((await editing.server.call("GET", url, { token: editing.token })).status).toBe(200);
  });
});
