import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGE_KEYS, type MessageKey } from "../../../src/model/message-keys.ts";
import type { FoundPlugin } from "../../../src/plugin/registry.ts";
import { requireForValidator } from "../../../src/record/validator-runtime.ts";
import { viewMessages } from "../../../src/server/config/app-view.ts";
import type { AppView, EntityView, PublicView } from "../../../src/wire/views.ts";
import { manifest } from "../../model/library.ts";
import { buildLibrary, buildServer, type TestServer } from "../build-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await buildServer();
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function viewOf(role: string): Promise<AppView> {
  return (await server.call<AppView>("GET", "/api/config", { token: await server.as(role) })).body;
}

const accessOf = (view: AppView) =>
  Object.fromEntries(
    view.entities.map((one: EntityView) => [one.access === "full" ? one.entity.id : one.id, one.access]),
  );

describe("What a browser without a session may know (S34)", () => {
  it("is what log-in and registration need, and no more", async () => {
    const { status, body: view, headers } = await server.call<PublicView>("GET", "/api/config/public");
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(Object.keys(view).sort()).toEqual([
      "endpoints",
      "hash",
      "language",
      "messages",
      "registration",
      "title",
    ]);
    expect(view.endpoints).toEqual({
      login: "/rest/session/login",
      validateToken: "/rest/session/validate-token",
      logout: "/rest/session/logout",
      register: "/rest/members",
    });
    const isPublic = (key: MessageKey) => key.public === true;
    const open = Object.entries(MESSAGE_KEYS).flatMap(([key, one]) => (isPublic(one) ? [key] : []));
    expect(Object.keys(view.messages).sort()).toEqual(open.sort());
    expect(view.registration?.roles).toEqual([
      { value: "lender", label: "Lending desk" },
      { value: "stocker", label: "Stock keeper" },
      { value: "keeper", label: "Branch keeper" },
    ]);
    const text = JSON.stringify(view);
    for (const secret of ["books", "loans", "director", "staffing", "isbn"])
      expect(text).not.toContain(secret);
  });

  it("has no registration where it is closed", async () => {
    const config = {
      "app.json": (json: { registration: { open: boolean } }) => {
        json.registration.open = false;
      },
    };
    const closed = await buildServer({ config });
    expect((await closed.call<PublicView>("GET", "/api/config/public")).body.registration).toBe(null);
    await closed.close();
  });

  it("the rest is 401", async () => {
    expect((await server.call("GET", "/api/config")).status).toBe(401);
  });
});

