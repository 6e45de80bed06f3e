import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { openBare, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { inspectStoreFile } from "../../../src/server/store/sqlite/file/store-file.ts";
import { upgradeSqliteStore } from "../../../src/server/store/sqlite/file/upgrade.ts";
import { STORE_VERSION } from "../../../src/server/store/sqlite/file/upgrade-steps.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import {
  BOOKS,
  book,
  column,
  found,
  get,
  ids,
  SHAPES,
  SHELVES,
  update,
} from "../../contracts/store/library.ts";
import { columnsOf, contentOf, folderBytes, writeVersion, writeVersion0 } from "./store-content.ts";
import { temporaryFile } from "./temporary-file.ts";

const NOW = new Date("2026-11-22T10:11:12.345Z");

const OLD_IMAGE_COLUMNS = 5;

/** Without what later versions add: empty tables, and columns of images. */
const withoutAdded = ({
  preferences = [],
  journal = [],
  journal_values = [],
  sqlite_sequence = [],
  bin = [],
  bin_images = [],
  ...content
}: Record<string, unknown[]>) => ({
  ...content,
  added: [...preferences, ...journal, ...journal_values, ...sqlite_sequence, ...bin, ...bin_images],
  images: content.images?.map((row) => String(row).split(",").slice(0, OLD_IMAGE_COLUMNS)),
});

test("a store from before versions is recognised, and not opened as it is", async () => {
  const file = temporaryFile();
  writeVersion0(file);
  const before = folderBytes(dirname(file));
  expect(inspectStoreFile(file)).toEqual({ state: "store", version: 0 });
  await expect(openSqliteStore({ file })).rejects.toThrow(/is a store of version 0/);
  expect(folderBytes(dirname(file))).toEqual(before);
});

test("it is upgraded: every row stays, the one before is kept to the byte, space can be given back", async () => {
  const file = temporaryFile();
  writeVersion0(file);
  const before = { bytes: readFileSync(file), content: contentOf(file) };
  const kept = upgradeSqliteStore(file, 0, NOW);
  expect(kept).toMatch(/\/store-version-0-2026-11-22T10-11-12\.345Z\.db$/);
  expect(readFileSync(kept).equals(before.bytes)).toBe(true);
  expect(readdirSync(dirname(file)).filter((name) => name.includes(".part"))).toEqual([]);

  expect(inspectStoreFile(file)).toEqual({ state: "store", version: STORE_VERSION });
  expect(withoutAdded(contentOf(file))).toEqual(withoutAdded(before.content));
  const connection = openBare(file);
  expect(connection.rows("pragma auto_vacuum", [])).toEqual([[2]]);
  const [[grams] = []] = connection.rows("select name from sqlite_master where sql like '%fts5%'", []);
  expect(connection.rows(`select v from "${grams}_config" where k = 'automerge'`, [])).toEqual([[0]]);
  connection.close();

  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  expect(await ids(store, "books")).toEqual(["b1", "b2", "b3"]);
  expect(await get(store, "books", "b2")).toMatchObject({ title: "Émile 2", shelf: "s1", lent: true });
  expect(await found(store, "émile 3")).toEqual(["b3"]);
  await store.read(async (view) => {
    expect((await view.imageBytes("3.png", "full"))?.bytes).toEqual(new Uint8Array(5000).fill(3));
    expect(await view.imagesOf("books", "b1")).toEqual(["1.png"]);
    expect(await view.session("a1".repeat(32))).toMatchObject({ accountId: "b1" });
  });
  await store.close();
});

test("what its journal alone holds is upgraded too", () => {
  const origin = temporaryFile();
  writeVersion0(origin);
  const running = openConnection(origin);
  running.exec("insert into settings values ('late', 'in the journal')");
  const file = temporaryFile();
  for (const suffix of ["", "-wal"]) copyFileSync(origin + suffix, file + suffix);
  running.close();
  expect(readFileSync(file).includes("in the journal")).toBe(false);
  const kept = upgradeSqliteStore(file, 0, NOW);
  expect(contentOf(file).settings).toContain("'late','in the journal'");
  expect(contentOf(kept).settings).toContain("'late','in the journal'");
});

test.each(Array.from({ length: STORE_VERSION }, (_, version) => version))(
  "the tables of the engine are the same in a new store and in one upgraded from version %i",
  async (version) => {
    const fresh = temporaryFile();
    await (await openSqliteStore({ file: fresh })).close();
    const upgraded = temporaryFile();
    writeVersion(version, upgraded);
    upgradeSqliteStore(upgraded, version, NOW);
    expect(columnsOf(upgraded)).toMatchObject(columnsOf(fresh));
  },
);

test("the images of a record in the bin of version 3 are kept for it as long as it is", async () => {
  const file = temporaryFile();
  writeVersion(3, file);
  upgradeSqliteStore(file, 3, NOW);
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await store.read(async (view) => {
    expect(await view.image("4.png", { table: "books", _id: "b4" })).toMatchObject({
      expiresAt: "2026-02-01T00:00:00.000Z",
    });
    const { bytes, positions = [] } = (await view.binnedImageBytes("books", "b4", "4.png", "full")) ?? {};
    expect(bytes).toEqual(Uint8Array.of(4));
    expect((await view.journalEntry(positions.at(-1) ?? 0))?.kind).toBe("delete");
  });
  await store.write((on) => on.insert("books", book("b4"), ["4.png"]));
  expect(await store.read((view) => view.image("4.png"))).toMatchObject({ expiresAt: null });
  await store.close();
});

