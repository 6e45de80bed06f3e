import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import type { ConfigVersion } from "../../../src/wire/config-editing.ts";
import type { AppView, PublicView } from "../../../src/wire/views.ts";
import { buildServer, ofFile, type TestServer } from "../build-server.ts";
import { makeBook } from "../records/library-records.ts";
import { type EditedLibrary, editedLibrary } from "./edited-library.ts";

let library: EditedLibrary;
let server: TestServer;

beforeAll(async () => {
  library = editedLibrary();
  server = await buildServer({ folder: library.config });
});
beforeEach(async () => {
  library.restore();
  await look();
  expect(server.holder.current).toMatchObject({ problems: [], rejected: [] });
});
afterAll(async () => {
  await server.close();
  library.remove();
});

const look = async () => server.config?.follow();
const edit: EditedLibrary["edit"] = (path, change) => library.edit(path, change);

async function get<Body>(path: string, role = "stocker") {
  return server.call<Body>("GET", path, { token: await server.as(role) });
}

async function hashes(): Promise<string[]> {
  const { body: view } = await get<AppView>("/api/config");
  const { body: open } = await server.call<PublicView>("GET", "/api/config/public");
  const { body: version } = await server.call<ConfigVersion>("GET", "/api/config/version");
  return [view.hash, open.hash, version.hash];
}

const problemsFor = async (role: string) =>
  (await get<AppView>("/api/config", role)).body.problems?.map(({ code, file }) => [file, code]);

describe("an edit that holds is served", () => {
  it("a label: in the view, with another hash everywhere; nothing is done for files that are the same", async () => {
    const before = await hashes();
    edit("entities/subjects.json", (json) => {
      json.menu.label = "Topics";
    });
    await look();
    const { body } = await get("/api/config");
    expect(JSON.stringify(body)).toContain('"label":"Topics"');
    const after = await hashes();
    expect(new Set(after).size).toBe(1);
    expect(after).not.toEqual(before);
    expect(server.log.slice(-1)).toEqual(["config: entities/subjects.json served"]);
    const { current } = server.holder;
    await look();
    expect(server.holder.current).toBe(current);
  });

  it("whose validators did not change is not compiled again; a browser on the config before still gets its own", async () => {
    const before = server.holder.current;
    edit("entities/subjects.json", (json) => {
      json.schema.properties.name.maxLength = 40;
      json.schema.properties.name.messages.maxLength = "Too long";
    });
    // What people read is no rule.
    edit("entities/books.json", (json) => {
      json.schema.properties.title.title = "Name";
    });
    await look();
    const after = server.holder.current;
    expect(after.entities.get("books")?.check).toBe(before.entities.get("books")?.check);
    // Those too of roles that do not see all fields.
    const parts = ({ entities }: typeof before) =>
      [...(entities.get("books")?.partValidators.values() ?? [])].map(({ check }) => check);
    expect(parts(before).length).toBeGreaterThan(0);
    expect(parts(after)).toEqual(parts(before));
    expect(after.entities.get("subjects")?.check).not.toBe(before.entities.get("subjects")?.check);
    for (const { validator } of [...before.entities.values(), ...after.entities.values()])
      expect((await server.call("GET", validator.url)).status).toBe(200);
  });

  it("a new field is at once in list, record, search and store; a record from before reads its default", async () => {
    const old = await makeBook(server);
    edit("entities/books.json", (json) => {
      json.schema.properties.shelf = { type: "string", title: "Shelf", default: "A1" };
      json.list.columns = [{ field: "title" }, { field: "shelf", sortable: true }];
      json.list.search = { field: "shelf" };
    });
    edit("entities/loans.json", (json) => {
      json.schema.properties.book.reference = { entity: "books", label: "shelf", fields: ["title"] };
    });
    edit("entities/reading-lists.json", (json) => {
      json.schema.properties.books.items.properties.book.reference.label = "shelf";
    });
    await look();
    expect((await get(`/api/rest/books/${old._id}`)).record.shelf).toBe("A1");
    const made = await makeBook(server, { shelf: "Z9" });
    const { rows } = await get("/api/rest/books?sortField=shelf&sortOrder=desc&nameQuery=z9");
    expect(rows("books")).toMatchObject([{ _id: made._id, shelf: "Z9" }]);
  });

  it("a field that goes leaves the API; its values are there when it returns", async () => {
    const { _id } = await makeBook(server, { isbn: "9781234567890" });
    edit("entities/books.json", (json) => {
      delete json.schema.properties.isbn;
      json.form.tabs[1].fields = ["price", "scores", "summary"];
    });
    await look();
    const path = `/api/rest/books/${_id}`;
    expect((await get(path)).body).not.toHaveProperty("isbn");
    const token = await server.as("stocker");
    const { record } = await server.call("GET", path, { token });
    const body = { ...record, price: 3, isbn: "9789999999999" };
    expect((await server.call("PUT", path, { token, body })).status).toBe(200);
    library.restore();
    await look();
    expect((await get(path)).body).toMatchObject({ isbn: "9781234567890", price: 3 });
  });

  it("a new entity has its routes, and one that goes loses them", async () => {
    edit("entities/shelves.json", (json) => {
      Object.assign(json, {
        label: "shelf",
        language: "en",
        permission: "stock",
        endpoints: { list: "/rest/shelves", record: "/rest/shelves/{id}" },
        listKey: "shelves",
        labelField: "mark",
        menu: { label: "Shelves", create: "Add a shelf", list: "All shelves" },
        schema: { type: "object", properties: { mark: { type: "string", title: "Mark" } } },
        form: { title: { create: "New shelf", edit: "Edit shelf" } },
        list: { title: "Shelves", columns: [{ field: "mark" }], deleteConfirm: "Delete it?" },
      });
    });
    edit("app.json", (json) => {
      json.menu[0].entities.push("shelves");
    });
    await look();
    const token = await server.as("stocker");
    const { status } = await server.call("POST", "/api/rest/shelves", { token, body: { mark: "A" } });
    expect([status, (await get("/api/rest/shelves")).total]).toEqual([201, 1]);
    library.restore();
    await look();
    expect((await get("/api/rest/shelves")).status).toBe(404);
  });
});

