import { sql } from "kysely";
import type { Unconvertible } from "../store.ts";
import { columnsToConvert, type SeenColumns, storedValues, typesIn } from "./convert-columns.ts";
import type { Connection, SqlValue } from "./driver.ts";
import { indexName } from "./names.ts";
import type { DeclaredColumn, Table } from "./table.ts";
import { encode } from "./values.ts";

/** So long tables are looked at between two turns of everyone else. */
const MAX_SLICE_MS = 10;

/** What of the stored values stands against the tables. Changes nothing; long walks give way to others. */
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
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    const converted = columnsToConvert(table, seen);
    const isUnique = ({ name }: DeclaredColumn) => table.unique.some((column) => column.name === name);
    const becomesUnique = (column: DeclaredColumn) =>
      isUnique(column) && !indexed.has(indexName("unique", table.id, column.name));
    const judged = table.declared.filter((column) => converted.includes(column) || becomesUnique(column));
    const types = judged.length === 0 ? new Map<string, string>() : typesIn(connection, table);
    if (types.size === 0) continue;
    for (const column of judged) {
      const found = types.has(column.sql)
        ? await countUnconvertible(connection, table, column, seen)
        : { kind: 0, unique: countDefaults(connection, table, column) };
      const at = { table: table.id, column: column.name };
      const kind = seen.get(table.id)?.get(column.name)?.kind ?? column.kind;
      const reason = column.reveals?.(kind) === true ? "secret" : "kind";
      if (found.kind > 0) unconvertible.push({ ...at, reason, count: found.kind });
      if (found.unique > 0 && isUnique(column))
        unconvertible.push({ ...at, reason: "unique", count: found.unique });
    }
  }
  return unconvertible;
}

/** How many values are not of the kind, and how many of those that are stand in another record too. */
async function countUnconvertible(
  connection: Connection,
  table: Table,
  column: DeclaredColumn,
  seen: SeenColumns,
): Promise<{ readonly kind: number; readonly unique: number }> {
  const counts = new Map<SqlValue, number>();
  const isUnique = table.unique.some(({ name }) => name === column.name);
  let kind = 0;
  for await (const values of storedValues(connection, table, column, seen))
    for (const { converted } of values)
      if (converted === undefined) kind += 1;
      // All values of a column are held for this: of no other than a unique one.
      else if (isUnique && converted !== null) counts.set(converted, (counts.get(converted) ?? 0) + 1);
  const twice = [...counts.values()].filter((count) => count > 1);
  return { kind, unique: twice.reduce((sum, count) => sum + count, 0) };
}

/** A new column holds its default in every record. */
function countDefaults(connection: Connection, table: Table, column: DeclaredColumn): number {
  if (encode(column.type, column.default) === null) return 0;
  const count = connection.first(sql<{ n: number }>`select count(*) as n from ${sql.id(table.sql)}`)?.n ?? 0;
  return count > 1 ? count : 0;
}