describe("`GET /api/config` is cut to what the account may see", () => {
  it.each([
    ["stocker", { books: "full", subjects: "full", "reading-lists": "full", loans: "none", members: "none" }],
    [
      "lender",
      { books: "reference", subjects: "none", "reading-lists": "none", loans: "full", members: "reference" },
    ],
    [
      "director",
      { books: "full", subjects: "full", "reading-lists": "full", loans: "full", members: "full" },
    ],
  ])("%s", async (role, expected) => {
    expect(accessOf(await viewOf(role))).toEqual(expected);
  });

  it("what is closed or only referred to tells nothing of its fields", async () => {
    const { entities } = await viewOf("lender");
    expect(entities.find((one) => one.access === "reference")).toEqual({
      access: "reference",
      id: "books",
      language: "en",
      endpoints: { list: "/rest/books", record: "/rest/books/{id}" },
      listKey: "books",
    });
    expect(JSON.stringify(entities)).not.toContain("isbn");
    expect(entities.find((one) => one.access === "none")).toEqual({
      access: "none",
      id: "reading-lists",
      language: "en",
    });
  });

  it("whoever is never asked before something is deleted does not learn what the question names", async () => {
    const asking = await buildServer({
      config: {
        "entities/books.json": (json) => {
          json.list.deleteConfirm = "Delete {title}, worth {price}?";
        },
      },
    });
    const { text } = await asking.call("GET", "/api/config", { token: await asking.as("shelver") });
    expect(text).not.toContain("worth");
    const { text: all } = await asking.call("GET", "/api/config", { token: await asking.as("stocker") });
    expect(all).toContain("Delete {title}, worth {price}?");
    await asking.close();
  });

  it("what refuses its screens speaks its own words; no other message of it is told", async () => {
    const library = await buildServer({
      config: {
        "entities/loans.json": (json) => {
          json.messages = { "shell.noPermission": "Lenders alone", "list.empty": "secret" };
        },
      },
    });
    const { body } = await library.call<AppView>("GET", "/api/config", {
      token: await library.as("stocker"),
    });
    expect(body.entities.find((one) => one.access !== "full" && one.id === "loans")).toEqual({
      access: "none",
      id: "loans",
      language: "en",
      messages: { "shell.noPermission": "Lenders alone" },
    });
    await library.close();
  });

  it("A menu group is shown only to who holds its permission", async () => {
    const labels = async (role: string) => (await viewOf(role)).menu.map(({ label }) => label);
    expect(await labels("stocker")).toEqual(["Stock"]);
    expect(await labels("lender")).toEqual(["Lending"]);
    expect(await labels("keeper")).toEqual(["Stock", "Lending", "Staff"]);
  });

  it("an account that waits for approval sees the frame and nothing in it", async () => {
    const { token } = await server.account({ role: "keeper", approved: false });
    const view = (await server.call<AppView>("GET", "/api/config", { token })).body;
    expect(view.menu).toEqual([]);
    expect(new Set(Object.values(accessOf(view)))).toEqual(new Set(["none"]));
  });

  it("has every sentence of the machine, and those of the plugins that its entities use", async () => {
    const { messages, accounts, limits, dateLocale, timeZone } = await viewOf("stocker");
    expect(messages.en?.["list.empty"]).toBe("There is no {label} yet");
    expect(messages.en?.["images.tooLarge"]).toBe("That picture is too large");
    expect([accounts, limits, dateLocale, timeZone]).toEqual([
      { entity: "members", approved: "approved" },
      { pageSize: 10, optionsPageSize: 5 },
      "en-GB",
      // The default.
      "UTC",
    ]);
  });

  it("a plugin that none of the account's entities uses costs it no byte", async () => {
    const says = { messages: { hint: { description: "Hint", text: { en: "Hint", fr: "Indice" } } } };
    const own = await buildServer({
      manifests: { textarea: says, password: says, "record-slots": says, number: says },
      config: {
        "messages.json": (json) => {
          json.en["password.hint"] = "Ours";
        },
      },
    });
    const keys = async (role: string) => {
      const { body } = await own.call<AppView>("GET", "/api/config", { token: await own.as(role) });
      const { messages } = body;
      expect(Object.keys(messages)).toEqual(["en"]);
      return Object.keys(messages.en ?? {}).filter((key) => /\.hint$|^images\./.test(key));
    };
    const stock = ["images.tooLarge", "textarea.hint", "record-slots.hint", "number.hint"];
    expect((await keys("stocker")).sort()).toEqual(stock.sort());
    expect(await keys("lender")).toEqual(["number.hint"]);
    expect((await keys("director")).sort()).toEqual([...stock, "password.hint"].sort());
    const { token } = await own.account({ role: "stocker", approved: false });
    const waiting = (await own.call<AppView>("GET", "/api/config", { token })).body;
    expect(waiting.messages.en?.["images.tooLarge"]).toBe(undefined);
    expect(waiting.messages.en?.["list.empty"]).toBe("There is no {label} yet");
    await own.close();
  });

  it("a plugin used inside another field, or in a column alone, has its sentences; none drops the machine's", () => {
    const { config, registry, entities } = server.holder.current;
    const says = (keys: readonly string[]) =>
      Object.fromEntries(keys.map((key) => [key, { description: "Said", text: { en: "Said" } }]));
    const plugin = (kind: "widget" | "cell", name: string, ...keys: string[]): [string, FoundPlugin] => [
      name,
      { folder: `plugins/${name}`, manifest: manifest(kind, name, ["string"], { messages: says(keys) }) },
    ];
    const books = entities.get("books")?.entity;
    if (books === undefined) throw new Error("No books");
    const [field] = books.fields;
    const [column] = books.list.columns;
    if (field === undefined || column === undefined) throw new Error("No fields");
    const inner = { ...field, name: "inner", widget: { name: "inside", options: {} } };
    const entity = {
      ...books,
      fields: [{ ...field, fields: [inner] }],
      list: { ...books.list, columns: [{ ...column, cell: { name: "celled", options: {} } }] },
    };
    const keys = ["inside.hint", "celled.hint", "unused.hint", "picker.clear"];
    const view = viewMessages(
      { ...config, messages: { en: Object.fromEntries(keys.map((key) => [key, "Said"])) } },
      {
        ...registry,
        widgets: new Map([
          plugin("widget", "inside", "hint"),
          plugin("widget", "unused", "hint"),
          plugin("widget", "picker", "clear"),
        ]),
        cells: new Map([plugin("cell", "celled", "hint"), plugin("cell", "unused", "hint")]),
      },
      [entity],
    );
    expect(Object.keys(view.en ?? {})).toEqual(["inside.hint", "celled.hint", "picker.clear"]);
  });

  it("says who may edit the config, and what is wrong with it to whom the config names", async () => {
    const told = async (role: string) => {
      const { editsConfig, problems } = await viewOf(role);
      return [editsConfig, problems];
    };
    expect(await told("director")).toEqual([true, []]);
    expect(await told("keeper")).toEqual([undefined, []]);
    expect(await told("stocker")).toEqual([undefined, undefined]);
  });

  it("says who may read all changes", async () => {
    expect((await viewOf("keeper")).readsJournal).toBe(true);
    expect((await viewOf("stocker")).readsJournal).toBeUndefined();
  });

  it("says who may see webhooks: whoever may edit the config, where there are some; their addresses are in no view", async () => {
    expect((await viewOf("director")).seesWebhooks).toBe(true);
    expect((await viewOf("keeper")).seesWebhooks).toBeUndefined();
    for (const role of ["director", "lender"])
      expect(JSON.stringify((await viewOf(role)).entities)).not.toMatch(/hooks\.library\.example/);
  });

  it("is never cached: two identities, one address, two bodies (S32)", async () => {
    const answers = [];
    for (const role of ["stocker", "lender"]) {
      answers.push(await server.call("GET", "/api/config", { token: await server.as(role) }));
    }
    expect(answers[0]?.text).not.toBe(answers[1]?.text);
    for (const { headers } of answers) expect(headers["cache-control"]).toBe("no-store");
  });
});

