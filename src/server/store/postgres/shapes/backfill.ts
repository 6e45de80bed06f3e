import { sql } from "kysely";
import type { Json, RecordData } from "../../../../model/record.ts";
import { turnWhenDue } from "../../../in-turns.ts";
import type { Referred } from "../../tables/copy-value.ts";
import { type Link, linksOf } from "../../tables/links.ts";
import type { Table, TableColumn, Tables } from "../../tables/table.ts";
import { countedIn } from "../../tables/table-filter.ts";
import { sortable, valueByKeys } from "../../tables/values.ts";
import type { DerivedColumn } from "../derived.ts";
import { makePending } from "../pending-writes.ts";
import { physicalId, physicalName } from "../physical-names.ts";
import { KEY, NUMBER, parseStored, recordTable, storedJson } from "../read-records.ts";
import { addLinks } from "../writing/write-references.ts";
import type { StoredState } from "./convert-values.ts";
import { columnsIn } from "./stored-columns.ts";

/** Which derived data of a table must be derived again. */
export interface StaleData {
  readonly derived: readonly DerivedColumn[];
  readonly references: boolean;
  readonly counts: boolean;
}

const BATCH = 500;

/** Derives again, from the stored records, what is stale. */
export async function deriveAgain(
  state: StoredState,
  tables: Tables,
  table: Table,
  stale: StaleData,
): Promise<void> {
  const { query } = state;
  if (stale.references) await query(sql`delete from record_references where from_table = ${table.id}`);
  if (stale.counts) await query(sql`delete from record_counts where from_table = ${table.id}`);
  if (stale.derived.length === 0 && !stale.references && !stale.counts) return;
  const turn = turnWhenDue();
  const counts = makePending(query, query);
  for (let last = 0; ; ) {
    const rows = await readRecords(state, table, last);
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.row;
    const referred = await readReferred(state, tables, table, stale.derived, rows);
    const links: (Link & { readonly id: string })[] = [];
    const values: (readonly (string | null)[])[] = [];
    for (const { id, record } of rows) {
      if (stale.references) for (const link of linksOf(table, record).values()) links.push({ ...link, id });
      if (stale.counts) count(counts, table, record);
      values.push(stale.derived.map((column) => textOf(column.valueIn(record, referred))));
      await turn();
    }
    await addLinks({ query }, table, links);
    await writeDerived(state, table, stale.derived, rows, values);
  }
  if (stale.counts) await counts.writeCounts();
}

/** Grams have no blanks in them. */
const textOf = (value: string | readonly string[] | null) =>
  typeof value === "string" || value === null ? value : value.join(" ");

function count(counts: ReturnType<typeof makePending>, table: Table, record: RecordData): void {
  counts.addCount(table.id, "", "", 1);
  for (const filter of table.filters) {
    const value = countedIn(record, filter);
    if (value !== undefined) counts.addCount(table.id, filter.field, value, 1);
  }
}

interface Row {
  readonly row: number;
  readonly id: string;
  readonly record: RecordData;
}

/** With the defaults of columns that the table does not have yet. */
async function readRecords(state: StoredState, table: Table, after: number): Promise<readonly Row[]> {
  const present = columnsIn(state.physical, table);
  const others = table.columns.filter(({ name }) => name !== "_id");
  const read = others.filter((column) => present.has(physicalName(column.sql)));
  const missing = table.declared.filter((column) => !present.has(physicalName(column.sql)));
  const values = read.map(({ sql: name }, at) => sql`${physicalId(name)} as ${sql.id(`c${at}`)}`);
  const rows = await state.query(
    sql<{ row: number; id: string; [column: string]: string | number | null }>`select
      ${sql.join([sql`${NUMBER} as row, ${KEY} as id`, ...values])} from ${recordTable(table)}
      where ${NUMBER} > ${after} order by ${NUMBER} limit ${BATCH}`,
  );
  return rows.map(({ row, id, ...found }) => {
    const stored = (column: TableColumn): Json => {
      const value = found[`c${read.indexOf(column)}`];
      return parseStored(typeof value === "string" ? value : null);
    };
    const entries: [string, Json][] = [
      ["_id", id],
      ...read.map((column): [string, Json] => [column.name, stored(column)]),
      ...missing.map((column): [string, Json] => [
        column.name,
        parseStored(storedJson(column, column.default)),
      ]),
    ];
    return { row, id, record: Object.fromEntries(entries) };
  });
}

/** What the records' hidden columns need of other records. */
async function readReferred(
  { query, physical }: StoredState,
  tables: Tables,
  table: Table,
  columns: readonly DerivedColumn[],
  rows: readonly Row[],
): Promise<Referred> {
  const known = new Map<string, Json>();
  for (const { of } of columns) {
    const copy = table.copies.find((one) => one.of === of);
    const other = of && tables.get(of.table);
    const column = other?.byName.get(of?.column ?? "");
    if (of === undefined || copy === undefined || other === undefined || column === undefined) continue;
    const ids = rows.flatMap(({ record }) => {
      const id = valueByKeys(record[copy.column], copy.keys);
      return typeof id === "string" ? [id] : [];
    });
    const isPresent = columnsIn(physical, other).has(physicalName(column.sql));
    const value = isPresent ? physicalId(column.sql) : sql`null::text`;
    const found = await query(
      sql<{
        id: string;
        value: string | null;
      }>`select ${KEY} as id, ${value} as value from ${recordTable(other)}
        where ${KEY} = any(${ids}::text[])`,
    );
    const missing = other.declared.find((one) => one.name === column.name)?.default ?? null;
    for (const one of found) {
      const read = column.name === "_id" ? one.id : isPresent ? parseStored(one.value) : missing;
      known.set(JSON.stringify([of.table, of.column, one.id]), read);
    }
  }
  return (of, id) => sortable(valueByKeys(known.get(JSON.stringify([of.table, of.column, id])), of.keys));
}

async function writeDerived(
  { query }: StoredState,
  table: Table,
  columns: readonly DerivedColumn[],
  rows: readonly Row[],
  values: readonly (readonly (string | null)[])[],
): Promise<void> {
  if (columns.length === 0) return;
  const given = columns.map((_, at) => sql`${values.map((one) => one[at] ?? null)}::text[]`);
  const set = columns.map(({ name, type }, at) => {
    const value = sql.id("fit", `v${at}`);
    return sql`${sql.id(name)} = ${type === "text" ? value : sql`string_to_array(${value}, ' ')`}`;
  });
  await query(sql`update ${recordTable(table)} set ${sql.join(set)}
    from unnest(${rows.map(({ row }) => row)}::bigint[], ${sql.join(given)})
      as fit (number, ${sql.join(columns.map((_, at) => sql.id(`v${at}`)))})
    where ${NUMBER} = fit.number`);
}
