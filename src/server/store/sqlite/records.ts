import { sql } from "kysely";
import type { Json, StoredRecord } from "../../../model/record.ts";
import type { Context } from "./context.ts";
import type { SqlValue } from "./driver.ts";
import { sqlName } from "./names.ts";
import type { Table } from "./table.ts";
import { decode } from "./values.ts";

export type Row = Readonly<Record<string, SqlValue>>;

export const ID = sql.id(sqlName("_id"));
/** The number of a row, its primary key; full-text tables know records by it. No column of a config can be called so. */
export const ROW = sql.id("row$");

export function getRecord(context: Context, table: Table, id: string): StoredRecord | undefined {
  return getRow(context, table, id)?.record;
}

/** A record with its row number. */
export function getRow(context: Context, table: Table, id: string) {
  const row = context.connection.first(
    sql<Row>`select ${ROW}, ${selectColumns(table)} from ${sql.id(table.sql)} where ${ID} = ${id}`,
  );
  return row && { row: Number(row.row$), record: toRecord(table, row) };
}

/** In the order asked; those that do not exist are left out. */
export function getRecords(context: Context, table: Table, ids: readonly string[]): StoredRecord[] {
  const found = context.connection.all(
    sql<Row>`select ${selectColumns(table)} from ${sql.id(table.sql)}
      where ${ID} in (select value from json_each(${JSON.stringify(ids)}))`,
  );
  const byId = new Map(found.map((row) => toRecord(table, row)).map((record) => [record._id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Records by row number, in the order asked. */
export function recordsAt(context: Context, table: Table, rows: readonly number[]): StoredRecord[] {
  if (rows.length === 0) return [];
  const found = context.connection.all(
    sql<Row>`select ${ROW}, ${selectColumns(table)} from ${sql.id(table.sql)}
      where ${ROW} in (select value from json_each(${JSON.stringify(rows)}))`,
  );
  const byRow = new Map(found.map((row) => [row.row$, row]));
  return rows.flatMap((at) => {
    const row = byRow.get(at);
    return row === undefined ? [] : [toRecord(table, row)];
  });
}

export function findRecord(
  context: Context,
  table: Table,
  column: string,
  value: string,
): StoredRecord | undefined {
  const unique = table.unique.find(({ name }) => name === column);
  if (unique === undefined) throw new Error(`${table.id}.${column} is not unique.`);
  const row = context.connection.first(
    sql<Row>`select ${selectColumns(table)} from ${sql.id(table.sql)} where ${sql.id(unique.sql)} = ${value}`,
  );
  return row && toRecord(table, row);
}

export const selectColumns = (table: Table) => sql.join(table.columns.map((column) => sql.id(column.sql)));

export function toRecord(table: Table, row: Row): StoredRecord {
  const record: Record<string, Json> = {};
  for (const { name, type, sql } of table.columns) {
    const value = decode(type, row[sql] ?? null);
    // Assigning to this name would set the record's prototype.
    if (name === "__proto__") Object.defineProperty(record, name, { value, enumerable: true });
    else record[name] = value;
  }
  return {
    ...record,
    _id: String(record._id),
    createdAt: String(record.createdAt),
    updatedAt: String(record.updatedAt),
    updatedBy: typeof record.updatedBy === "string" ? record.updatedBy : null,
    isProtected: record.isProtected === true,
  };
}
