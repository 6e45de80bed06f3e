import { sql } from "kysely";
import type { Context } from "./context.ts";
import { copyValue, type Referred, readingReferred } from "./copies.ts";
import { addCount, countedIn } from "./counts.ts";
import type { Connection, SqlValue } from "./driver.ts";
import { type Index, indexesOf } from "./indexes.ts";
import { ROW, recordsAfter } from "./records.ts";
import { keepReferences } from "./references.ts";
import { foldValue, keepSearches } from "./search/search.ts";
import type { Table, TableColumn, Tables } from "./table.ts";

/** Raised when what the engine derives from records changes, so that it is derived anew. */
const VERSION = 2;

/** What a table was made for, as kept in `prepared`: what differs is made anew. */
export interface Plan {
  readonly version: number;
  /** Of every column: a value reads differently once its type changes. */
  readonly types: Readonly<Record<string, string>>;
  readonly copies: readonly string[];
  readonly searches: readonly string[];
  readonly references: string;
  readonly filters: string;
  readonly indexes: readonly Index[];
}

export function planOf(connection: Connection, table: Table): Plan {
  return {
    version: VERSION,
    types: Object.fromEntries(table.columns.map(({ sql, type }) => [sql, type])),
    copies: table.copies.map((copy) => JSON.stringify(copy)),
    searches: [...table.searches.keys()],
    references: JSON.stringify(table.references),
    filters: JSON.stringify(table.filters.map(({ name }) => name)),
    indexes: indexesOf(connection, table),
  };
}

/** Which of what is derived from a table's records must be derived anew. */
export interface Stale {
  readonly copies: Table["copies"];
  readonly searches: readonly string[];
  readonly references: boolean;
  readonly counts: boolean;
}

/** Whether the old plan knew no such column, or one of another type. */
export function isNew({ sql, type }: TableColumn, old: Plan | undefined): boolean {
  return old?.types[sql] !== type;
}

/** `touched`: by table, the columns in which records may hold other values than when the old plan was followed. */
export function staleIn(
  table: Table,
  plan: Plan,
  old: Plan | undefined,
  touched: (table: string) => ReadonlySet<string> | undefined,
): Stale {
  const kept = old?.version === VERSION ? old : undefined;
  const own = touched(table.id);
  const isStale = ({ column, of }: Table["copies"][number]) =>
    own?.has(column) === true || (of !== undefined && touched(of.table)?.has(of.column) === true);
  return {
    copies: table.copies.filter((copy) => isStale(copy) || !kept?.copies.includes(JSON.stringify(copy))),
    searches: plan.searches.filter((name) => own?.has(name) === true || !kept?.searches.includes(name)),
    references:
      kept?.references !== plan.references || table.references.some(({ column }) => own?.has(column)),
    counts: kept?.filters !== plan.filters || table.filters.some(({ name }) => own?.has(name)),
  };
}

export function readPlans({ all, db }: Connection): Map<string, string> {
  return new Map(
    all(db.selectFrom("prepared").selectAll()).map(({ from_table, plan }) => [from_table, plan]),
  );
}

/** Forgets the tables that are no longer in the config: what is derived of them is not kept up meanwhile. */
export function forgetOthers({ run, db }: Connection, tables: Tables): void {
  const known = [...tables.keys()];
  run(
    known.length === 0
      ? db.deleteFrom("prepared")
      : db.deleteFrom("prepared").where("from_table", "not in", known),
  );
}

export function keepPlan({ run, db }: Connection, table: Table, plan: string): void {
  run(
    db
      .insertInto("prepared")
      .values({ from_table: table.id, plan })
      .onConflict((conflict) => conflict.column("from_table").doUpdateSet({ plan })),
  );
}

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
