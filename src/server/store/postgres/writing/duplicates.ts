import { sql } from "kysely";
import type { StoredRecord } from "../../../../model/record.ts";
import { DuplicateError } from "../../store-errors.ts";
import type { Table } from "../../tables/table.ts";
import { encode } from "../../tables/values.ts";
import type { Access } from "../access.ts";
import { uniqueColumn } from "../derived.ts";
import { valueKey } from "../keys.ts";
import { KEY, recordTable } from "../read-records.ts";

export async function findDuplicate(
  { query }: Access,
  table: Table,
  record: StoredRecord,
  columns: Table["unique"],
): Promise<DuplicateError | undefined> {
  for (const { name, type } of columns) {
    const value = encode(type, record[name]);
    if (value === null) continue;
    const [other] = await query(
      sql`select 1 from ${recordTable(table)} where ${sql.id(uniqueColumn(table, name))} = ${valueKey(value)}
        and ${KEY} <> ${record._id} limit 1`,
    );
    if (other !== undefined) return new DuplicateError(table.id, name, String(value));
  }
  return undefined;
}

/** Why an insert met another record. */
export async function duplicateOf(
  access: Access,
  table: Table,
  record: StoredRecord,
): Promise<DuplicateError> {
  const found = await findDuplicate(access, table, record, table.unique);
  return found ?? new DuplicateError(table.id, "_id", record._id);
}
