import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { renamesIn } from "../../../../src/admin/config/field-rename.ts";
import { describeChanges } from "../../../../src/compiler/changes/describe-changes.ts";
import { checkConfig } from "../../../../src/compiler/compile.ts";
import { atOnce } from "../../../../src/compiler/steps.ts";
import { formatProblem, type Problem } from "../../../../src/model/problem.ts";
import { isEmpty, ownValue } from "../../../../src/record/json.ts";
import { countBroken } from "../../../../src/server/config/editing/count-broken.ts";
import { countLeft } from "../../../../src/server/config/editing/count-left.ts";
import { makeEditing } from "../../../../src/server/config/editing/editing.ts";
import { previewStore } from "../../../../src/server/config/preview-store.ts";
import { makeSessionExtensions } from "../../../../src/server/sessions/session-extensions.ts";
import type { ConfigChange, DraftAnswer } from "../../../../src/wire/config-editing.ts";
import type { AppView } from "../../../../src/wire/views.ts";
import type { JsonChange } from "../../../model/library.ts";
import { makeBook, makeLoan, makeSubject, rowsOf } from "../../records/library-records.ts";
import { type EditingServer, newShelves, openEditing } from "./open-editing.ts";

let editing: EditingServer;

beforeAll(async () => {
  const hint = { description: "Under it", text: { en: "As long as it takes" } };
  editing = await openEditing({ manifests: { textarea: { messages: { hint } } } });
});
afterEach(async () => {
  editing.library.restore();
  await editing.server.config?.follow();
});
afterAll(async () => {
  expect(editing.server.log.filter((line) => !line.startsWith("config: "))).toEqual([]);
  await editing.close();
});

const BOOKS = "entities/books.json";
const LOANS = "entities/loans.json";
const LISTS = "entities/reading-lists.json";

/** Its charts sum up prices. */
const withoutHome = () => ({ "app.json": editing.textWith("app.json", (json) => delete json.home) });
const withBooks = (change: JsonChange) => ({ [BOOKS]: editing.textWith(BOOKS, change) });

/** A draft that must hold; samples in the way of it stay as they are. */
async function held(files: Readonly<Record<string, string | null>>, as?: string) {
  const { body }: { readonly body: DraftAnswer } = await editing.draft(files, as);
  if (body.token === null) throw new Error(body.problems.map(formatProblem).join("\n"));
  return { ...body, token: body.token };
}

async function tokenOf(files: Readonly<Record<string, string | null>>, as?: string): Promise<string> {
  return (await held(files, as)).token;
}

/** A GET as the draft would answer it. */
const preview = <Body>(url: string, draft: string, token = editing.token) =>
  editing.server.call<Body>("GET", url, { token, headers: { "x-config-draft": draft } });

const brief = ({ subject, what, from, to, broken }: ConfigChange) => [
  `${subject.join(" > ")}: ${what} ${from ?? ""} → ${to ?? ""}`,
  ...(broken === undefined ? [] : [broken.count, broken.atLeast]),
];

async function changesOf(files: Readonly<Record<string, string | null>>) {
  return (await held(files)).changes.map(brief);
}

it("a preview has the sentences of the plugins that the draft uses, and no others", async () => {
  const without = editing.textWith(BOOKS, (json) => {
    delete json.schema.properties.summary.widget;
  });
  const original = editing.onDisk(BOOKS) ?? "";
  const served = async () =>
    (await editing.server.call<AppView>("GET", "/api/config", { token: editing.token })).body;
  const drafted = async (text: string) =>
    (await preview<AppView>("/api/config", await tokenOf({ [BOOKS]: text }))).body;
  const sentence = ({ messages }: AppView) => messages.en?.["textarea.hint"];
  expect([sentence(await served()), sentence(await drafted(without))]).toEqual([
    "As long as it takes",
    undefined,
  ]);
  editing.library.edit(BOOKS, without);
  await editing.server.config?.follow();
  expect([sentence(await served()), sentence(await drafted(original))]).toEqual([
    undefined,
    "As long as it takes",
  ]);
});

