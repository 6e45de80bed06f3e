import { sql } from "kysely";
import { REAL_TURNS } from "../../in-turns.ts";
import type { Unconvertible } from "../store.ts";
import { columnsToConvert, type SeenColumns, storedValues, typesIn } from "./convert-columns.ts";
import type { Connection, SqlValue } from "./driver.ts";
import { indexName } from "./names.ts";
import type { DeclaredColumn, Table } from "./table.ts";
import { encode } from "./values.ts";

/** How long looking at tables blocks the event loop. */
const MAX_SLICE_MS = 10;

/** Which stored values the tables cannot take. Changes nothing; gives others their turns. */
export async function findUnconvertible(
  connection: Connection,
  tables: Iterable<Table>,
  seen: SeenColumns,
): Promise<Unconvertible[]> {
  const indexes = connection.all(sql<{ name: string }>`select name from sqlite_master where type = 'index'`);
  const indexed = new Set(indexes.map(({ name }) => name));
  const unconvertible: Unconvertible[] = [];
  let since = performance.now();
  for (const table of tables) {
    if (performance.now() - since > MAX_SLICE_MS) {
      await REAL_TURNS.turn();
      since = performance.now();
    }
    const converted = columnsToConvert(table, seen);
    const unique = new Set(table.unique.map(({ name }) => name));
    const becomesUnique = ({ name }: DeclaredColumn) =>
      unique.has(name) && !indexed.has(indexName("unique", table.id, name));
    const judged = table.declared.filter((column) => converted.includes(column) || becomesUnique(column));
    const types = judged.length === 0 ? new Map<string, string>() : typesIn(connection, table);
    for (const column of types.size === 0 ? [] : judged) {
      const isUnique = unique.has(column.name);
      const found = types.has(column.sql)
        ? await countUnconvertible(connection, table, column, seen, isUnique)
        : { kind: 0, unique: isUnique ? countDefaults(connection, table, column) : 0 };
      const at = { table: table.id, column: column.name };
      const kind = seen.get(table.id)?.get(column.name)?.kind ?? column.kind;
      const reason = column.reveals?.(kind) === true ? "secret" : "kind";
      if (found.kind > 0) unconvertible.push({ ...at, reason, count: found.kind });
      if (found.unique > 0) unconvertible.push({ ...at, reason: "unique", count: found.unique });
    }
  }
  return unconvertible;
}

/** How many values are not of the kind, and how many others occur in more than one record. */
async function countUnconvertible(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
  isUnique: boolean,
): Promise<{ readonly kind: number; readonly unique: number }> {
  const counts = new Map<SqlValue, number>();
  let kind = 0;
  for await (const { converted } of storedValues(connection, table, column, seen))
    if (converted === undefined) kind += 1;
    // This keeps all values of the column in memory: for a unique one alone.
    else if (isUnique && converted !== null) counts.set(converted, (counts.get(converted) ?? 0) + 1);
  const twice = [...counts.values()].filter((count) => count > 1);
  return { kind, unique: twice.reduce((sum, count) => sum + count, 0) };
}

/** In a new column every record has the default. */
function countDefaults(connection: Connection, table: Table, column: DeclaredColumn): number {
  if (encode(column.type, column.default) === null) return 0;
  const count = connection.first(sql<{ n: number }>`select count(*) as n from ${sql.id(table.sql)}`)?.n ?? 0;
  return count > 1 ? count : 0;
}
