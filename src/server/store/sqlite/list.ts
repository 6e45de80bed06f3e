import { type RawBuilder, sql } from "kysely";
import type { Steps } from "../../../compiler/steps.ts";
import type { StoredRecord } from "../../../model/record.ts";
import type { StoreListQuery } from "../store.ts";
import { type Context, textOf } from "./context.ts";
import { countRecords } from "./counts.ts";
import type { SqlValue } from "./driver.ts";
import { type Hidden, makeHidden } from "./hidden.ts";
import { ID, ROW, recordsAt } from "./records.ts";
import { countHiddenMatches, findMatches, type Matches } from "./search/matches.ts";
import type { Table } from "./table.ts";

/**
 * A page of a list, and how many records the whole list has. Each step takes milliseconds; all of them are to read the
 * same state.
 */
export function* selectPage(
  context: Context,
  table: Table,
  { offset, limit, sort, search, without }: StoreListQuery,
): Steps<{ records: StoredRecord[]; total: number }> {
  const matches =
    search === undefined || search.text === "" ? undefined : yield* findMatches(context, table, search);
  const hidden = without && makeHidden(context, table, without);
  const total = yield* countListed(context, table, matches, hidden);
  const page: Page = { offset, limit: Math.min(limit, total - offset), total, sort };
  const rows = page.limit <= 0 ? [] : yield* pageRows(context, table, page, matches, hidden);
  return { records: yield* recordsAt(context, table, rows), total };
}

function* countListed(
  context: Context,
  table: Table,
  matches: Matches | undefined,
  hidden: Hidden | undefined,
): Steps<number> {
  const all = matches?.count ?? countRecords(context, table);
  if (hidden === undefined || hidden.count === 0 || all === 0) return all;
  return (
    all - (matches === undefined ? hidden.count : yield* countHiddenMatches(context, table, matches, hidden))
  );
}

/** Reading a match to sort it costs about as much as passing so many entries of a sort index. */
const SORT_COST = 16;
/** So many matches are sorted whatever else could be done. */
const MAX_SORTED_MATCHES = 1024;
/** So many entries are passed to see whether few matches are near, before they are sorted. */
const MAX_TRIED = 4096;

interface Page {
  readonly offset: number;
  /** Of records that there are: at least one. */
  readonly limit: number;
  readonly total: number;
  readonly sort: StoreListQuery["sort"];
}

/** The page's row numbers. A page in the far half is read from the end. */
function* pageRows(
  context: Context,
  table: Table,
  { offset, limit, total, sort }: Page,
  matches: Matches | undefined,
  hidden: Hidden | undefined,
): Steps<readonly number[]> {
  const index = table.sorts.get(sort.field);
  if (index === undefined) throw new Error(`${table.id} is not sorted by ${sort.field}.`);
  const fromEnd = offset > total / 2;
  const direction = fromEnd !== (sort.order === "desc") ? "desc" : "asc";
  const order = sql.raw(direction);
  const records = sql.id(table.sql);
  const read: Read = {
    context,
    table,
    records,
    walk: sql`${records} indexed by ${sql.id(index.index)}`,
    order: sql`order by ${sql.id(index.sql)} collate nocase ${order}, ${ID} ${order}`,
    hiding: hidden?.column,
    isShown: hidden?.isNot ?? sql`true`,
    hidden: hidden === undefined ? [] : [hidden.values],
    key: [matches?.column, hidden?.field, sort.field, direction],
    limit,
    skipped: fromEnd ? total - offset - limit : offset,
  };
  const rows = matches === undefined ? pageOfAll(read) : yield* pageOfMatches(read, matches, total);
  return fromEnd ? [...rows].reverse() : rows;
}

