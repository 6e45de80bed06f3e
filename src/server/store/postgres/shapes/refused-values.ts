import { sql } from "kysely";
import type { Unconvertible } from "../../store.ts";
import { columnsToConvert } from "../../tables/seen-columns.ts";
import type { DeclaredColumn, Table } from "../../tables/table.ts";
import { uniqueColumn } from "../derived.ts";
import { physicalName } from "../physical-names.ts";
import { NUMBER, recordTable, storedJson } from "../read-records.ts";
import { namedRows, type StoredState, valueConversions } from "./convert-values.ts";
import { columnsIn } from "./stored-columns.ts";
import { planIn } from "./table-plan.ts";

/** Which stored values the tables cannot take. Changes nothing. */
export async function findRefusedValues(
  state: StoredState,
  tables: Iterable<Table>,
): Promise<Unconvertible[]> {
  const refused: Unconvertible[] = [];
  for (const table of tables) {
    const present = columnsIn(state.physical, table);
    if (present.size === 0) continue;
    const converted = columnsToConvert(table, state.seen);
    const unique = new Set(table.unique.map(({ name }) => name));
    const plan = planIn(state.plans, table);
    const becomesUnique = ({ name }: DeclaredColumn) =>
      unique.has(name) && plan?.derived[uniqueColumn(table, name)] === undefined;
    for (const column of table.declared) {
      if (!converted.includes(column) && !becomesUnique(column)) continue;
      const isUnique = unique.has(column.name);
      const found = present.has(physicalName(column.sql))
        ? await findInValues(state, table, column, isUnique)
        : { kind: NONE, unique: isUnique ? await findInDefaults(state, table, column) : NONE };
      const kind = state.seen.get(table.id)?.get(column.name)?.kind ?? column.kind;
      const secretOrKind = column.reveals?.(kind) === true ? "secret" : "kind";
      for (const [reason, { count, rows }] of [
        [secretOrKind, found.kind] as const,
        ["unique", found.unique] as const,
      ]) {
        if (count === 0) continue;
        const first = (await namedRows(state, table, rows)).map(({ label, _id }) => label || _id);
        refused.push({ table: table.id, column: column.name, reason, count, first });
      }
    }
  }
  return refused;
}

/** How many records are named. */
const MAX_NAMED = 3;

interface FoundIn {
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly number[];
}

const NONE: FoundIn = { count: 0, rows: [] };

/** The values that are not of the kind, and of the others those that occur in more than one record. */
async function findInValues(
  state: StoredState,
  table: Table,
  column: DeclaredColumn,
  isUnique: boolean,
): Promise<{ readonly kind: FoundIn; readonly unique: FoundIn }> {
  const byValue = new Map<string, number[]>();
  const others: number[] = [];
  let count = 0;
  for await (const values of valueConversions(state, table, column))
    for (const { row, converted } of values)
      if (converted === undefined) {
        count += 1;
        if (others.length < MAX_NAMED) others.push(row);
      }
      // This keeps all values of the column in memory: for a unique one alone.
      else if (isUnique && converted !== null) {
        const rows = byValue.get(converted);
        if (rows === undefined) byValue.set(converted, [row]);
        else rows.push(row);
      }
  const unique = [...byValue.values()].filter((rows) => rows.length > 1).flat();
  return {
    kind: { count, rows: others },
    unique: { count: unique.length, rows: unique.slice(0, MAX_NAMED) },
  };
}

/** In a new column every record has the default. */
async function findInDefaults(
  { query }: StoredState,
  table: Table,
  column: DeclaredColumn,
): Promise<FoundIn> {
  if (storedJson(column, column.default) === null) return NONE;
  const [found] = await query(sql<{ n: number }>`select count(*) as n from ${recordTable(table)}`);
  const count = found?.n ?? 0;
  if (count < 2) return NONE;
  const first = await query(
    sql<{
      row: number;
    }>`select ${NUMBER} as row from ${recordTable(table)} order by ${NUMBER} limit ${MAX_NAMED}`,
  );
  return { count, rows: first.map(({ row }) => row) };
}