describe("a changed type", () => {
  const pages = (type: string) =>
    edit("entities/books.json", (json) => {
      json.schema.properties.pages = { type, title: "Pages" };
      json.schema.properties.pages.messages = { type: "A number of pages" };
    });

  it("is followed where every stored value converts", async () => {
    pages("string");
    await look();
    const { _id } = await makeBook(server, { pages: "120" });
    pages("integer");
    await look();
    expect((await get(`/api/rest/books/${_id}`)).record.pages).toBe(120);
  });

  it("is refused with the count where not; the version before serves, others follow; corrected records let it pass", async () => {
    pages("string");
    await look();
    const odd = await makeBook(server, { pages: "twelve" });
    pages("integer");
    edit("entities/subjects.json", (json) => {
      json.menu.label = "Topics";
    });
    await look();
    const path = `/api/rest/books/${odd._id}`;
    expect((await get(path)).record.pages).toBe("twelve");
    const { problems, rejected, config } = server.holder.current;
    expect(problems).toMatchObject([
      {
        code: "STORED_VALUES",
        file: "entities/books.json",
        path: "/schema/properties/pages/type",
        subject: ["book", "Pages"],
        found: "1 stored record",
        message: `1 stored record holds a value here that cannot become a whole number: "${odd.title}".`,
      },
    ]);
    expect([rejected, config.entities.get("subjects")?.menu.label]).toEqual([
      ["entities/books.json"],
      "Topics",
    ]);
    expect(await problemsFor("keeper")).toEqual([["entities/books.json", "STORED_VALUES"]]);
    // as long as neither files nor records change, no look does it all again
    const { current } = server.holder;
    await look();
    expect(server.holder.current).toBe(current);

    const token = await server.as("stocker");
    const { record } = await server.call("GET", path, { token });
    const body = { ...record, pages: "12" };
    expect((await server.call("PUT", path, { token, body })).status).toBe(200);
    await look();
    expect(server.holder.current.problems).toEqual([]);
    expect((await get(path)).record.pages).toBe(12);
  });

  it("a field does not become unique while records share a value", async () => {
    await makeBook(server, { summary: "The same" });
    await makeBook(server, { summary: "The same" });
    edit("entities/books.json", (json) => {
      json.schema.properties.summary.unique = true;
      json.schema.properties.summary.messages = { unique: "Taken" };
    });
    await look();
    const [problem] = server.holder.current.problems;
    expect([problem?.code, problem?.path, problem?.found]).toEqual([
      "STORED_VALUES",
      "/schema/properties/summary/unique",
      "2 stored records",
    ]);
  });
});

