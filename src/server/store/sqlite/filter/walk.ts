import { type RawBuilder, sql } from "kysely";
import type { Table } from "../../tables/table.ts";
import type { SqlValue } from "../../tables/values.ts";
import { type Context, textOf } from "../context.ts";
import { ID, ROW } from "../records.ts";
import { allOf, keyOf, type Test, valuesOf } from "./conditions.ts";
import { EVERYWHERE, type Order, orderBy, type Range, rangesAfter } from "./in-order.ts";

/** The entries of an index, and which of them are the list's. */
export interface Walk {
  /** undefined: `within` finds the records by their row numbers. */
  readonly index: string | undefined;
  /** Which entries there are: what the index finds. */
  readonly within: readonly Test[];
  /** undefined: in the order of the index. */
  readonly order: Order | undefined;
  /** Which of them are the list's. */
  readonly tests: readonly Test[];
}

/** A set of records, found by themselves, in which all of the list's are. */
export interface Base extends Pick<Walk, "index" | "within"> {
  readonly size: number;
  /** The tests that hold for all of them. */
  readonly holds: readonly Test[];
  /** Whether they are found in the order of the main sort. */
  readonly isOrdered: boolean;
}

/** Some entries of a walk: the next so many, range after range. */
export interface Part {
  readonly ranges: readonly Range[];
  readonly entries: number;
}

/** Of the list's records in a part. */
export interface Page {
  readonly limit: number;
  readonly skipped: number;
}

/** So many records at most are sorted by what may be long: each value is read whole, and a megabyte takes milliseconds. */
export const MAX_LONG_SORTED = 16;

export type WalkStatements = ReturnType<typeof walkStatements>;

export function walkStatements({ connection }: Context, table: Table, walk: Walk) {
  const { index, within, tests, order } = walk;
  const key = JSON.stringify([index, order, keyOf(within), keyOf(tests)]);
  const indexed = index === undefined ? sql`` : sql`indexed by ${sql.id(index)}`;
  const records = sql`${sql.id(table.sql)} ${indexed}`;
  const from = sql`${records} where ${allOf(within)}`;
  const ordered = order === undefined ? sql`` : orderBy(order);
  const run = (kind: string, make: () => RawBuilder<unknown>, values: readonly SqlValue[]) =>
    connection.rows(textOf(table, `walk ${kind} ${key}`, make), values);
  const columns = [...new Set(tests.flatMap((test) => test.columns))].map((name) => sql.id(name));
  // Of two bounds in the same direction SQLite seeks to the first.
  const entriesOf = (range: Range) => sql`${records} where ${range.holds} and ${allOf(within)} ${ordered}`;
  const takenBy = (range: Range) => [...range.values, ...valuesOf(within)];

  function countIn(range: Range, entries: number): { readonly passed: number; readonly count: number } {
    const make = () => sql`select count(*), sum(hit) from (
      select ${allOf(tests)} as hit from ${entriesOf(range)} limit ${0})`;
    const values = [...valuesOf(tests), ...takenBy(range), entries];
    const [passed, count] = run(`count ${range.key}`, make, values)[0] ?? [];
    return { passed: Number(passed ?? 0), count: Number(count ?? 0) };
  }

  function passedIn(range: Range, entries: number): number {
    const make = () => sql`select count(*) from (select 1 from ${entriesOf(range)} limit ${0})`;
    return Number(run(`passed ${range.key}`, make, [...takenBy(range), entries])[0]?.[0]);
  }

  function rowsIn(range: Range, entries: number, { limit, skipped }: Page): number[] {
    const make = () => sql`select ${ROW} from (
      select ${sql.join([ROW, ...columns])} from ${entriesOf(range)} limit ${0})
      where ${allOf(tests)} limit ${0} offset ${0}`;
    const values = [...takenBy(range), entries, ...valuesOf(tests), limit, skipped];
    return run(`part ${range.key}`, make, values).map(([row]) => Number(row));
  }

  return {
    /** The rows of a page, in one go: for walks of which every entry is the list's. */
    rows({ limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from ${from} ${ordered} limit ${0} offset ${0}`;
      return run("rows", make, [...valuesOf(within), limit, skipped]).map(([row]) => Number(row));
    },
    /** The rows of a page of the list's records, in one go: for few entries, which are sorted after they are found, or few tested. */
    sorted({ limit, skipped }: Page): number[] {
      const make = () =>
        sql`select ${ROW} from ${from} and ${allOf(tests)} ${ordered} limit ${0} offset ${0}`;
      const values = [...valuesOf(within), ...valuesOf(tests), limit, skipped];
      return run("sorted", make, values).map(([row]) => Number(row));
    },
    first: (entries: number): Part => ({ ranges: [EVERYWHERE], entries }),
    /** How many entries the part has, and how many of them are the list's. */
    count({ ranges, entries }: Part): { readonly passed: number; readonly count: number } {
      let [passed, count] = [0, 0];
      for (const range of ranges) {
        if (passed === entries) break;
        const one = countIn(range, entries - passed);
        passed += one.passed;
        count += one.count;
      }
      return { passed, count };
    },
    part({ ranges, entries }: Part, { limit, skipped }: Page): number[] {
      const rows: number[] = [];
      let [left, rest] = [entries, skipped];
      for (const range of ranges) {
        if (left === 0 || rows.length === limit) break;
        const isLast = range === ranges.at(-1);
        const { passed, count } = isLast ? { passed: left, count: rest + 1 } : countIn(range, left);
        if (count > rest) rows.push(...rowsIn(range, left, { limit: limit - rows.length, skipped: rest }));
        rest = Math.max(0, rest - count);
        left -= passed;
      }
      return rows;
    },
    /** The part behind this one, of a walk in order; undefined where that has fewer entries than it may. */
    next({ ranges, entries }: Part): Part | undefined {
      if (order === undefined) throw new Error("A walk without an order has one part.");
      let left = entries;
      for (const range of ranges) {
        if (left === 0) break;
        const make = () =>
          sql`select ${sql.id(order.column)}, ${ID} from ${entriesOf(range)} limit 1 offset ${0}`;
        const [place] = run(`next ${range.key}`, make, [...takenBy(range), left - 1]);
        if (place !== undefined) {
          const [value = null, id = null] = place;
          return { ranges: rangesAfter(order, { value, id }), entries };
        }
        if (range !== ranges.at(-1)) left -= passedIn(range, left);
      }
      return undefined;
    },
  };
}

/** Counts in the next records by their row numbers: in so many, after one. */
export function recordStatements({ connection }: Context, table: Table, tests: readonly Test[]) {
  const text = textOf(
    table,
    `records ${keyOf(tests)}`,
    () => sql`select count(*), sum(hit), max(row) from (
      select ${allOf(tests)} as hit, ${ROW} as row from ${sql.id(table.sql)} where ${ROW} > ${0}
      order by ${ROW} limit ${0})`,
  );
  return (after: number, limit: number) => {
    const [passed, count, last] = connection.rows(text, [...valuesOf(tests), after, limit])[0] ?? [];
    return { passed: Number(passed ?? 0), count: Number(count ?? 0), last: Number(last ?? 0) };
  };
}
