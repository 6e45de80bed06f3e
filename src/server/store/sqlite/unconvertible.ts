import { sql } from "kysely";
import { turnWhenDue } from "../../in-turns.ts";
import type { Unconvertible } from "../store.ts";
import { indexName } from "../tables/names.ts";
import { columnsToConvert, type SeenColumns } from "../tables/seen-columns.ts";
import type { DeclaredColumn, Table } from "../tables/table.ts";
import type { SqlValue } from "../tables/values.ts";
import { encode } from "../tables/values.ts";
import { namedRecords, storedValues, typesIn } from "./convert-columns.ts";
import type { Connection } from "./driver.ts";
import { ROW } from "./records.ts";

/** Which stored values the tables cannot take. Changes nothing; gives others their turns. */
export async function findUnconvertible(
  connection: Connection,
  tables: Iterable<Table>,
  seen: SeenColumns,
): Promise<Unconvertible[]> {
  const indexes = connection.all(sql<{ name: string }>`select name from sqlite_master where type = 'index'`);
  const indexed = new Set(indexes.map(({ name }) => name));
  const unconvertible: Unconvertible[] = [];
  const turn = turnWhenDue();
  for (const table of tables) {
    await turn();
    const converted = columnsToConvert(table, seen);
    const unique = new Set(table.unique.map(({ name }) => name));
    const becomesUnique = ({ name }: DeclaredColumn) =>
      unique.has(name) && !indexed.has(indexName("unique", table.id, name));
    const judged = table.declared.filter((column) => converted.includes(column) || becomesUnique(column));
    const types = judged.length === 0 ? new Map<string, string>() : typesIn(connection, table);
    for (const column of types.size === 0 ? [] : judged) {
      const isUnique = unique.has(column.name);
      const found = types.has(column.sql)
        ? await findInColumn(connection, table, column, seen, isUnique)
        : { kind: NONE, unique: isUnique ? findDefaults(connection, table, column) : NONE };
      const kind = seen.get(table.id)?.get(column.name)?.kind ?? column.kind;
      const secretOrKind = column.reveals?.(kind) === true ? "secret" : "kind";
      for (const [reason, { count, rows }] of [
        [secretOrKind, found.kind] as const,
        ["unique", found.unique] as const,
      ]) {
        if (count === 0) continue;
        const first = namedRecords(connection, table, rows, seen).map(({ label, _id }) => label || _id);
        unconvertible.push({ table: table.id, column: column.name, reason, count, first });
      }
    }
  }
  return unconvertible;
}

/** How many records are named. */
const MAX_NAMED = 3;

/** How many records there are, and the rows of the first. */
interface FoundRows {
  readonly count: number;
  readonly rows: readonly number[];
}

const NONE: FoundRows = { count: 0, rows: [] };

/** The values that are not of the kind, and of the others those that occur in more than one record. */
async function findInColumn(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
  isUnique: boolean,
): Promise<{ readonly kind: FoundRows; readonly unique: FoundRows }> {
  const byValue = new Map<SqlValue, number[]>();
  const others: number[] = [];
  let count = 0;
  for await (const { row, converted } of storedValues(connection, table, column, seen))
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
  const twice = [...byValue.values()].filter((rows) => rows.length > 1);
  const unique = twice.flat();
  return {
    kind: { count, rows: others },
    unique: { count: unique.length, rows: unique.slice(0, MAX_NAMED) },
  };
}

/** In a new column every record has the default. */
function findDefaults(connection: Connection, table: Table, column: DeclaredColumn): FoundRows {
  if (encode(column.type, column.default) === null) return NONE;
  const records = sql.id(table.sql);
  const count = connection.first(sql<{ n: number }>`select count(*) as n from ${records}`)?.n ?? 0;
  if (count < 2) return NONE;
  const first = connection.all(
    sql<{ row: number }>`select ${ROW} as row from ${records} order by ${ROW} limit ${MAX_NAMED}`,
  );
  return { count, rows: first.map(({ row }) => row) };
}
