import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { previewStore } from "../../../src/server/config/preview-store.ts";
import { loadSamples } from "../../../src/server/samples/load-samples.ts";
import { LIBRARY, type Loose } from "../../model/library.ts";
import { buildLibrary, buildServer, type TestServer } from "../build-server.ts";
import { makeBook } from "../records/library-records.ts";
import { type EditedLibrary, editedLibrary } from "./edited-library.ts";

const BOOKS = "entities/books.json";
const SAMPLES = "samples/books.json";
const GULLS = "b00000000000000000000001";
const HARBOUR = "b00000000000000000000002";

let library: EditedLibrary;
let server: TestServer;

beforeEach(async () => {
  library = editedLibrary();
  server = await buildServer({ folder: library.config });
  const { store, effects, holder } = server;
  const readImage = (file: string) => readFile(join(LIBRARY, "samples/images", file));
  await loadSamples({ store, effects, runtime: holder.current, readImage });
});
afterEach(async () => {
  await server.close();
  library.remove();
});

const look = async () => server.config?.follow();
const stored = (id: string) => server.store.read((view) => view.get("books", id));
const problems = () => server.holder.current.problems.map(({ code, file }) => `${code} ${file}`);

/** The summary becomes a number of pages. */
const pages = () =>
  library.edit(BOOKS, (json) => {
    json.schema.properties.summary = { type: "integer", title: "Pages" };
  });
const samples = (change: (all: Loose[]) => void) => library.edit(SAMPLES, change);

describe("a stored sample that stands against a changed type", () => {
  it("gets the value of the new config's sample, in lists that are sorted by it too", async () => {
    library.edit(BOOKS, (json) => {
      json.schema.properties.summary = { type: "integer", title: "Pages" };
      json.list.columns.push({ field: "summary", sortable: true });
    });
    samples((all) => {
      all[0].summary = 320;
      all[1].summary = 96;
    });
    await look();
    expect(problems()).toEqual([]);
    expect(await stored(GULLS)).toMatchObject({ summary: 320, isProtected: true });
    // It had no summary, so nothing of it stood against the change.
    expect(await stored(HARBOUR)).toMatchObject({ summary: null });
    const token = await server.as("stocker");
    const list = await server.call("GET", "/api/rest/books?sortField=summary&sortOrder=desc", { token });
    expect(list.rows("books")[0]).toMatchObject({ _id: GULLS, summary: 320 });
  });

  it("waits for the samples' file where that is saved later", async () => {
    pages();
    await look();
    expect(problems()).toEqual([`STORED_VALUES ${BOOKS}`, `BAD_SAMPLE ${SAMPLES}`]);
    expect(await stored(GULLS)).toMatchObject({ summary: "Every gull of the northern coasts." });
    samples((all) => {
      all[0].summary = 320;
    });
    await look();
    expect(problems()).toEqual([]);
    expect(await stored(GULLS)).toMatchObject({ summary: 320 });
  });

  it("is converted where it can be, whatever the new sample says", async () => {
    library.edit(BOOKS, (json) => {
      json.schema.properties.isbn = { type: "integer", title: "ISBN" };
    });
    samples((all) => {
      all[0].isbn = 1;
    });
    await look();
    expect(await stored(GULLS)).toMatchObject({ isbn: 9781234567897 });
  });

  it("is told from others by its label where it has no _id in the file", async () => {
    pages();
    samples((all) => {
      delete all[0]._id;
      all[0].summary = 320;
    });
    library.edit("samples/loans.json", "[]");
    library.edit("samples/reading-lists.json", "[]");
    await look();
    expect([problems(), (await stored(GULLS))?.summary]).toEqual([[], 320]);
  });

  it("gets the default where the new config has no such sample", async () => {
    library.edit(BOOKS, (json) => {
      json.schema.properties.summary = { type: "integer", title: "Pages", default: 7 };
    });
    samples((all) => {
      all.shift();
    });
    library.edit("samples/loans.json", "[]");
    library.edit("samples/reading-lists.json", "[]");
    await look();
    expect([problems(), (await stored(GULLS))?.summary]).toEqual([[], 7]);
  });

  it("has no picture where the field becomes one: pictures are stored with new records", async () => {
    library.edit(BOOKS, (json) => {
      json.schema.properties.summary = { type: "object", title: "Spine", image: true };
    });
    samples((all) => {
      all[0].summary = { file: "gulls.png" };
    });
    await look();
    expect([problems(), (await stored(GULLS))?.summary]).toEqual([[], null]);
  });

  it("is shown so in a draft, before anything is stored", async () => {
    const { tables } = await buildLibrary({
      config: {
        [BOOKS]: (json) => {
          json.schema.properties.summary = { type: "integer", title: "Pages" };
        },
        [SAMPLES]: (json) => {
          json[0].summary = 320;
        },
      },
    });
    const draft = previewStore(server.store, tables);
    expect(await draft.read((view) => view.get("books", GULLS))).toMatchObject({ summary: 320 });
    expect(await stored(GULLS)).toMatchObject({ summary: "Every gull of the northern coasts." });
  });
});

