import { expect, test } from "vitest";
import { openReadOnly } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import { SHAPES } from "../../contracts/store/library.ts";
import { BEFORE, fillUnder } from "./followed-shapes.ts";
import { temporaryFile } from "./temporary-file.ts";

/** All that the engine made of the records under the last shapes. */
async function madeUnder(first: readonly TableShape[]): Promise<Record<string, unknown>> {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  await fillUnder(first, store);
  const { rows, close } = openReadOnly(file, false);
  const all = (text: string) => rows(text, []).map((row) => row.map(String).join(" | "));
  const hidden = (table: string, columns: readonly string[]) =>
    columns.map((name) => all(`select '${name}', __id, quote("${name}") from "${table}" order by __id`));
  const made = {
    indexes: all(
      "select name, sql from sqlite_schema where type = 'index' and tbl_name in ('records$books', 'records$shelves') order by name",
    ),
    references: all("select * from record_references order by 1, 2, 3, 4, 5"),
    counts: all("select * from record_counts where n <> 0 and from_table <> 'racks' order by 1, 2, 3"),
    folds: all(`select * from "fold$books$title$" order by 1`),
    grams: all(`select count(*) from "search$books$title$" where "search$books$title$" match '002t'`),
    books: hidden("records$books", ["sort$shelf.name", "sort$ratings.readers", "fold$title", "key$genre"]),
    keys: hidden("records$books", ["key$series", "key$shelf", "key$ratings.readers"]),
    shelves: hidden("records$shelves", ["sort$parent.name", "fold$name"]),
    plans: all("select * from prepared where from_table <> 'racks' order by 1"),
  };
  close();
  return made;
}

test.each(BEFORE)(
  "after %s all that is made of records is as if it had always been so",
  async (_, shapes) => {
    expect(await madeUnder(shapes)).toEqual(await madeUnder(SHAPES));
  },
);

test("something is made of them", async () => {
  const { references, counts, folds, grams, indexes } = await madeUnder(SHAPES);
  expect(references).toContain("books | b0 | books | series.*.book | b3");
  expect(counts).toContain("books | genre | novel | 2");
  expect(folds).toContain("1 | émile");
  // An e.
  expect(grams).toEqual(["2"]);
  expect(Object.keys(Object(indexes)).length).toBeGreaterThan(20);
});
