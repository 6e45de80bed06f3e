import { type RawBuilder, sql } from "kysely";
import type { RecordData } from "../../../model/record.ts";
import type { Context } from "./context.ts";
import type { Connection } from "./driver.ts";
import { fold, gramsOf, phrase } from "./fold.ts";
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
  readonly grams: RawBuilder<unknown>;
  /** Condition on the full-text table. */
  readonly match: RawBuilder<unknown>;
  /** Condition on the records' table, from what the sort indexes hold. */
  readonly holds: RawBuilder<unknown>;
  /** How many records match, those hidden from the list included. */
  readonly count: number;
  /** Where they are few: their row numbers, a JSON list. */
  readonly few: string | undefined;
}

export function makeMatching({ connection }: Context, table: Table, search: Search, text: string): Matching {
  const folded = fold(text);
  const wanted = phrase(folded);
  const grams = sql.id(search.grams);
  const match = sql`${grams} match ${wanted}`;
  const kept = sql.id(search.fold);
  const fewText = textOf(
    connection,
    table,
    `few ${search.column}`,
    () => sql`select count(*), json_group_array(found) from
      (select rowid as found from ${grams} where ${grams} match ${""} limit ${0})`,
  );
  const [[some, few] = []] = connection.rows(fewText, [wanted, FEW + 1]);
  const areFew = Number(some) <= FEW;
  const countText = textOf(
    connection,
    table,
    `count ${search.column}`,
    () => sql`select count(*) from ${grams} where ${grams} match ${""}`,
  );
  return {
    grams,
    match,
    holds: sql`case when ${kept} is null then ${ROW} in (select rowid from ${grams} where ${match})
      else instr(${kept}, ${folded}) > 0 end`,
    count: Number(areFew ? some : connection.rows(countText, [wanted])[0]?.[0]),
    few: areFew ? String(few) : undefined,
  };
}
