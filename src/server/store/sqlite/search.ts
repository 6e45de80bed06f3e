import { type RawBuilder, sql } from "kysely";
import type { RecordData } from "../../../model/record.ts";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import type { Connection } from "./driver.ts";
import { fold, gramsOf, phrase } from "./fold.ts";
import type { Hidden } from "./hidden.ts";
import { searchTable } from "./names.ts";
import { ROW } from "./records.ts";
import type { Search, Table } from "./table.ts";
import { textOf } from "./texts.ts";

/** Longer texts are not kept folded in every sort index; walking one looks them up in the full-text table instead. */
const LONGEST_FOLD = 200;

/** The hidden column's value: empty text where there is none, null where it is too long to be kept. */
export function foldValue(search: Search, record: RecordData): string | null {
  const folded = foldedText(search, record);
  return folded.length > LONGEST_FOLD ? null : folded;
}

/** Keeps no text, only where which gram stands. */
export function createGrams(connection: Connection, table: string, column: string): void {
  connection.run(
    sql`create virtual table ${sql.id(searchTable(table, column))}
      using fts5(grams, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  );
}

export function dropGrams(connection: Connection, table: string, column: string): void {
  connection.run(sql`drop table if exists ${sql.id(searchTable(table, column))}`);
}

/** Keeps the full-text tables of these searched columns of a record; `before` and `after` as with references. */
export function keepGrams(
  { connection }: Context,
  table: Table,
  searches: Iterable<Search>,
  row: number,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  for (const search of searches) {
    const old = before === undefined ? "" : foldedText(search, before);
    const now = after === undefined ? "" : foldedText(search, after);
    if (old === now) continue;
    const grams = sql.id(search.grams);
    const text = (key: string, make: () => RawBuilder<unknown>) =>
      textOf(connection, table, `${key} ${search.column}`, make);
    if (old !== "")
      connection.runText(
        text("drop grams", () => sql`delete from ${grams} where rowid = ${0}`),
        [row],
      );
    if (now !== "")
      connection.runText(
        text("add grams", () => sql`insert into ${grams} (rowid, grams) values (${0}, ${""})`),
        [row, gramsOf(now)],
      );
  }
}

function foldedText(search: Search, record: RecordData): string {
  const value = record[search.column];
  return typeof value === "string" ? fold(value) : "";
}

/** Up to so many matches are read and sorted, whatever else could be done; measured, they take about 2 ms. */
const FEW = 500;

/** A search of one list request, ready to be put into queries. */
export interface Matching {
  readonly column: string;
  readonly grams: RawBuilder<unknown>;
  /** Condition on the full-text table; takes `wanted` as parameter. */
  readonly match: RawBuilder<unknown>;
  readonly wanted: string;
  /** Condition on the records' table, from what the indexes hold; takes `held` as parameters. */
  readonly holds: RawBuilder<unknown>;
  readonly held: readonly string[];
  /** How many records match, those hidden from the list included. */
  readonly count: number;
  /** Where they are few: their row numbers, a JSON list. */
  readonly few: string | undefined;
}

export function makeMatching(
  { connection }: Context,
  table: Table,
  { field, text }: NonNullable<StoreListQuery["search"]>,
): Matching {
  const search = table.searches.get(field);
  if (search === undefined) throw new Error(`${table.id}.${field} is not searched.`);
  const folded = fold(text);
  const wanted = phrase(folded);
  const grams = sql.id(search.grams);
  const match = sql`${grams} match ${""}`;
  const kept = sql.id(search.fold);
  const some = (key: string, make: () => RawBuilder<unknown>, ...values: number[]) =>
    connection.rows(textOf(connection, table, `${key} ${field}`, make), [wanted, ...values])[0] ?? [];

  const [n, few] = some(
    "few matches",
    () => sql`select count(*), json_group_array(found) from
      (select rowid as found from ${grams} where ${match} limit ${0})`,
    FEW + 1,
  );
  const areFew = Number(n) <= FEW;
  const [all] = areFew ? [n] : some("matches", () => sql`select count(*) from ${grams} where ${match}`);
  return {
    column: field,
    grams,
    match,
    wanted,
    holds: sql`case when ${kept} is null then ${ROW} in (select rowid from ${grams} where ${match})
      else instr(${kept}, ${""}) > 0 end`,
    held: [wanted, folded],
    count: Number(all),
    few: areFew ? String(few) : undefined,
  };
}

/** How many matches a list leaves out: of the matches or of what is hidden, the fewer are looked at. */
export function countHiddenMatches(
  { connection }: Context,
  table: Table,
  matching: Matching,
  hidden: Hidden,
): number {
  const records = sql.id(table.sql);
  const { grams, match, holds, column } = matching;
  const byHidden = hidden.count <= matching.count;
  const text = textOf(connection, table, JSON.stringify(["hidden", byHidden, column, hidden.field]), () =>
    byHidden
      ? sql`select count(*) from ${records} indexed by ${hidden.index} where ${hidden.is} and ${holds}`
      : sql`select count(*) from ${grams} cross join ${records}
          on ${records}.${ROW} = ${grams}.rowid where ${match} and ${hidden.is}`,
  );
  const values = byHidden ? [hidden.values, ...matching.held] : [matching.wanted, hidden.values];
  return Number(connection.rows(text, values)[0]?.[0]);
}
