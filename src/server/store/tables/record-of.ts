import type { Json, StoredRecord } from "../../../model/record.ts";
import type { TableColumn } from "./table.ts";

/** A record of the columns' values. */
export function recordOf(
  columns: readonly TableColumn[],
  readValue: (column: TableColumn, at: number) => Json,
): StoredRecord {
  const record: Record<string, Json> = {};
  for (const [at, column] of columns.entries()) {
    const value = readValue(column, at);
    const { name } = column;
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
    updatedById: typeof record.updatedById === "string" ? record.updatedById : null,
    isProtected: record.isProtected === true,
  };
}