/** One page, ready to be read in its direction. */
interface Read {
  readonly context: Context;
  readonly table: Table;
  readonly records: RawBuilder<unknown>;
  /** The records in the sort's index. */
  readonly walk: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** The column that records are hidden by. */
  readonly hiding: RawBuilder<unknown> | undefined;
  /** Takes `hidden` as parameters. */
  readonly isShown: RawBuilder<unknown>;
  readonly hidden: readonly string[];
  /** All that the texts of its queries depend on. */
  readonly key: readonly unknown[];
  readonly limit: number;
  readonly skipped: number;
}

function rowsOf(read: Read, way: string, make: () => RawBuilder<unknown>, values: readonly SqlValue[]) {
  const { connection } = read.context;
  const text = textOf(connection, read.table, JSON.stringify(["page", way, ...read.key]), make);
  return connection.rows(text, values).map(([row]) => Number(row));
}

function pageOfAll(read: Read): number[] {
  const { walk, isShown, order, limit, skipped } = read;
  const make = () => sql`select ${ROW} from ${walk} where ${isShown} ${order} limit ${0} offset ${0}`;
  return rowsOf(read, "all", make, [...read.hidden, limit, skipped]);
}

/** Few matches are read and sorted, unless the page is likely to be met sooner on the way along the sort index, as many are. */
function* pageOfMatches(read: Read, matches: Matches, total: number): Steps<readonly number[]> {
  const { limit, skipped } = read;
  const records = countRecords(read.context, read.table);
  const way = ((skipped + limit) * records) / total;
  if (matches.known !== undefined) {
    const entries = Math.min(MAX_TRIED, matches.step);
    const isNear = way < Math.min(matches.count * SORT_COST, entries);
    const met = isNear ? walkRows(read, matches, { from: 0, entries, skipped, limit }) : [];
    if (met.length === limit) return met;
    if (matches.count <= MAX_SORTED_MATCHES || matches.count * SORT_COST <= way)
      return sortKnown(read, matches.known);
  }
  const entries = matches.step;
  const rows: number[] = [];
  let rest = skipped;
  if (way > entries) yield;
  for (let from = 0; from < records && rows.length < limit; from += entries) {
    if (from > 0) yield;
    const here = rest === 0 ? 0 : countWalked(read, matches, { from, entries });
    if (rest > 0 && here <= rest) {
      rest -= here;
      continue;
    }
    if (rest > 0) yield;
    rows.push(...walkRows(read, matches, { from, entries, skipped: rest, limit: limit - rows.length }));
    rest = 0;
  }
  return rows;
}

/** A part of a sort index. */
interface Part {
  readonly from: number;
  readonly entries: number;
}

function walkRows(
  read: Read,
  { fold, holds, needle }: Matches,
  { from, entries, skipped, limit }: Part & Pick<Read, "skipped" | "limit">,
): number[] {
  const make = () => sql`select ${ROW} from ${partOf(read, fold)}
    where ${holds} and ${read.isShown} limit ${0} offset ${0}`;
  return rowsOf(read, "walk", make, [entries, from, needle, ...read.hidden, limit, skipped]);
}

function countWalked(read: Read, { fold, holds, needle }: Matches, { from, entries }: Part): number {
  const make = () => sql`select count(*) from ${partOf(read, fold)} where ${holds} and ${read.isShown}`;
  return rowsOf(read, "count", make, [entries, from, needle, ...read.hidden])[0] ?? 0;
}

/** Takes the number of entries and that of those before. */
function partOf({ walk, order, hiding }: Read, fold: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = [ROW, fold, ...(hiding === undefined ? [] : [hiding])];
  return sql`(select ${sql.join(columns)} from ${walk} ${order} limit ${0} offset ${0})`;
}

function sortKnown(read: Read, known: string): number[] {
  const { records, isShown, order, limit, skipped } = read;
  const make = () => sql`select ${ROW} from ${records}
    where ${ROW} in (select value from json_each(${""})) and ${isShown} ${order} limit ${0} offset ${0}`;
  return rowsOf(read, "known", make, [known, ...read.hidden, limit, skipped]);
}