describe("Validators are compiled by the server and imported as modules, under names given only to a session", () => {
  const urlOf = async () => {
    const { entities } = await viewOf("stocker");
    const books = entities.find((one) => one.access === "full" && one.entity.id === "books");
    return books?.access === "full" ? books.validator.url : "";
  };

  it("is an ES module that judges a record as the server does", async () => {
    const url = await urlOf();
    const { status, text, headers } = await server.call("GET", url);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    const module = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    const validate = module.default(requireForValidator);
    expect(validate({ title: "T", year: 2000 })).toBe(true);
    expect(validate({ year: 1 })).toBe(false);
  });

  it("cannot be guessed: another secret makes other names; one name, one content", async () => {
    expect(await urlOf()).toMatch(/^\/api\/validators\/[\w-]{43}\.js$/);
    const again = await buildLibrary();
    expect([...again.modules.keys()]).toEqual([...server.holder.current.modules.keys()]);
    const changed = await buildLibrary({
      config: {
        "entities/books.json": (json) => {
          json.schema.properties.year.minimum = 1;
        },
      },
    });
    const same = [...changed.modules.keys()].filter((name) => again.modules.has(name));
    // Two are of books: of all fields, and of those that a shelver sees.
    expect(same.length).toBe(again.modules.size - 2);
  });

  it.each(["books.js", "x.js", "..%2fconfig", "constructor", "__proto__"])(
    "%s is no validator",
    async (name) => {
      expect((await server.call("GET", `/api/validators/${name}`)).status).toBe(404);
    },
  );
});

describe("Everything made from config is one value: swapping it swaps routes, fields and permissions", () => {
  it("between two requests of a running server", async () => {
    const running = await buildServer();
    const token = await running.as("stocker");
    const before = running.holder.current;
    const after = await buildLibrary({
      config: {
        "entities/subjects.json": (json) => {
          json.endpoints = { list: "/rest/topics", record: "/rest/topics/{id}" };
          json.listKey = "topics";
          json.schema.properties.colour = { type: "string", title: "Colour", default: "grey" };
        },
      },
    });
    await running.call("POST", "/api/rest/subjects", { token, body: { name: "Kept" } });
    await running.store.applyShapes(after.tables);
    running.holder.current = after;
    expect((await running.call("GET", "/api/rest/subjects", { token })).status).toBe(404);
    const { rows } = await running.call("GET", "/api/rest/topics", { token });
    expect(rows("topics")).toMatchObject([{ name: "Kept", colour: "grey" }]);
    running.holder.current = before;
    expect((await running.call("GET", "/api/rest/subjects", { token })).status).toBe(200);
    await running.close();
  });
});

it("`GET /api/health` is cheap: it asks neither session nor store", async () => {
  const { status, body, headers } = await server.call("GET", "/api/health", { token: "stale" });
  expect([status, body, headers["cache-control"]]).toEqual([200, { status: "ok" }, "no-store"]);
});

it("Whoever sees a part of a list is told that it opens with a view for others, not which", async () => {
  const config = {
    "entities/books.json": (json: { list: { views: object[] } }) => {
      json.list.views.push({
        id: "stockers-own",
        label: "Own",
        sort: { field: "title", order: "asc" },
        default: true,
        roles: ["stocker"],
      });
    },
  };
  const own = await buildServer({ config });
  const { body } = await own.call<AppView>("GET", "/api/config", { token: await own.as("shelver") });
  const [books] = body.entities.filter((one) => one.access === "full" && one.entity.id === "books");
  expect(books).toMatchObject({ entity: { list: { namesView: true } } });
  expect(JSON.stringify(books)).not.toContain("stockers-own");
  await own.close();
});
