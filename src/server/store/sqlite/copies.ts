import { sql } from "kysely";
import type { RecordData } from "../../../model/record.ts";
import type { Context } from "./context.ts";
import type { SqlValue } from "./driver.ts";
import { ID, selectRecord } from "./records.ts";
import type { Copy, Table } from "./table.ts";
import { sortable, valueByKeys } from "./values.ts";

/** How many records are refreshed between two turns of the event loop. */
const BATCH = 500;

/** What a record's hidden sort column holds. `referred` reads the value of the record referred to. */
export function copyValue(copy: Copy, record: RecordData, referred: Referred): SqlValue {
  const own = valueByKeys(record[copy.column], copy.keys);
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
 * Brings the copies that other records hold of this one up to date. `changed`: only of these columns. Reads the value
 * anew for every batch, so that whichever refresh ends last leaves the present one.
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
        const ids = connection
          .all(
            connection.db
              .selectFrom("record_references")
              .select("from_id")
              .where("to_table", "=", referred.id)
              .where("to_id", "=", id)
              .where("from_table", "=", table.id)
              .where("path", "=", of.path)
              .where("from_id", ">", last)
              .orderBy("from_id")
              .limit(BATCH),
          )
          .map(({ from_id }) => from_id);
        if (ids.length === 0) break;
        connection.run(
          sql`update ${sql.id(table.sql)} set ${sql.id(column)} = ${readingReferred(context)(of, id)}
            where ${ID} in (select value from json_each(${JSON.stringify(ids)}))`,
        );
        last = ids.at(-1) ?? last;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
}
