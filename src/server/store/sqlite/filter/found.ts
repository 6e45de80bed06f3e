import { sql } from "kysely";
import type { Steps } from "../../../../compiler/steps.ts";
import type { StoreListQuery } from "../../store-queries.ts";
import { foldColumn } from "../../tables/names.ts";
import type { Table } from "../../tables/table.ts";
import { type Context, textOf } from "../context.ts";
import { ROW } from "../records.ts";
import { findMatches, type Matches } from "../search/matches.ts";
import { type Condition, conditionsOf, type Test } from "./conditions.ts";
import type { Base } from "./walk.ts";

/** What a search finds, as a part of a filtered list. */
interface Found {
  readonly test: Test;
  /** How many entries of a sort index one statement may pass. */
  readonly step: number;
  /** The records themselves, where they are few. */
  readonly known: readonly Base[];
}

/** Row numbers of so many records are kept. */
const MAX_KNOWN = 8192;

/** undefined where nothing is searched for. */
export function* findAny(
  context: Context,
  table: Table,
  { search, searchAny }: StoreListQuery,
): Steps<Found | undefined> {
  const asked = searchAny ?? (search && { fields: [search.field], text: search.text, or: [] });
  if (asked === undefined || asked.text === "") return undefined;
  const all: Matches[] = [];
  for (const field of asked.fields) all.push(yield* findMatches(context, table, { field, text: asked.text }));
  const conditions = conditionsOf(table, asked.or);
  const test = anyOf([...all.map(holding), ...conditions]);
  const rows = knownRows(context, table, all, conditions);
  return {
    test,
    step: Math.min(...all.map(({ step }) => step)),
    known: rows === undefined ? [] : [amongRows(rows, test)],
  };
}

export function holding({ column, holds, needle }: Matches): Test {
  return { key: `found ${column}`, holds, values: [needle], columns: [foldColumn(column)] };
}

function anyOf(tests: readonly Test[]): Test {
  const [only] = tests;
  if (only === undefined) return { key: "nothing", holds: sql`false`, values: [], columns: [] };
  if (tests.length === 1) return only;
  const holds = tests.map((test) => test.holds);
  return {
    key: JSON.stringify(["any", tests.map(({ key }) => key)]),
    // One null makes an `or` of which nothing holds null, which is not false.
    holds: sql`(${sql.join(
      holds.map((one) => sql`ifnull(${one}, 0)`),
      sql` or `,
    )})`,
    values: tests.flatMap(({ values }) => values),
    columns: tests.flatMap(({ columns }) => columns),
  };
}

/** The row numbers of all that is found; undefined where they are many, or not found by themselves. */
function knownRows(
  context: Context,
  table: Table,
  all: readonly Matches[],
  conditions: readonly Condition[],
): ReadonlySet<number> | undefined {
  const rows = new Set<number>();
  for (const { known } of all) {
    if (known === undefined) return undefined;
    for (const row of JSON.parse(known)) rows.add(row);
  }
  for (const condition of conditions) {
    const found = rowsOf(context, table, condition);
    if (found === undefined) return undefined;
    for (const row of found) rows.add(row);
  }
  return rows.size > MAX_KNOWN ? undefined : rows;
}

function rowsOf(
  { connection }: Context,
  table: Table,
  { key, holds, values, seeks }: Condition,
): readonly number[] | undefined {
  if (seeks === undefined) return undefined;
  const make = () => sql`select ${ROW} from ${sql.id(table.sql)} indexed by ${sql.id(seeks.filter.index)}
    where ${holds} limit ${0}`;
  const rows = connection.rows(textOf(table, `rows ${key}`, make), [...values, MAX_KNOWN + 1]);
  return rows.length > MAX_KNOWN ? undefined : rows.map(([row]) => Number(row));
}

/** @param rows a JSON list */
export function among(rows: string): Test {
  return {
    key: "known",
    holds: sql`${ROW} in (select value from json_each(${""}))`,
    values: [rows],
    columns: [],
  };
}

function amongRows(rows: ReadonlySet<number>, test: Test): Base {
  return {
    index: undefined,
    within: [among(JSON.stringify([...rows]))],
    holds: [test],
    size: rows.size,
    isOrdered: false,
  };
}
