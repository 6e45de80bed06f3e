import { sql } from "kysely";
import type { Context } from "./context.ts";
import { copyValue, type Referred, readingReferred } from "./copies.ts";
import { addCount, countedIn } from "./counts.ts";
import type { SqlValue } from "./driver.ts";
import type { Stale } from "./plan.ts";
import { ROW, recordsAfter } from "./records.ts";
import { keepReferences } from "./references.ts";
import { foldValue, keepSearches } from "./search.ts";
import type { Table } from "./table.ts";

/** So many characters become searchable between two turns of the event loop: 10 to 30 ms. */
const MAX_TAKEN = 16_384;

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
  const hidden = [...stale.copies.map(({ sql }) => sql), ...searches.map(({ fold }) => fold)];
  if (hidden.length === 0 && !stale.references && !stale.counts) return;

  const set = sql.join(hidden.map((name) => sql`${sql.id(name)} = ${""}`));
  const text = sql`update ${sql.id(table.sql)} set ${set} where ${ROW} = ${0}`.compile(db).sql;
  const referred = remembering(readingReferred(context));
  const counts = new Map<string, Map<string, number>>([["", new Map([["", 0]])]]);
  for (const { name } of table.filters) counts.set(name, new Map());
  let last = 0;
  let taken = 0;
  for (;;) {
    const batch = recordsAfter(context, table, last);
    if (batch.length === 0) break;
    for (const { row, record } of batch) {
      last = row;
      if (taken > MAX_TAKEN) {
        await new Promise((resolve) => setImmediate(resolve));
        taken = 0;
      }
      if (stale.references) keepReferences(context, table, record._id, undefined, record);
      for (const [field, values] of counts) {
        const value = field === "" ? "" : countedIn(record, field);
        if (value !== undefined) values.set(value, (values.get(value) ?? 0) + 1);
      }
      taken += keepSearches(context, table, searches, row, undefined, record);
      if (hidden.length === 0) continue;
      const copied = stale.copies.map((copy) => copyValue(copy, record, referred));
      connection.runText(text, [...copied, ...searches.map((search) => foldValue(search, record)), row]);
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
