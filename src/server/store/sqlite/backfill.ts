import { sql } from "kysely";
import type { Context } from "./context.ts";
import { copyValue, type Referred, readingReferred } from "./copies.ts";
import { addCount, countedIn } from "./counts.ts";
import type { SqlValue } from "./driver.ts";
import type { Stale } from "./plan.ts";
import { ROW, recordsAfter } from "./records.ts";
import { keepReferences } from "./references.ts";
import { foldValue, keepGrams } from "./search.ts";
import type { Table } from "./table.ts";

/**
 * Derives anew, from the records that are there, what is stale. Walks the table in batches with a turn of the event
 * loop between them, so that reading goes on meanwhile.
 */
export async function backfill(context: Context, table: Table, stale: Stale): Promise<void> {
  const { connection } = context;
  const { db } = connection;
  if (stale.references) connection.run(db.deleteFrom("record_references").where("from_table", "=", table.id));
  if (stale.counts) connection.run(db.deleteFrom("record_counts").where("from_table", "=", table.id));
  const searches = [...table.searches.values()].filter(({ column }) => stale.searches.includes(column));
  const writesRows = stale.copies.length + searches.length > 0;
  if (!writesRows && !stale.references && !stale.counts) return;

  const referred = remembering(readingReferred(context));
  const counts = new Map<string, Map<string, number>>([["", new Map([["", 0]])]]);
  for (const { name } of table.filters) counts.set(name, new Map());
  let last = 0;
  for (;;) {
    const batch = recordsAfter(context, table, last);
    if (batch.length === 0) break;
    for (const { row, record } of batch) {
      last = row;
      if (stale.references) keepReferences(context, table, record._id, undefined, record);
      for (const [field, values] of counts) {
        const value = field === "" ? "" : countedIn(record, field);
        if (value !== undefined) values.set(value, (values.get(value) ?? 0) + 1);
      }
      keepGrams(context, searches, row, undefined, record);
      const set = [
        ...stale.copies.map((copy) => [copy.sql, copyValue(copy, record, referred)] as const),
        ...searches.map((search) => [search.fold, foldValue(search, record)] as const),
      ].map(([name, value]) => sql`${sql.id(name)} = ${value}`);
      if (writesRows)
        connection.run(sql`update ${sql.id(table.sql)} set ${sql.join(set)} where ${ROW} = ${row}`);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (stale.counts)
    for (const [field, values] of counts)
      for (const [value, n] of values) addCount(context, table, field, value, n);
}

/** Many records refer to few: each is read once. */
function remembering(referred: Referred): Referred {
  const known = new Map<string, SqlValue>();
  return (of, id) => {
    const key = JSON.stringify([of.table, of.column, of.keys, id]);
    const value = known.has(key) ? (known.get(key) ?? null) : referred(of, id);
    known.set(key, value);
    return value;
  };
}