describe("what saving would come to", () => {
  beforeAll(async () => {
    for (const price of [300, 400, 500, 20]) await makeBook(editing.server, { price });
  });

  it("a limit that goes up breaks nothing; one that goes down tells how many stored records exceed it", async () => {
    const limit = (maximum: number) =>
      withBooks((json) => {
        json.schema.properties.price.maximum = maximum;
      });
    expect(await changesOf(limit(800))).toEqual([["book > Replacement price: maximum 500 → 800"]]);
    expect(await changesOf(limit(200))).toEqual([["book > Replacement price: maximum 500 → 200", 3, false]]);
  });

  it("what is written otherwise but means the same is nothing", async () => {
    const text = JSON.stringify(JSON.parse(editing.onDisk(BOOKS) ?? ""));
    expect(await changesOf({ [BOOKS]: text })).toEqual([]);
  });

  it("each new rule is counted by itself, those of conditions, lists and new fields too; texts are not", async () => {
    const subject = (await makeSubject(editing.server))._id;
    const book = (await makeBook(editing.server, { genre: "poetry", subject }))._id;
    await makeLoan(editing.server, { renewals: 1 });
    const { server } = editing;
    const token = await server.as("stocker");
    await server.call("POST", "/api/rest/reading-lists", { token, body: { name: "One", books: [{ book }] } });
    const books = await rowsOf(server, "books");
    expect(
      await changesOf({
        ...withBooks((json) => {
          json.schema.properties.genre.enum = ["novel", "science", "history"];
          json.schema.properties.genre.labels = { novel: "Novel", science: "Science", history: "History" };
          json.schema.properties.shelf = { type: "string", title: "Shelf", messages: { required: "Where?" } };
          json.schema.properties.title.title = "Name";
          json.schema.required.push("shelf");
        }),
        [LOANS]: editing.textWith(LOANS, (json) => {
          json.schema.properties.email.conditions = [
            { when: { field: "renewals", above: 0 }, require: true },
          ];
          json.schema.properties.email.messages = { required: "Which?", format: "So?" };
        }),
        [LISTS]: editing.textWith(LISTS, (json) => {
          const { items } = json.schema.properties.books;
          items.properties.why = { type: "string", title: "Why", messages: { required: "Why?" } };
          items.required = ["book", "why"];
        }),
      }),
    ).toEqual([
      ["book > Title: title Title → Name"],
      ["book > Genre: enum poetry → ", 1, false],
      ["book > Genre: labels.poetry Poetry → "],
      ["book > Shelf: field  → string", books.length, false],
      ["loan > Reader's e-mail: messages.required  → Which?"],
      [expect.stringMatching(/^loan > Reader's e-mail: messages.format .* → So\?$/)],
      ["loan > Reader's e-mail: conditions  → require: true (renewals above 0)", 1, false],
      ["reading list > Books > Why: field  → string", 1, false],
    ]);
  });

  it("records that the served config refuses already are no news", async () => {
    await editing.server.insert("books", { title: "Old stock", genre: "novel", year: 12 });
    const files = withBooks((json) => {
      json.schema.properties.year.minimum = 1500;
    });
    expect(await changesOf(files)).toEqual([["book > Year: minimum 1450 → 1500"]]);
  });

  it("a field that goes tells how many stored records have a value in it; one that was never filled in, none", async () => {
    const { server } = editing;
    for (const scores of [{ readers: 3 }, { readers: null }, undefined])
      await makeBook(server, scores === undefined ? {} : { scores });
    const books = await rowsOf(server, "books");
    const filled = (path: string, name?: string) =>
      books.filter((book) => {
        const value = ownValue(book, path);
        return !isEmpty(name === undefined ? value : ownValue(value, name));
      }).length;
    const withoutTiles = { "app.json": editing.textWith("app.json", (json) => void delete json.home) };
    const { changes } = await held({
      ...withoutTiles,
      ...withBooks((json) => {
        const { properties } = json.schema;
        delete properties.isbn;
        properties.cost = properties.price;
        delete properties.price;
        delete json.rights;
        properties.scores.properties.people = properties.scores.properties.readers;
        delete properties.scores.properties.readers;
        json.list.columns = json.list.columns.filter(
          ({ field }: { field: string }) => field !== "scores.readers",
        );
        delete json.list.filters;
        json.form.tabs[1].fields = ["scores", "summary"];
      }),
    });
    const left = changes.flatMap(({ field, left: one }) => (one === undefined ? [] : [[field, one]]));
    expect(left).toEqual([
      ["isbn", { count: filled("isbn"), atLeast: false }],
      ["price", { count: filled("price"), atLeast: false }],
      ["scores.readers", { count: filled("scores", "readers"), atLeast: false }],
    ]);
    expect(filled("price")).toBeGreaterThan(3);
    expect(renamesIn(changes).map(({ gone, came }) => [gone.field, came.field])).toEqual([
      ["price", "cost"],
      ["scores.readers", "scores.people"],
    ]);
  });

  it("a field is seen to have another name also while other parts use the old one", async () => {
    const files = withBooks(({ schema: { properties } }) => {
      properties.released = properties.year;
      delete properties.year;
    });
    const { body } = await editing.draft(files);
    expect(body.problems.map((one: { code: string }) => one.code)).toContain("UNKNOWN_FIELD");
    expect(body.token).toBeNull();
    expect(renamesIn(body.changes).map(({ gone, came }) => [gone.field, came.field])).toEqual([
      ["year", "released"],
    ]);
    expect(body.changes).toHaveLength(2);
  });

  it("a walk that is cut says at least, and one that takes too long counts no further", async () => {
    const { store, holder, effects, config: source, log } = editing.server;
    if (source === undefined) throw new Error("The server has no files.");
    const report = (text: string) => void log.push(text);
    const extensions = makeSessionExtensions(store, report);
    const parts = makeEditing({ store, holder, effects, extensions, source, log: report });
    const files = new Map(await source.read());
    files.set(
      BOOKS,
      editing.textWith(BOOKS, (json) => {
        json.schema.properties.price.maximum = 30;
      }),
    );
    const { config } = checkConfig(files, holder.current.registry);
    if (config === undefined) throw new Error("The draft has problems.");
    const served = holder.current;
    const runtime = atOnce(served.rebuild(config));
    const draft = { runtime, store: previewStore(store, runtime.tables) };
    const { changes } = atOnce(describeChanges(served.config, config));
    expect((await countBroken(parts, { served, draft }, changes, 2)).map(brief)).toEqual([
      ["book > Replacement price: maximum 500 → 30", 2, true],
    ]);
    let now = 0;
    const elapsed = () => {
      now += 501;
      return now;
    };
    const gone = [{ ...changes[0], kind: "removed", what: "field", field: "price" } as ConfigChange];
    const [cut] = await countLeft(parts, gone, 2);
    expect(cut?.left).toEqual({ count: 2, atLeast: true });
    const slow = { ...parts, effects: { ...effects, elapsed } };
    expect((await countLeft(slow, gone))[0]?.left).toEqual({ count: 0, atLeast: true });
    expect((await countBroken(slow, { served, draft }, changes)).map(brief)).toEqual([
      ["book > Replacement price: maximum 500 → 30"],
    ]);
  });

  it("problems are told, those of the store too, and there is nothing to look at", async () => {
    await editing.server.insert("books", { title: "Told", year: 1990, summary: "not a number" });
    for (const [files, code] of [
      [{ [BOOKS]: "{ broken" }, "JSON_SYNTAX"],
      [
        withBooks((json) => {
          json.permission = "stok";
        }),
        "UNKNOWN_PERMISSION",
      ],
      [
        withBooks((json) => {
          json.schema.properties.summary = { type: "number", title: "Summary" };
        }),
        "STORED_VALUES",
      ],
      [{ "entities/subjects.json": null }, "UNKNOWN_ENTITY"],
    ] as const) {
      const { status, body } = await editing.draft(files);
      expect(status).toBe(200);
      expect(body.problems.map((one: { code: string }) => one.code)).toContain(code);
      expect([body.token, body.changes, body.more]).toEqual([null, [], 0]);
    }
  });

  it("problems of other files are told but hide nothing: those are served as before", async () => {
    editing.library.edit(LISTS, "{ broken");
    await editing.server.config?.follow();
    const { body } = await editing.draft(
      withBooks((json) => {
        json.label = "volume";
      }),
    );
    expect(body.problems.map(({ file }: Problem) => file)).toEqual([LISTS]);
    expect(body.changes.map(brief)).toEqual([["book: label book → volume"]]);
    expect((await preview("/api/rest/reading-lists", body.token ?? "")).status).toBe(200);
  });
});

describe("looking at a draft", () => {
  it("shows stored records as they would be, with the draft's own config and validators", async () => {
    await makeBook(editing.server, { title: "Seen", price: 7 });
    const draft = await tokenOf({
      ...withBooks((json) => {
        json.label = "volume";
        json.schema.properties.shelf = { type: "string", title: "Shelf", default: "A1" };
        json.schema.properties.price = { type: "string", title: "Price" };
        json.endpoints = { list: "/rest/volumes", record: "/rest/volumes/{id}" };
      }),
      ...withoutHome(),
    });
    const { rows } = await preview("/api/rest/volumes?limit=100", draft);
    expect(rows("books").find(({ title }) => title === "Seen")).toMatchObject({
      shelf: "A1",
      price: "7",
    });
    const { body: view } = await preview<AppView>("/api/config", draft);
    const books = view.entities.find((one) => one.access === "full" && one.entity.id === "books");
    if (books?.access !== "full") throw new Error("The books are not served.");
    expect(books.entity.label).toBe("volume");
    const module = await editing.server.call("GET", books.validator.url);
    expect([module.status, module.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect((await preview("/api/rest/books", draft)).status).toBe(404);
    expect((await editing.server.call("GET", "/api/rest/books", { token: editing.token })).status).toBe(200);
    expect((await editing.server.call("GET", "/api/rest/volumes", { token: editing.token })).status).toBe(
      404,
    );
  });

  it("a new entity is there and empty", async () => {
    const draft = await tokenOf(newShelves(editing));
    expect((await preview("/api/rest/shelves", draft)).body).toEqual({ shelves: [], total: 0 });
  });

  it("stores nothing, serves nothing, writes nothing", async () => {
    const { server, library } = editing;
    const everything = async () => [
      await Promise.all(
        ["books", "subjects", "loans", "members", "reading-lists"].map((one) => rowsOf(server, one)),
      ),
      await server.store.read((view) =>
        Promise.all(["config.served", "config.before"].map((key) => view.settings(key))),
      ),
      [...((await server.config?.read()) ?? [])],
    ];
    const before = await everything();
    const served = server.holder.current;
    const draft = await tokenOf({
      ...withBooks((json) => {
        json.schema.properties.price = { type: "string", title: "Price" };
        json.schema.properties.shelf = { type: "string", title: "Shelf", default: "A1" };
      }),
      ...withoutHome(),
      "samples/books.json": null,
    });
    const book = (await rowsOf(server, "books")).at(0) as { _id: string };
    for (const url of [
      "/api/rest/books",
      `/api/rest/books/${book._id}`,
      "/api/config",
      "/api/config/files",
      "/api/health",
    ]) {
      expect([url, (await preview(url, draft)).status]).toEqual([url, 200]);
    }
    await server.config?.follow();
    expect(await everything()).toEqual(before);
    expect(server.holder.current).toBe(served);
    expect(library.config).toBeDefined();
  });
});

describe("a draft's token", () => {
  let draft: string;
  beforeAll(async () => {
    draft = await tokenOf(
      withBooks((json) => {
        json.label = "volume";
      }),
    );
  });

  it("is of one account: not of another editor, not of anyone else, not of nobody", async () => {
    const other = await editing.server.account({ role: "director" });
    const answer = async (token?: string) => {
      const headers = { "x-config-draft": draft };
      const { status, error } = await editing.server.call("GET", "/api/rest/books", {
        headers,
        ...(token === undefined ? {} : { token }),
      });
      return [status, error.errorCode];
    };
    expect(await answer(other.token)).toEqual([410, "DRAFT_GONE"]);
    expect(await answer(await editing.server.as("keeper"))).toEqual([403, "FORBIDDEN"]);
    expect(await answer()).toEqual([401, "UNAUTHENTICATED"]);
    expect((await preview("/api/rest/books", draft)).status).toBe(200);
  });

  it.each(["", "x", "constructor", "__proto__", "null", "undefined", "x".repeat(5000)])(
    "%.12s is none",
    async (wrong) => {
      expect((await preview("/api/rest/books", wrong)).status).toBe(410);
    },
  );

  it("never goes with a write, whatever is written", async () => {
    const { server, token } = editing;
    const book = await makeBook(server);
    const before = await rowsOf(server, "books");
    const headers = { "x-config-draft": draft };
    const version = await editing.version(BOOKS);
    const writes: [string, string, unknown?][] = [
      ["POST", "/api/rest/books", { title: "Smuggled" }],
      ["PUT", `/api/rest/books/${book._id}`, { title: "Smuggled" }],
      ["DELETE", `/api/rest/books/${book._id}`],
      ["POST", "/api/rest/session/logout", {}],
      ["POST", "/api/config/drafts", { files: {} }],
      ["PUT", "/api/config/files", { files: { [BOOKS]: { text: "{}", version } } }],
      ["POST", "/api/config/return", { path: BOOKS, version }],
      ["PATCH", "/api/rest/books", {}],
    ];
    for (const [method, url, body] of writes) {
      const answer = await server.call(method, url, {
        token,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      expect([method, url, answer.status]).toEqual([method, url, 400]);
      expect(answer.error.message).toBe("You are only trying out; nothing is stored");
    }
    expect(await rowsOf(server, "books")).toEqual(before);
    expect((await server.call("GET", "/api/config", { token })).status).toBe(200);
  });

  it("ends with the right to edit", async () => {
    const { server } = editing;
    const editor = await server.account({ role: "director" });
    const own = await tokenOf(
      withBooks((json) => {
        json.label = "volume";
      }),
      editor.token,
    );
    expect((await preview("/api/rest/books", own, editor.token)).status).toBe(200);
    await server.store.write((transaction) =>
      transaction.update(
        "members",
        editor._id,
        { role: "keeper", updatedAt: "2026-01-01T00:00:00.000Z", updatedBy: null },
        [],
        "",
      ),
    );
    expect((await preview("/api/rest/books", own, editor.token)).status).toBe(403);
  });
});

describe("a draft gives nobody what they do not have", () => {
  it("not the permissions that it would give to their role, but those that it makes anew", async () => {
    const { server } = editing;
    editing.library.edit("app.json", (json) => {
      json.config.editors.push("stocker");
    });
    await server.config?.follow();
    const stocker = await server.as("stocker");
    const app = editing.textWith("app.json", (json) => {
      json.permissions.push("shelving");
      json.roles.stocker.permissions.push("staffing", "shelving");
      json.roles.stocker.hidden = true;
    });
    const shelves = editing.textWith("entities/subjects.json", (json) => {
      json.permission = "shelving";
    });
    const draft = await tokenOf({ "app.json": app, "entities/subjects.json": shelves }, stocker);
    expect((await preview("/api/rest/members", draft, stocker)).status).toBe(403);
    expect((await preview("/api/rest/subjects", draft, stocker)).status).toBe(200);
    const { body } = await preview<AppView>("/api/config", draft, stocker);
    expect(body.entities.find((one) => one.access !== "full" && one.id === "members")).toEqual({
      access: "none",
      id: "members",
      language: "en",
    });
  });

  it("not the accounts of hidden roles, where it makes their own role a hidden one", async () => {
    const { server } = editing;
    editing.library.edit("app.json", (json) => {
      json.config.editors.push("keeper");
    });
    await server.config?.follow();
    const keeper = await server.account({ role: "keeper" });
    const names = async (draft: string) => {
      const { status, rows } = await preview("/api/rest/members?limit=100", draft, keeper.token);
      return [status, rows("members").map(({ username }) => username)];
    };
    const app = editing.textWith("app.json", (json) => {
      json.roles.keeper.hidden = true;
    });
    const [status, seen] = await names(await tokenOf({ "app.json": app }, keeper.token));
    expect(status).toBe(200);
    expect(seen).not.toContain("the-director");
  });
});

describe("whoever types fast", () => {
  it("leaves as much time to everyone else as each check took", async () => {
    const { store, holder, effects, config: source, log } = editing.server;
    if (source === undefined) throw new Error("The server has no files.");
    const waited: number[] = [];
    let now = 0;
    const wait = async (milliseconds: number) => void waited.push(milliseconds);
    const clock = { ...effects, wait, elapsed: () => now };
    const { checkLatest } = makeEditing({
      store,
      holder,
      effects: clock,
      extensions: makeSessionExtensions(store, (text) => void log.push(text)),
      source,
      log: (text) => void log.push(text),
    });
    for (const took of [70, 5])
      await checkLatest("someone", async () => {
        now += took;
      });
    expect(waited).toEqual([70, 5]);
  });

  it("is answered for the first and the latest text, and leaves the last few drafts in memory alone", async () => {
    const text = (round: number) =>
      withBooks((json) => {
        json.label = `volume ${round}`;
      });
    const rounds = Array.from({ length: 100 }, (_, round) => round);
    const answers = await Promise.all(rounds.map((round) => editing.draft(text(round))));
    const superseded = answers.filter(({ status }) => status === 409);
    expect(superseded.length).toBeGreaterThan(80);
    expect(new Set(superseded.map(({ error }) => error.errorCode))).toEqual(new Set(["STALE"]));
    const tokens = answers.flatMap(({ status, body }) => (status === 200 ? [body.token ?? ""] : []));
    for (const round of [1, 2, 3]) tokens.push(await tokenOf(text(round)));
    const statuses = await Promise.all(
      tokens.map(async (token) => (await preview("/api/rest/books", token)).status),
    );
    expect(statuses.slice(-3)).toEqual([200, 200, 200]);
    expect(new Set(statuses.slice(0, -3))).toEqual(new Set([410]));
  });
});
