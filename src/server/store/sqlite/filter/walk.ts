import { type RawBuilder, sql } from "kysely";
import { type Context, textOf } from "../context.ts";
import type { SqlValue } from "../driver.ts";
import { ID, ROW } from "../records.ts";
import type { Table } from "../table.ts";
import { allOf, type Condition, keyOf, valuesOf } from "./conditions.ts";

/** What a test of records needs: a condition, what is hidden, the matches of a search. */
export type Test = Pick<Condition, "key" | "holds" | "values" | "columns">;

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

/** Some entries of a walk. */
export interface Part {
  readonly from: number;
  readonly entries: number;
}

/** Of the list's records in a part. */
export interface Page {
  readonly limit: number;
  readonly skipped: number;
}

export function walkStatements({ connection }: Context, table: Table, walk: Walk) {
  const { index, within, tests } = walk;
  const key = JSON.stringify([index, walk.order, keyOf(within), keyOf(tests)]);
  const indexed = index === undefined ? sql`` : sql`indexed by ${sql.id(index)}`;
  const from = sql`${sql.id(table.sql)} ${indexed} where ${allOf(within)}`;
  const order = walk.order === undefined ? sql`` : orderBy(walk.order);
  const run = (kind: string, make: () => RawBuilder<unknown>, values: readonly SqlValue[]) =>
    connection.rows(textOf(table, `walk ${kind} ${key}`, make), values);
  const columns = [...new Set(tests.flatMap((test) => test.columns))].map((name) => sql.id(name));

  return {
    /** The rows of a page, in one go: for walks of which every entry is the list's. */
    rows({ limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from ${from} ${order} limit ${0} offset ${0}`;
      return run("rows", make, [...valuesOf(within), limit, skipped]).map(([row]) => Number(row));
    },
    /** How many entries the part has, and how many of them are the list's. */
    count({ from: start, entries }: Part): { readonly passed: number; readonly count: number } {
      const make = () => sql`select count(*), sum(hit) from (
        select ${allOf(tests)} as hit from ${from} ${order} limit ${0} offset ${0})`;
      const values = [...valuesOf(tests), ...valuesOf(within), entries, start];
      const [passed, count] = run("count", make, values)[0] ?? [];
      return { passed: Number(passed ?? 0), count: Number(count ?? 0) };
    },
    /** The rows of a page of the list's records, sorted after they are found: for few entries. */
    sorted({ limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from ${from} and ${allOf(tests)} ${order} limit ${0} offset ${0}`;
      const values = [...valuesOf(within), ...valuesOf(tests), limit, skipped];
      return run("sorted", make, values).map(([row]) => Number(row));
    },
    part({ from: start, entries }: Part, { limit, skipped }: Page): number[] {
      const make = () => sql`select ${ROW} from (
        select ${sql.join([ROW, ...columns])} from ${from} ${order} limit ${0} offset ${0})
        where ${allOf(tests)} limit ${0} offset ${0}`;
      const values = [...valuesOf(within), entries, start, ...valuesOf(tests), limit, skipped];
      return run("part", make, values).map(([row]) => Number(row));
    },
  };
}

export interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

function orderBy({ column, isDescending }: Order): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? "desc" : "asc");
  return sql`order by ${sql.id(column)} collate nocase ${direction}, ${ID} ${direction}`;
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
