import { sql } from "kysely";
import { REAL_TURNS } from "../../in-turns.ts";
import type { Referred } from "../tables/copy-value.ts";
import type { Table } from "../tables/table.ts";
import { sortable, valueByKeys } from "../tables/values.ts";
import type { Context } from "./context.ts";
import { ID, selectRecord } from "./records.ts";

/** How many records are refreshed between two turns of the event loop. */
const BATCH = 500;

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