test("an upgrade beside who uses the store is refused, and changes nothing", () => {
  const file = temporaryFile();
  writeVersion0(file);
  const other = openConnection(file);
  other.exec("begin immediate; insert into settings values ('x', 'y')");
  expect(() => upgradeSqliteStore(file, 0, NOW)).toThrow(/in use|locked/);
  other.exec("rollback");
  other.close();
  expect(inspectStoreFile(file)).toEqual({ state: "store", version: 0 });
  expect(readdirSync(dirname(file)).filter((name) => /part|version/.test(name))).toEqual([]);
}, 30_000);

test("a file from before kinds were kept opens as it is, and is fitted from then on", async () => {
  const file = temporaryFile();
  writeVersion0(file);
  const connection = openBare(file);
  connection.exec("drop table record_columns");
  connection.close();
  expect(existsSync(upgradeSqliteStore(file, 0, NOW))).toBe(true);

  const store = await openSqliteStore({ file });
  const wary = { ...column("pages", "integer"), convert: () => undefined };
  const columns = BOOKS.columns.filter(({ name }) => name !== "pages");
  await store.applyShapes([SHELVES, { ...BOOKS, columns: [...columns, wary] }]);
  expect(await get(store, "books", "b3")).toMatchObject({ title: "Émile 3", pages: 3 });
  await store.applyShapes([SHELVES, { ...BOOKS, columns: [...columns, column("pages", "text")] }]);
  expect(await get(store, "books", "b3")).toMatchObject({ pages: "3" });
  await store.close();
});

test("nor were forms: values of such a file are of the kind without", async () => {
  const file = temporaryFile();
  writeVersion0(file);
  const connection = openBare(file);
  connection.exec("drop table record_columns");
  connection.close();
  upgradeSqliteStore(file, 0, NOW);

  const store = await openSqliteStore({ file });
  const title = column("title", "text");
  const loud = { ...title, kind: "loud", firstKind: title.kind, convert: (value: Json) => `${value}!` };
  const columns = BOOKS.columns.filter(({ name }) => name !== "title");
  for (let times = 0; times < 2; times += 1)
    await store.applyShapes([SHELVES, { ...BOOKS, columns: [...columns, loud] }]);
  expect(await get(store, "books", "b3")).toMatchObject({ title: "Émile 3!" });
  await store.close();
});

test("images of a file from before they had an owner are nobody's, new ones somebody's", async () => {
  const file = temporaryFile();
  writeVersion0(file);
  upgradeSqliteStore(file, 0, NOW);
  const store = await openSqliteStore({ file });
  const image = { type: "image/png", createdAt: "x", expiresAt: null, deletionAsked: false };
  await store.write((transaction) =>
    transaction.addImage({ ...image, fileName: "new.png", uploadedBy: "a1" }, Uint8Array.of(1), {
      bytes: Uint8Array.of(2),
      type: "image/webp",
    }),
  );
  const found = await store.read((view) => Promise.all(["1.png", "new.png"].map((name) => view.image(name))));
  expect(found.map((one) => one?.uploadedBy)).toEqual([null, "a1"]);
  await store.close();
});

test("a store from before preferences keeps its rows, and takes preferences once it is upgraded", async () => {
  const file = temporaryFile();
  writeVersion(1, file);
  expect(inspectStoreFile(file)).toEqual({ state: "store", version: 1 });
  const before = contentOf(file);
  upgradeSqliteStore(file, 1, NOW);
  expect(withoutAdded(contentOf(file))).toEqual(withoutAdded(before));
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await store.write((transaction) => transaction.setPreference("b1", "sidebar", '"collapsed"'));
  expect(await store.read((view) => view.preferences("b1"))).toEqual(new Map([["sidebar", '"collapsed"']]));
  expect(await get(store, "books", "b2")).toMatchObject({ title: "Émile 2", shelf: "s1", lent: true });
  await store.close();
});

test("a store from before the journal keeps its rows as first versions, and writes down what is changed from then on", async () => {
  const file = temporaryFile();
  writeVersion(2, file);
  const before = contentOf(file);
  upgradeSqliteStore(file, 2, NOW);
  expect(withoutAdded(contentOf(file))).toEqual(withoutAdded(before));
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  expect(await get(store, "books", "b2")).toMatchObject({ title: "Émile 2", _version: 1, updatedById: null });
  await update(store, "books", "b2", { title: "Émile" });
  expect(await get(store, "books", "b2")).toMatchObject({ title: "Émile", _version: 2 });
  const { entries } = await store.read((view) => view.journal({ limit: 10 }));
  expect(entries).toMatchObject([{ position: 1, version: 2, before: { title: "Émile 2" } }]);
  expect(await store.read((view) => view.preferences("b1"))).toEqual(new Map([["sidebar", '"collapsed"']]));
  await store.close();
});
