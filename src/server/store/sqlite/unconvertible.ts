import { sql } from "kysely";
import { turnWhenDue } from "../../in-turns.ts";
import type { Unconvertible } from "../table-shape.ts";
import { indexName } from "../tables/names.ts";
import { findRefusals } from "../tables/refusals.ts";
import type { SeenColumns } from "../tables/seen-columns.ts";
import type { Table } from "../tables/table.ts";
import { encode } from "../tables/values.ts";
import { namedRecords, storedValues, typesIn } from "./convert-columns.ts";
import type { Connection } from "./driver.ts";
import { ROW } from "./records.ts";

/** Which stored values the tables cannot take. Changes nothing; gives others their turns. */
export function findUnconvertible(
  connection: Connection,
  tables: Iterable<Table>,
  seen: SeenColumns,
): Promise<Unconvertible[]> {
  const indexes = connection.all(sql<{ name: string }>`select name from sqlite_master where type = 'index'`);
  const indexed = new Set(indexes.map(({ name }) => name));
  const turn = turnWhenDue();
  return findRefusals(tables, seen, async (table) => {
    await turn();
    const records = sql.id(table.sql);
    let types: ReturnType<typeof typesIn> | undefined;
    // Read only for a table of which something is judged.
    const columns = () => (types ??= typesIn(connection, table));
    return {
      lacksUniqueIndex: ({ name }) => !indexed.has(indexName("unique", table.id, name)),
      hasTable: () => columns().size > 0,
      hasColumn: (column) => columns().has(column.sql),
      values: (column) => storedValues(connection, table, column, seen),
      hasDefault: (column) => encode(column.type, column.default) !== null,
      countRecords: async () =>
        connection.first(sql<{ n: number }>`select count(*) as n from ${records}`)?.n ?? 0,
      firstRows: async (limit) =>
        connection
          .all(sql<{ row: number }>`select ${ROW} as row from ${records} order by ${ROW} limit ${limit}`)
          .map(({ row }) => row),
      named: async (rows) => namedRecords(connection, table, rows, seen),
    };
  });
}
