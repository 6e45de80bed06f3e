import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BusyError, UnknownOutcomeError } from "../../../src/server/store/store-errors.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { type EditedLibrary, editedLibrary } from "../config/edited-library.ts";
import { bookValues } from "../records/library-records.ts";

let library: EditedLibrary;
let server: TestServer;
/** What happens to the config in the middle of the next write of a book that has a note. */
let meanwhile: (() => void) | undefined;

beforeEach(async () => {
  library = editedLibrary();
  const clean = async (value: string) => {
    const edit = meanwhile;
    meanwhile = undefined;
    if (edit !== undefined) {
      edit();
      await server.config?.follow();
    }
    return value;
  };
  server = await buildServer({ folder: library.config, hooks: { "rich-text": { clean } } });
});
afterEach(async () => {
  expect(server.log.filter((line) => !line.startsWith("config: "))).toEqual([]);
  await server.close();
  library.remove();
});

async function post(values: Parameters<typeof bookValues>[1]) {
  const body = { ...(await bookValues(server, values)), note: "<p>A note</p>" };
  return server.call("POST", "/api/rest/books", { token: await server.as("stocker"), body });
}

const countBooks = () => server.store.read((view) => view.count("books"));

describe("a request that the config overtakes is answered by the config of now", () => {
  it("when what it asks the store for is gone", async () => {
    meanwhile = () => {
      library.edit("entities/subjects.json", undefined);
      library.edit("entities/books.json", (json) => {
        delete json.schema.properties.subject;
        json.schema.required = ["title", "genre", "year", "available"];
        json.form.tabs[0].fields = ["title", ["genre", "year"], "cover", "photos", "available"];
        json.list.columns = [{ field: "title" }];
        delete json.list.filters;
      });
      library.edit("app.json", (json) => {
        json.menu[0].entities = ["books", "reading-lists"];
        // Its tiles ask for the filters of books.
        delete json.home;
      });
    };
    const { status, record } = await post({ title: "Overtaken" });
    expect(server.holder.current.config.entities.has("subjects")).toBe(false);
    expect([status, record.title, "subject" in record]).toEqual([201, "Overtaken", false]);
    expect(await countBooks()).toBe(1);
  });

  it("and writes nothing that only the config before would take", async () => {
    const pages = (type: string) => () =>
      library.edit("entities/books.json", (json) => {
        json.schema.properties.pages = { type, title: "Pages", messages: { type: "A number of pages" } };
      });
    pages("string")();
    await server.config?.follow();
    meanwhile = pages("integer");
    const refused = await post({ pages: "twelve" });
    expect([refused.status, refused.error.message]).toEqual([400, "A number of pages"]);
    expect(await countBooks()).toBe(0);
  });

  it("and is not refused by rules that are no more", async () => {
    meanwhile = () =>
      library.edit("entities/books.json", (json) => {
        json.schema.properties.price.maximum = 600;
      });
    const { status, record } = await post({ price: 550 });
    expect([status, record.price]).toEqual([201, 550]);
  });

  it("each time that it is overtaken", async () => {
    let count = 0;
    const relabel = () => {
      count += 1;
      library.edit("entities/books.json", (json) => {
        json.menu.label = `Books ${count}`;
      });
      if (count < 3) meanwhile = relabel;
    };
    meanwhile = relabel;
    expect((await post({})).status).toBe(201);
    expect([count, await countBooks()]).toEqual([3, 1]);
  });
});

it("a write that may have been stored is not made again, though the config was swapped meanwhile", async () => {
  const { store } = server;
  const { write } = store;
  const losesAnswer: typeof write = async (work, origin) => {
    Object.assign(store, { write });
    await write(work, origin);
    library.edit("entities/books.json", (json) => {
      json.menu.label = "Other books";
    });
    await server.config?.follow();
    throw new UnknownOutcomeError("The connection was lost.");
  };
  const body = await bookValues(server);
  const token = await server.as("stocker");
  Object.assign(store, { write: losesAnswer });
  const { status, error } = await server.call("POST", "/api/rest/books", { token, body });
  expect([status, error.errorCode]).toEqual([500, "OUTCOME_UNKNOWN"]);
  expect(error.message).toContain("Look whether it was saved before you try again");
  expect(await countBooks()).toBe(1);
  const reported = server.log.filter((line) => line.includes("it is not known whether it was stored"));
  expect(reported).toEqual([expect.stringContaining("create books")]);
  server.log.splice(server.log.indexOf(String(reported[0])), 1);
});

it("a write that others' came in between again and again is refused, for a moment", async () => {
  const body = await bookValues(server);
  const token = await server.as("stocker");
  const contended = () => Promise.reject(new BusyError("Others came in between."));
  Object.assign(server.store, { write: contended });
  const { status, error, headers } = await server.call("POST", "/api/rest/books", { token, body });
  expect([status, error.errorCode, headers["retry-after"]]).toEqual([503, "BUSY", "5"]);
});

it.each([
  ["of the store", 500],
  ["of a plugin's server hook", 400],
])("a failure that the config has no part in is one, and is not tried again: %s", async (whose, expected) => {
  let asked = 0;
  const fail = () => {
    asked += 1;
    throw new Error("It is broken.");
  };
  const failing = await buildServer(
    whose !== "of the store" ? { hooks: { "rich-text": { clean: fail } } } : {},
  );
  const body = { ...(await bookValues(failing)), note: "<p>A note</p>" };
  const token = await failing.as("stocker");
  if (whose === "of the store") Object.assign(failing.store, { write: fail });
  const { status } = await failing.call("POST", "/api/rest/books", { token, body });
  expect([status, asked, failing.log.length]).toEqual([expected, 1, 1]);
  await failing.close();
});