describe("an edit that does not hold is never served", () => {
  it("stays back alone, and is told to whom the config names, and in the log once", async () => {
    const before = await hashes();
    const from = server.log.length;
    edit("entities/loans.json", (json) => {
      json.permision = "lending";
    });
    edit("entities/books.json", (json) => {
      json.menu.label = "Volumes";
    });
    await look();
    await look();
    const { problems, config } = server.holder.current;
    expect(problems).toMatchObject([{ file: "entities/loans.json", code: "UNKNOWN_KEY" }]);
    expect(config.entities.get("books")?.menu.label).toBe("Volumes");
    expect((await get("/api/rest/loans", "lender")).status).toBe(200);
    expect(await problemsFor("keeper")).toEqual([["entities/loans.json", "UNKNOWN_KEY"]]);
    expect(await problemsFor("stocker")).toBe(undefined);
    const lines = server.log.slice(from);
    expect(lines.slice(0, 2)).toEqual([
      "config: entities/books.json served",
      "config: entities/loans.json rejected, its last good version is served",
    ]);
    expect(lines[2]).toMatch(/^config: entities\/loans\.json:\d+:\d+ .*permision.*\[UNKNOWN_KEY\]$/);
    expect(lines.length).toBe(3);

    const told = await hashes();
    library.restore();
    await look();
    expect(await problemsFor("keeper")).toEqual([]);
    expect(await hashes()).toEqual(before);
    expect(told).not.toEqual(before);
  });

  it("whose problem shows elsewhere stays back: an entity that others refer to does not go", async () => {
    edit("entities/subjects.json", undefined);
    await look();
    expect(server.holder.current.rejected).toEqual(["entities/subjects.json"]);
    expect(await problemsFor("director")).toContainEqual(["entities/books.json", "UNKNOWN_ENTITY"]);
    // Without its samples, only what was served knows that it was there.
    edit("samples/subjects.json", undefined);
    await look();
    for (const { hint, meant } of server.holder.current.problems)
      expect([hint, meant]).toEqual([
        "entities/subjects.json was removed: put it back, or remove all that refers to it.",
        undefined,
      ]);
    expect((await get("/api/rest/subjects")).status).toBe(200);
  });

  it("files that cannot be read are a problem too, until they can be again", async () => {
    rmSync(join(library.config, "entities"), { recursive: true });
    writeFileSync(join(library.config, "entities"), "");
    await look();
    expect(await problemsFor("keeper")).toEqual([["app.json", "NOT_SERVED"]]);
    expect((await get("/api/rest/books")).status).toBe(200);
    rmSync(join(library.config, "entities"));
    library.restore();
    await look();
    expect(await problemsFor("keeper")).toEqual([]);
  });

  ofFile("it breaks the store by a second connection to the file")(
    "what breaks on the way leaves runtime and store as they were, and is tried again",
    async () => {
      const weight = (type: string) =>
        edit("entities/books.json", (json) => {
          json.schema.properties.weight = { type, title: "Weight", messages: { type: "A weight" } };
        });
      weight("string");
      await look();
      const { _id } = await makeBook(server, { weight: "7" });
      const other = openConnection(server.storeFile);
      other.exec("alter table settings rename to hidden_settings");
      weight("integer");
      await look();
      expect(await problemsFor("keeper")).toEqual([["app.json", "NOT_SERVED"]]);
      expect((await get(`/api/rest/books/${_id}`)).record.weight).toBe("7");
      expect((await makeBook(server, { weight: "8" })).weight).toBe("8");
      other.exec("alter table hidden_settings rename to settings");
      other.close();
      await look();
      expect(await problemsFor("keeper")).toEqual([]);
      expect((await get(`/api/rest/books/${_id}`)).record.weight).toBe(7);
    },
  );
});

it("asking for the version prolongs no session", async () => {
  const { token } = await server.account({ role: "stocker" });
  const expiry = () =>
    server.store.read(async (view) => {
      const { hashToken } = await import("../../../src/server/sessions/find-account.ts");
      return (await view.session(hashToken(token)))?.expiresAt;
    });
  const before = await expiry();
  server.advance(3_600_000);
  expect((await server.call("GET", "/api/config/version", { token })).headers["cache-control"]).toBe(
    "no-store",
  );
  expect(await expiry()).toBe(before);
  await server.call("GET", "/api/config", { token });
  // Nobody waits for it: it is written before what is written after it.
  await server.store.write(async () => undefined);
  expect(await expiry()).not.toBe(before);
});
