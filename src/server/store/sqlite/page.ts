import { type RawBuilder, sql } from "kysely";
import type { Steps } from "../../../model/steps.ts";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import { countRecords } from "./counts.ts";
import type { SqlValue } from "./driver.ts";
import type { Hidden } from "./hidden.ts";
import { MAX_STEP, type Matches } from "./matches.ts";
import { ID, ROW } from "./records.ts";
import type { Table } from "./table.ts";
import { textOf } from "./texts.ts";

/** Reading a match to sort it costs about as much as passing so many entries of a sort index. */
const SORT_COST = 16;

export interface Page {
  readonly offset: number;
  /** Of records that there are: at least one. */
  readonly limit: number;
  readonly total: number;
  readonly sort: StoreListQuery["sort"];
}

/** The page's row numbers. A page in the far half is read from the end. */
export function* pageRows(
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

/**
 * Few matches are read and sorted; many are met soon on the way along the sort index. Where neither is sure, one step of
 * that way is tried.
 */
function* pageOfMatches(read: Read, matches: Matches, total: number): Steps<readonly number[]> {
  const { context, table, skipped, limit } = read;
  const records = countRecords(context, table);
  const wanted = skipped + limit;
  if (matches.known !== undefined) {
    const walked = (wanted * records) / total;
    const isNear = walked < Math.min(matches.count * SORT_COST, MAX_STEP);
    const found = isNear ? walkStep(read, matches, 0, wanted) : [];
    return found.length === wanted ? found.slice(skipped) : sortKnown(read, matches.known);
  }
  const found: number[] = [];
  for (let passed = 0; ; passed += MAX_STEP) {
    found.push(...walkStep(read, matches, passed, wanted - found.length));
    if (found.length === wanted || passed + MAX_STEP >= records) return found.slice(skipped);
    yield;
  }
}

/** Passes so many entries of the sort index after those passed. */
function walkStep(read: Read, { fold, holds, needle }: Matches, passed: number, limit: number): number[] {
  const columns = sql.join([ROW, fold, ...(read.hiding === undefined ? [] : [read.hiding])]);
  const make = () => sql`select ${ROW}
    from (select ${columns} from ${read.walk} ${read.order} limit ${0} offset ${0})
    where ${holds} and ${read.isShown} limit ${0}`;
  return rowsOf(read, "walk", make, [MAX_STEP, passed, needle, ...read.hidden, limit]);
}

function sortKnown(read: Read, known: string): number[] {
  const { records, isShown, order, limit, skipped } = read;
  const make = () => sql`select ${ROW} from ${records}
    where ${ROW} in (select value from json_each(${""})) and ${isShown} ${order} limit ${0} offset ${0}`;
  return rowsOf(read, "known", make, [known, ...read.hidden, limit, skipped]);
}
