import { statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { createSearch, keepSearches } from "../../../src/server/store/sqlite/search/search.ts";
import { makeTable } from "../../../src/server/store/tables/table.ts";
import { BOOKS, book, ids, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

const WRITES = 150;
/** A title of so many adds about as many grams, and 15 pages of them. */
const CHARACTERS = 1000;
const ALPHABET = 20_000;
/** Half a level of the index is 120 and more. */
const MOST_PAGES = 100;
/** A search reads each of them. */
const MOST_SEGMENTS = 60;
/** A page in the journal, with its header. */
const FRAME_BYTES = 4096 + 24;

test("the search index is merged by each write a little, never much in one commit, which keeps everybody waiting", () => {
  const file = temporaryFile();
  const connection = openConnection(file);
  onTestFinished(() => connection.close());
  // The journal only grows: by the pages that a commit writes.
  connection.exec("pragma synchronous = off; pragma wal_autocheckpoint = 0");
  const table = makeTable(BOOKS, []);
  createSearch(connection, "books", "title");
  const context = { connection, tables: new Map([["books", table]]) };
  let size = 0;
  const written = Array.from({ length: WRITES }, (_, n) => {
    connection.exec("begin");
    keepSearches(context, table, table.searches.values(), n + 1, undefined, { title: titleOf(n) });
    connection.exec("commit");
    const before = size;
    size = statSync(`${file}-wal`).size;
    return (size - before) / FRAME_BYTES;
  });
  expect(Math.max(...written)).toBeLessThan(MOST_PAGES);
  const segments = connection.rows(`select count(distinct segid) from "search$books$title$_idx"`, []);
  expect(segments[0]?.[0]).toBeLessThan(MOST_SEGMENTS);
}, 60_000);

test("an index that is made anew is merged now and then, not after each of many short texts", async () => {
  const file = temporaryFile();
  const statements: string[] = [];
  const store = await openSqliteStore({ file, observe: (statement) => statements.push(statement) });
  onTestFinished(() => store.close());
  const bare = SHAPES.map((shape) => ({ ...shape, search: [] }));
  await store.applyShapes(bare);
  const texts = 4000;
  await store.write(async (transaction) => {
    for (let n = 0; n < texts; n += 1)
      await transaction.insert("books", book(`b${n}`, { title: titleOf(n, 20) }), []);
  });
  statements.length = 0;
  await store.applyShapes(SHAPES);
  const merges = statements.filter((statement) => statement.includes("'merge'")).length;
  expect(merges).toBeGreaterThan(2);
  expect(merges).toBeLessThan(texts / 100);
  const connection = openConnection(file);
  onTestFinished(() => connection.close());
  const segments = connection.rows(`select count(distinct segid) from "search$books$title$_idx"`, []);
  expect(segments[0]?.[0]).toBeLessThan(MOST_SEGMENTS);
  const [found] = await ids(store, "books", { search: { field: "title", text: titleOf(1234, 20) } });
  expect(found).toBe("b1234");
});

function titleOf(n: number, length = CHARACTERS): string {
  const points = Array.from({ length }, (_, at) => 0x4e00 + ((n * 7919 + at * 104_729) % ALPHABET));
  return String.fromCodePoint(...points);
}
