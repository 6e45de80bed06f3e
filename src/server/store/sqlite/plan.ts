import { sql } from "kysely";
import { REAL_TURNS } from "../../in-turns.ts";
import { copyValue, type Referred } from "../tables/copy-value.ts";
import type { Table, TableColumn, Tables } from "../tables/table.ts";
import type { Touched } from "../tables/table-change.ts";
import { countedIn } from "../tables/table-filter.ts";
import type { SqlValue } from "../tables/values.ts";
import type { Context } from "./context.ts";
import { readingReferred } from "./copies.ts";
import { addCount } from "./counts.ts";
import { type Connection, compiled } from "./driver.ts";
import { type Index, indexesOf } from "./indexes.ts";
import { ROW, selectRecords } from "./records.ts";
import { keepReferences } from "./references.ts";
import { changeSearch, foldValue, mergeSearch } from "./search/search.ts";

/** Raise it when the engine derives something else from records: all of it is then derived again. */
const VERSION = 2;

/** What a table was made for, as stored in `prepared`: what differs is made again. */
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

export function planOf(table: Table): Plan {
  return {
    version: VERSION,
    types: Object.fromEntries(table.columns.map(({ sql, type }) => [sql, type])),
    copies: table.copies.map((copy) => JSON.stringify(copy)),
    searches: [...table.searches.keys()],
    references: JSON.stringify(table.references),
    filters: JSON.stringify(table.filters.map(({ field, by }) => [field, by])),
    indexes: indexesOf(table),
  };
}

/** Which derived data of a table must be derived again. */
interface Stale {
  readonly copies: Table["copies"];
  readonly searches: readonly string[];
  readonly references: boolean;
  readonly counts: boolean;
}

/** Whether the old plan knew no such column, or one of another type. */
export function isNew({ sql, type }: TableColumn, old: Plan | undefined): boolean {
  return old?.types[sql] !== type;
}

export function staleIn(table: Table, plan: Plan, old: Plan | undefined, touched: Touched): Stale {
  const kept = old?.version === VERSION ? old : undefined;
  const own = touched(table.id);
  const isStale = ({ column, of }: Table["copies"][number]) =>
    own?.has(column) === true || (of !== undefined && touched(of.table)?.has(of.column) === true);
  return {
    copies: table.copies.filter((copy) => isStale(copy) || !kept?.copies.includes(JSON.stringify(copy))),
    searches: plan.searches.filter((name) => own?.has(name) === true || !kept?.searches.includes(name)),
    references:
      kept?.references !== plan.references || table.references.some(({ column }) => own?.has(column)),
    counts: kept?.filters !== plan.filters || table.filters.some(({ column }) => own?.has(column)),
  };
}

/** Plans as JSON, by table. */
export function readPlans({ rows }: Connection): Map<string, string> {
  const found = rows("select from_table, plan from prepared", []);
  return new Map(found.map(([table, plan]) => [String(table), String(plan)]));
}

/** Forgets tables that are in no shape now: what is derived from their records is not kept up to date meanwhile. */
export function forgetOthers({ runText }: Connection, tables: Tables): void {
  const known = JSON.stringify([...tables.keys()]);
  runText("delete from prepared where from_table not in (select value from json_each(?))", [known]);
}

export function keepPlan({ runText }: Connection, table: Table, plan: string): void {
  runText("insert or replace into prepared (from_table, plan) values (?, ?)", [table.id, plan]);
}

/** How many characters become searchable between two turns of the event loop: 10 to 30 ms. */
const MAX_TAKEN = 16_384;
/** Pages of a search index that are merged then: several times as many as were added. To merge after each text takes a third of all the time. */
const MERGED_PAGES = 128;
const BATCH = 500;

/** Derives again, from the stored records, what is stale. Gives others their turns. */
export async function backfill(context: Context, table: Table, stale: Stale): Promise<void> {
  const { connection } = context;
  if (stale.references) connection.runText("delete from record_references where from_table = ?", [table.id]);
  if (stale.counts) connection.runText("delete from record_counts where from_table = ?", [table.id]);
  const searches = [...table.searches.values()].filter(({ column }) => stale.searches.includes(column));
  const hidden = [...stale.copies.map(({ sql }) => sql), ...searches.map(({ fold }) => fold)];
  if (hidden.length === 0 && !stale.references && !stale.counts) return;

  const set = sql.join(hidden.map((name) => sql`${sql.id(name)} = ${""}`));
  const text = compiled(sql`update ${sql.id(table.sql)} set ${set} where ${ROW} = ${0}`);
  const referred = remembering(readingReferred(context));
  const counts = new Map<string, Map<string, number>>([["", new Map([["", 0]])]]);
  for (const { field } of table.filters) counts.set(field, new Map());
  let taken = 0;
  const after = (row: number) => selectRecords(context, table, "afterRow", row, BATCH);
  for (let batch = after(0); batch.length > 0; batch = after(batch.at(-1)?.row ?? 0)) {
    for (const { row, record } of batch) {
      if (taken > MAX_TAKEN) {
        for (const search of searches) mergeSearch(context, table, search, MERGED_PAGES);
        await REAL_TURNS.turn();
        taken = 0;
      }
      if (stale.references) keepReferences(context, table, record._id, undefined, record);
      count(counts, "", "");
      for (const filter of table.filters) count(counts, filter.field, countedIn(record, filter));
      for (const search of searches) taken += changeSearch(context, table, search, row, undefined, record);
      if (hidden.length === 0) continue;
      const copied = stale.copies.map((copy) => copyValue(copy, record, referred));
      connection.runText(text, [...copied, ...searches.map((search) => foldValue(search, record)), row]);
    }
    await REAL_TURNS.turn();
  }
  if (!stale.counts) return;
  for (const [field, values] of counts)
    for (const [value, n] of values) addCount(context, table, field, value, n);
}

function count(
  counts: ReadonlyMap<string, Map<string, number>>,
  field: string,
  value: string | undefined,
): void {
  if (value === undefined) return;
  const values = counts.get(field);
  values?.set(value, (values.get(value) ?? 0) + 1);
}

/** Reads each referred value once: many records refer to few. */
function remembering(referred: Referred): Referred {
  const known = new Map<string, SqlValue>();
  return (of, id) => {
    const key = JSON.stringify([of.table, of.column, of.keys, id]);
    const value = known.has(key) ? (known.get(key) ?? null) : referred(of, id);
    known.set(key, value);
    return value;
  };
}
