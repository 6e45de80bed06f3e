import { sql } from "kysely";
import type { Steps } from "../../../compiler/steps.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { sqlName } from "../tables/names.ts";
import { recordOf } from "../tables/record-of.ts";
import type { Table, TableColumn } from "../tables/table.ts";
import type { SqlValue } from "../tables/values.ts";
import { decode } from "../tables/values.ts";
import { type Context, textOf } from "./context.ts";

export const ID = sql.id(sqlName("_id"));
/** The number of a row: its primary key, and its key in full-text tables. No column of a config can have this name. */
export const ROW = sql.id("row$");

interface NumberedRecord {
  readonly row: number;
  readonly record: StoredRecord;
}

export function selectNumbered(context: Context, table: Table, id: string): NumberedRecord | undefined {
  return selectRecords(context, table, "id", id)[0];
}

export function selectRecord(context: Context, table: Table, id: string): StoredRecord | undefined {
  return selectNumbered(context, table, id)?.record;
}

/** The listed columns, in the order asked; records that do not exist are left out. */
export function selectRecordsById(context: Context, table: Table, ids: readonly string[]): StoredRecord[] {
  const found = selectRecords(context, table, "ids", JSON.stringify(ids));
  const byId = new Map(found.map(({ record }) => [record._id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const SHORT_AT_ONCE = 100;
const LONG_AT_ONCE = 1;

/** How many records are read in one step: a long one may have a megabyte. */
export function rowsAtOnce({ isLong }: Table): number {
  return isLong ? LONG_AT_ONCE : SHORT_AT_ONCE;
}

/** The `_id`s of records by row number, in the order asked. */
export function idsAt({ connection }: Context, table: Table, rows: readonly number[]): string[] {
  const make = () => sql`select ${ID} from json_each(${""}) cross join ${sql.id(table.sql)} on ${ROW} = value
    order by json_each.key`;
  return connection
    .rows(textOf(table, "ids of rows", make), [JSON.stringify(rows)])
    .map(([id]) => String(id));
}

/** About how long one step takes. */
const STEP_MS = 5;

/** The listed columns of records by row number, in the order asked. */
export function* recordsAt(context: Context, table: Table, rows: readonly number[]): Steps<StoredRecord[]> {
  const records: StoredRecord[] = [];
  let since = performance.now();
  const atOnce = rowsAtOnce(table);
  for (let start = 0; start < rows.length; start += atOnce) {
    if (performance.now() - since > STEP_MS) {
      yield;
      since = performance.now();
    }
    const asked = rows.slice(start, start + atOnce);
    const found = selectRecords(context, table, "rows", JSON.stringify(asked));
    const byRow = new Map(found.map(({ row, record }) => [row, record]));
    records.push(...asked.flatMap((row) => byRow.get(row) ?? []));
  }
  return records;
}

export function findRecord(
  context: Context,
  table: Table,
  column: string,
  value: string,
): StoredRecord | undefined {
  const unique = table.unique.find(({ name }) => name === column);
  if (unique === undefined) throw new Error(`${table.id}.${column} is not unique.`);
  const found = sql<{ id: string }>`select ${ID} as id from ${sql.id(table.sql)}
    where ${sql.id(unique.sql)} = ${value}`;
  const row = context.connection.first(found);
  return row && selectRecord(context, table, row.id);
}

/** With the values that each takes; `ids` and `rows` are JSON lists and read only the listed columns. */
const CONDITIONS = {
  id: sql`${ID} = ${""}`,
  ids: sql`${ID} in (select value from json_each(${""}))`,
  rows: sql`${ROW} in (select value from json_each(${""}))`,
  afterRow: sql`${ROW} > ${0} order by ${ROW} limit ${0}`,
  afterId: sql`${ID} > ${""} order by ${ID} limit ${0}`,
} as const;

export function selectRecords(
  { connection }: Context,
  table: Table,
  by: keyof typeof CONDITIONS,
  ...values: readonly (string | number)[]
): NumberedRecord[] {
  const columns = by === "ids" || by === "rows" ? table.listed : table.columns;
  const text = textOf(table, by, () => {
    const selected = sql.join([ROW, ...columns.map((column) => sql.id(column.sql))]);
    return sql`select ${selected} from ${sql.id(table.sql)} where ${CONDITIONS[by]}`;
  });
  return connection
    .rows(text, values)
    .map(([row, ...values]) => ({ row: Number(row), record: toRecord(columns, values) }));
}

/** `values`: in the order of the columns. */
export function toRecord(columns: readonly TableColumn[], values: readonly SqlValue[]): StoredRecord {
  return recordOf(columns, ({ type }, at) => decode(type, values[at] ?? null));
}
