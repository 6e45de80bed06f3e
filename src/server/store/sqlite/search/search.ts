import { type RawBuilder, sql } from "kysely";
import type { RecordData } from "../../../../model/record.ts";
import { foldSearched, gramsOf } from "../../tables/fold.ts";
import { foldTable, searchTable } from "../../tables/names.ts";
import type { Search, Table } from "../../tables/table.ts";
import { type Context, textOf } from "../context.ts";
import type { Connection } from "../driver.ts";

/** Longer texts are not in every sort index: a walk along one looks them up in the table of folded texts. */
const MAX_FOLD_LENGTH = 200;

/** The most that SQLite permits on a level of the full-text index before it merges all of them at once. */
const MAX_SEGMENTS = 1999;
/** Pages of the full-text index that a write merges at most: a few milliseconds, and several times as many as it adds. */
const MERGED_PAGES = 16;

/** The hidden column's value: "" where there is no text, null where it is too long. */
export function foldValue(search: Search, record: RecordData): string | null {
  const folded = foldedText(search, record);
  return folded.length > MAX_FOLD_LENGTH ? null : folded;
}

/**
 * Creates what answers searches: by row number, the grams of a text, and the folded text, which is compared and walked
 * without reading records. An empty text has neither.
 */
export function createSearch(connection: Connection, table: string, column: string): void {
  connection.run(
    sql`create virtual table ${sql.id(searchTable(table, column))}
      using fts5(grams, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
  );
  // SQLite itself merges segments rarely and many at once, in a commit: 140 ms in a large table. `mergeSearch` does it instead.
  const grams = sql.id(searchTable(table, column));
  connection.run(
    sql`insert into ${grams} (${grams}, rank) values ('automerge', 0), ('crisismerge', ${sql.lit(MAX_SEGMENTS)})`,
  );
  connection.run(
    sql`create table ${sql.id(foldTable(table, column))} (found$ integer primary key, folded$ text not null)`,
  );
}

export function dropSearch(connection: Connection, table: string, column: string): void {
  connection.run(sql`drop table if exists ${sql.id(searchTable(table, column))}`);
  connection.run(sql`drop table if exists ${sql.id(foldTable(table, column))}`);
}

/** Updates what a record is found by in these columns; `before` and `after` as with references. */
export function keepSearches(
  context: Context,
  table: Table,
  searches: Iterable<Search>,
  row: number,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  for (const search of searches)
    if (changeSearch(context, table, search, row, before, after) > 0)
      mergeSearch(context, table, search, MERGED_PAGES);
}

/** The same for one column, without the merge that is to follow. Answers how many characters were added. */
export function changeSearch(
  { connection }: Context,
  table: Table,
  search: Search,
  row: number,
  before: RecordData | undefined,
  after: RecordData | undefined,
): number {
  const old = foldedText(search, before);
  const now = foldedText(search, after);
  if (old === now) return 0;
  const [grams, folds] = [sql.id(search.grams), sql.id(search.folds)];
  const run = (key: string, make: () => RawBuilder<unknown>, ...values: (string | number)[]) =>
    connection.runText(textOf(table, `${key} ${search.column}`, make), values);
  if (old !== "") {
    run("drop grams", () => sql`delete from ${grams} where rowid = ${0}`, row);
    run("drop fold", () => sql`delete from ${folds} where found$ = ${0}`, row);
  }
  if (now === "") return 0;
  const words = [...gramsOf(now)].join(" ");
  run("add grams", () => sql`insert into ${grams} (rowid, grams) values (${0}, ${""})`, row, words);
  run("add fold", () => sql`insert into ${folds} (found$, folded$) values (${0}, ${""})`, row, now);
  return now.length;
}

/** Merges what was added to the index of a column, of so many pages at most: a search reads all parts that it has. */
export function mergeSearch(
  { connection }: Context,
  table: Table,
  { column, grams }: Search,
  pages: number,
): void {
  const index = sql.id(grams);
  const make = () => sql`insert into ${index} (${index}, rank) values ('merge', ${0})`;
  connection.runText(textOf(table, `merge grams ${column}`, make), [pages]);
}

function foldedText(search: Search, record: RecordData | undefined): string {
  const value = record?.[search.column];
  return typeof value === "string" ? foldSearched(value) : "";
}
