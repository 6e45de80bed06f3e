import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, test } from "vitest";
import {
  moveStore,
  type PartContent,
  StoreDiffersError,
} from "../../../src/server/store/moving/move-store.ts";
import { partsOf, type StoreReader, type StoreWriter } from "../../../src/server/store/moving/parts.ts";
import { openBare } from "../../../src/server/store/sqlite/driver.ts";
import { partOf, placePart } from "../../../src/server/store/sqlite/file/durable-file.ts";
import { readStoreFile, writeStoreFile } from "../../../src/server/store/sqlite/file/moved-file.ts";
import { StoreFileError } from "../../../src/server/store/sqlite/file/store-file.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { book, booksWithout, insert, LATER, SHAPES, SHELVES, shelf } from "../../contracts/store/library.ts";
import { contentOf } from "./store-content.ts";
import { temporaryFile } from "./temporary-file.ts";

const ORIGIN = {
  changeId: "c1",
  at: LATER,
  account: { _id: "a", name: "Ann" },
  requestId: "r",
  config: null,
};

/** Something of what a store holds, with a field that was in no shape for a while. */
async function fill(store: Store): Promise<void> {
  await store.applyShapes(SHAPES);
  await insert(store, "shelves", shelf("s1", { name: "Art" }));
  await store.write(async (on) => {
    const image = { type: "image/png", createdAt: LATER, expiresAt: LATER, deletionAsked: true };
    await on.addImage({ ...image, fileName: "a.png", uploadedBy: null }, Uint8Array.of(0, 255), {
      bytes: Uint8Array.of(7),
      type: "image/webp",
    });
    const odd = { price: 1.5, lent: false, ratings: { readers: [1, null] }, title: "12" };
    await on.insert("books", book("b", { ...odd, pages: 3, genre: "x".repeat(5000) }), []);
  }, ORIGIN);
  await store.applyShapes([SHELVES, booksWithout("lent")]);
  await insert(store, "books", book("a", { title: "Later", shelf: "s1" }));
  await store.write(
    async (on) => {
      await on.setPreference("a", "lists", "{}");
      await on.setSetting("key", "value");
      await on.noteEvent({ kind: "login", account: null });
    },
    { ...ORIGIN, at: "2000-01-01" },
  );
  await store.write((on) => on.pruneJournal("2001-01-01", 9));
}

async function filledFile(filling: (store: Store) => Promise<void> = fill): Promise<string> {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  await filling(store);
  await store.close();
  return file;
}

interface Ways {
  readonly reading?: (reader: StoreReader) => StoreReader;
  readonly writing?: (writer: StoreWriter) => StoreWriter;
  readonly tell?: (content: PartContent) => void;
}

async function moved(from: string, to: string, { reading, writing, tell }: Ways = {}) {
  const source = readStoreFile(from);
  const target = writeStoreFile(to);
  try {
    return await moveStore(reading?.(source) ?? source, writing?.(target) ?? target, tell);
  } finally {
    target.close();
    source.close();
  }
}