describe("records that one could correct stand against it, and the problem names the first", () => {
  const said = () => server.holder.current.problems[0]?.message;

  it("a sample that is no longer protected, and one's own", async () => {
    samples((all) => {
      all[0].summary = 320;
    });
    for (const title of ["First", "Second", "Third"]) await makeBook(server, { title, summary: "Long" });
    await server.store.write((transaction) => transaction.unprotect("books", GULLS));
    pages();
    await look();
    expect(said()).toBe(
      '4 stored records hold a value here that cannot become a whole number: "A Field Guide to Gulls", "First", "Second" and 1 more.',
    );
  });

  it("by their new names as far as those are stored, else by the _id; long ones are cut", async () => {
    samples((all) => {
      delete all[0].summary;
    });
    const { _id } = await makeBook(server, { title: "x".repeat(99), summary: "Long" });
    pages();
    await look();
    expect(said()).toContain(`whole number: "${"x".repeat(40)}…".`);
    library.edit(BOOKS, (json) => {
      json.schema.properties.summary = { type: "integer", title: "Pages" };
      json.schema.properties.shelfmark = { type: "string", title: "Shelf mark" };
      json.labelField = "shelfmark";
    });
    // Without a label it would be chosen by the shelf mark, which the list does not search.
    library.edit("entities/reading-lists.json", (json) => {
      json.schema.properties.books.items.properties.book.reference.label = "title";
    });
    await look();
    expect(said()).toContain(`whole number: "${_id}".`);
  });

  it("those that share what becomes unique", async () => {
    await makeBook(server, { title: "First", summary: "The same" });
    await makeBook(server, { title: "Second", summary: "The same" });
    library.edit(BOOKS, (json) => {
      json.schema.properties.summary.unique = true;
      json.schema.properties.summary.messages = { unique: "Taken" };
    });
    await look();
    expect(said()).toBe(
      '2 stored records hold the same value here as another, so it cannot be unique: "First", "Second".',
    );
  });

  it("but no accounts where some are hidden from those who read problems", async () => {
    library.edit("entities/members.json", (json) => {
      json.schema.properties.desk = { type: "string", title: "Desk" };
    });
    await look();
    await server.account({ role: "director", username: "secretly", desk: "left" });
    library.edit("entities/members.json", (json) => {
      json.schema.properties.desk = { type: "integer", title: "Desk" };
    });
    await look();
    expect(said()).toBe("1 stored record holds a value here that cannot become a whole number.");
  });

  it("and no secret, when the field of the names was one", async () => {
    library.edit("entities/subjects.json", (json) => {
      json.schema.properties.code = { type: "string", title: "Code", writeOnly: true };
      json.schema.properties.level = { type: "string", title: "Level" };
    });
    await look();
    const { _id } = await server.insert("subjects", { name: "Maps", code: "open sesame", level: "top" });
    library.edit("entities/subjects.json", (json) => {
      json.schema.properties.code = { type: "string", title: "Code" };
      json.schema.properties.level = { type: "integer", title: "Level" };
      json.labelField = "code";
    });
    await look();
    const messages = server.holder.current.problems.map(({ message }) => message);
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(message).toContain(`: "${_id}".`);
  });
});
