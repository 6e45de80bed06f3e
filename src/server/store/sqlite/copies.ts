import { sql } from "kysely";
import type { RecordData } from "../../../model/record.ts";
import { REAL_TURNS } from "../../in-turns.ts";
import type { Context } from "./context.ts";
import type { SqlValue } from "./driver.ts";
import { filterKeyValue } from "./filter/table-filter.ts";
import { ID, selectRecord } from "./records.ts";
import type { Copy, Table } from "./table.ts";
import { sortable, valueByKeys } from "./values.ts";

/** How many records are refreshed between two turns of the event loop. */
const BATCH = 500;

/** The value of a record's hidden column. `referred` reads the value of the record referred to. */
export function copyValue(copy: Copy, record: RecordData, referred: Referred): SqlValue {
  const own = valueByKeys(record[copy.column], copy.keys);
  if (copy.by !== undefined) return filterKeyValue(copy.by, own);
  if (copy.of === undefined) return sortable(own);
  return typeof own === "string" ? referred(copy.of, own) : null;
}

export type Referred = (of: NonNullable<Copy["of"]>, id: string) => SqlValue;

export function readingReferred(context: Context): Referred {
  return (of, id) => {
    const table = context.tables.get(of.table);
    const record = table && selectRecord(context, table, id);
    return record === undefined ? null : sortable(valueByKeys(record[of.column], of.keys));
  };
}

/**
 * Updates the copies of this record's values in other records. `changed`: only of these columns. Reads the value again
 * for every batch, so that of two refreshes at once the last one to end writes the present value.
 */
export async function refreshCopies(
  context: Context,
  referred: Table,
  id: string,
  changed?: ReadonlySet<string>,
): Promise<void> {
  const { connection } = context;
  for (const table of context.tables.values())
    for (const { of, sql: column } of table.copies) {
      if (of?.table !== referred.id || (changed !== undefined && !changed.has(of.column))) continue;
      let last = "";
      for (;;) {
        const batch = connection.all(
          sql<{
            id: string;
          }>`select from_id as id from record_references where to_table = ${referred.id} and to_id = ${id}
            and from_table = ${table.id} and path = ${of.path} and from_id > ${last}
            order by from_id limit ${BATCH}`,
        );
        const end = batch.at(-1);
        if (end === undefined) break;
        connection.run(
          sql`update ${sql.id(table.sql)} set ${sql.id(column)} = ${readingReferred(context)(of, id)}
            where ${ID} in (select value from json_each(${JSON.stringify(batch.map((row) => row.id))}))`,
        );
        last = end.id;
        await REAL_TURNS.turn();
      }
    }
}