describe("a store that is moved from file to file", () => {
  it("is the same, row by row, and says so", async () => {
    const [file, copy, other] = [await filledFile(), temporaryFile(), temporaryFile()];
    const told: PartContent[] = [];
    const contents = await moved(file, copy, { tell: (content) => void told.push(content) });
    expect(existsSync(copy)).toBe(false);
    placePart(copy);
    expect(told).toEqual(contents);
    expect(contents.at(0)).toStrictEqual({
      title: "fields",
      table: "record_columns",
      rows: 10,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(contents.slice(-2)).toMatchObject([
      { title: "records of books", table: "records$books", entity: "books", rows: 2 },
      { title: "records of shelves", table: "records$shelves", entity: "shelves", rows: 1 },
    ]);
    expect(await moved(copy, other)).toEqual(contents);
    // What is made of records is made by the next start; how many there are is told before it.
    const kept = ["journal", "journal_values", "images", "image_bytes", "preferences", "settings"];
    const [before, after] = [contentOf(file), contentOf(copy)];
    for (const table of [...kept, "record_columns"])
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect(after.record_counts).toEqual(["'books','','',2", "'shelves','','',1"]);
    const store = await openSqliteStore({ file: copy });
    await store.applyShapes(SHAPES);
    expect(await store.read((view) => view.getMany("books", ["a", "b"]))).toMatchObject([
      { title: "Later", lent: null, pages: null },
      { title: "12", lent: false, pages: 3, price: 1.5, ratings: { readers: [1, null] } },
    ]);
    // The last entry of the journal was pruned: its position is not used again.
    await insert(store, "books", book("next"));
    const { entries } = await store.read((view) => view.journal({ limit: 2 }));
    expect(entries.map(({ position }) => position)).toEqual([5, 3]);
    await store.close();
  });

  it("is read a few rows at a time, fewer the longer they are", async () => {
    const file = await filledFile(async (store) => {
      await store.applyShapes(SHAPES);
      await store.write(async (on) => {
        for (let n = 100; n < 700; n += 1) await on.insert("shelves", shelf(`s${n}`, { name: `${n}` }), []);
        for (let n = 0; n < 4; n += 1)
          await on.insert("books", book(`b${n}`, { title: `${n}`.repeat(400_000) }), []);
        await on.insert("books", book("last", { title: "z".repeat(1_200_000) }), []);
      });
    });
    const limits = new Map<string, number[]>();
    const reading = (reader: StoreReader): StoreReader => ({
      ...reader,
      rows(part, after, limit) {
        limits.set(part.table, [...(limits.get(part.table) ?? []), limit]);
        return reader.rows(part, after, limit);
      },
    });
    await moved(file, temporaryFile(), { reading });
    // Each is read to be written, and again to be compared.
    const twice = (...all: number[]) => [...all, ...all];
    expect(limits.get("records$shelves")).toEqual(twice(1, 250, 250, 250, 250));
    expect(limits.get("records$books")).toEqual(twice(1, 2, 2, 1));
  });

  const changing =
    (
      table: string,
      change: (rows: Parameters<StoreWriter["insert"]>[1]) => Parameters<StoreWriter["insert"]>[1],
    ) =>
    (writer: StoreWriter) => ({
      ...writer,
      insert: async (
        part: Parameters<StoreWriter["insert"]>[0],
        rows: Parameters<StoreWriter["insert"]>[1],
      ) => {
        const changed = part.table === table ? change(rows) : rows;
        if (changed.length > 0) await writer.insert(part, changed);
      },
    });

  it.each<[string, string, (writer: StoreWriter) => StoreWriter]>([
    [
      "a value that is another",
      "records of books: number 1 (b) is missing there, or is another.",
      changing("records$books", (rows) =>
        rows.map(({ place, cells }) => ({
          place,
          cells: cells.map((cell) => (cell === '"12"' ? '"13"' : cell)),
        })),
      ),
    ],
    [
      "bytes that are others",
      "bytes of pictures: number 1 (a.png, full) is missing there, or is another.",
      changing("image_bytes", (rows) =>
        rows.map(({ place, cells }) => ({
          place,
          cells: cells.map((cell) => (cell instanceof Uint8Array ? Uint8Array.of(1, cell.length) : cell)),
        })),
      ),
    ],
    [
      "a row that is missing",
      "bytes of pictures: number 2 (a.png, small) is missing there, or is another.",
      changing("image_bytes", (rows) => rows.filter(({ place }) => place[1] !== "small")),
    ],
    [
      "a row too many",
      "There are more settings than the 1 of the source.",
      changing("settings", (rows) => [...rows, { place: [], cells: ["more", "value"] }]),
    ],
    [
      "a journal that would use positions again",
      "The journal there does not go on where that of the source ends.",
      (writer) => ({ ...writer, finish: (last) => writer.finish(last - 1) }),
    ],
    [
      "other fields",
      "The tables there are not those of the source.",
      (writer) => ({
        ...writer,
        finish: async (last) => ({ ...(await writer.finish(last)), parts: async () => [] }),
      }),
    ],
  ])("with %s is told, and is none", async (_, message, writing) => {
    const [file, copy] = [await filledFile(), temporaryFile()];
    const moving = moved(file, copy, { writing });
    await expect(moving).rejects.toThrow(new StoreDiffersError(message));
    expect(existsSync(copy)).toBe(false);
  });

  it.each<[string, RegExp, (file: string) => Promise<void> | void]>([
    ["is missing", /^There is no store at /, () => undefined],
    [
      "is of an older version",
      /is a store of version 1; it is to be upgraded/,
      async (file) => {
        copyFileSync(await filledFile(), file);
        const connection = openBare(file);
        connection.exec("pragma user_version = 1");
        connection.close();
      },
    ],
    ["is a text", /is no SQLite database/, (file) => writeFileSync(file, "a text")],
  ])("is none where it %s", async (_, message, write) => {
    const file = temporaryFile();
    await write(file);
    expect(() => readStoreFile(file)).toThrow(message);
    expect(() => readStoreFile(file)).toThrow(StoreFileError);
  });

  it("is none where nobody knows what its columns hold, which are named", async () => {
    const file = await filledFile();
    const connection = openBare(file);
    onTestFinished(() => connection.close());
    connection.exec(`delete from record_columns where name in ('genre', 'pages') or from_table = 'shelves'`);
    const reader = readStoreFile(file);
    await expect(reader.parts()).rejects.toThrow(
      /that did not note what they are: records\$shelves, records\$books\.pages, records\$books\.genre\. Start the server once/,
    );
    reader.close();
  });

  it("may lack columns that its version did not have in a table of no config: versions begin at 1", async () => {
    const file = await filledFile();
    const connection = openBare(file);
    for (const column of ["version$", "updated_by_id"])
      connection.exec(`alter table "records$shelves" drop column "${column}"`);
    connection.close();
    const reader = readStoreFile(file);
    const part = (await reader.parts()).find(({ entity }) => entity === "shelves");
    if (part === undefined) throw new Error("There are no shelves.");
    const [row] = await reader.rows(part, undefined, 9);
    const of = (name: string) => row?.cells[part.columns.findIndex((column) => column.name === name)];
    expect([of("version$"), of("updated_by_id"), of("name")]).toEqual(["1", null, '"Art"']);
    reader.close();
  });
});

test("parts are in the same order, whatever the order in which an engine tells what it has", () => {
  const type = { type: "text", kind: "text" } as const;
  const columns = (...names: string[]) => new Map(names.map((name) => [name, type]));
  const parts = partsOf(
    new Map([
      ["b", columns("y", "x", "z")],
      ["c", columns()],
      ["a", columns("q")],
    ]),
  );
  expect(parts.map(({ entity }) => entity ?? "own").filter((entity) => entity !== "own")).toEqual([
    "a",
    "b",
    "c",
  ]);
  const names = parts.find(({ entity }) => entity === "b")?.columns.map(({ name }) => name) ?? [];
  expect(names.slice(-3)).toEqual(["x", "y", "z"]);
  expect(names[0]).toBe("__id");
  expect(names.filter((name) => name === "__id")).toHaveLength(1);
  const wide = columns(...Array.from({ length: 193 }, (_, at) => `f${at}`));
  const [part] = partsOf(new Map([["wide", wide]])).slice(-1);
  expect([part?.columns.length, part?.atOnce]).toEqual([200, 150]);
  expect(partOf("store.db")).toBe("store.db.part");
});
