import type { RecordData } from "../../../model/record.ts";
import { isEmpty } from "../../../record/json.ts";
import type { Context } from "./context.ts";
import type { SqlValue } from "./driver.ts";
import { isCounted, type TableFilter } from "./filter/table-filter.ts";
import type { Table } from "./table.ts";
import { encode, valueByKeys } from "./values.ts";

/** Keeps the counts up to date: one for the table, one for each value in a filter's column. */
export function keepCounts(
  context: Context,
  table: Table,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  if (before === undefined) addCount(context, table, "", "", 1);
  if (after === undefined) addCount(context, table, "", "", -1);
  for (const filter of table.filters) {
    const old = countedIn(before, filter);
    const now = countedIn(after, filter);
    if (old === now) continue;
    if (old !== undefined) addCount(context, table, filter.field, old, -1);
    if (now !== undefined) addCount(context, table, filter.field, now, 1);
  }
}

/** The value of a filter under which the record is counted; undefined where there is none. */
export function countedIn(record: RecordData | undefined, filter: TableFilter): string | undefined {
  if (record === undefined || !isCounted(filter)) return undefined;
  const value = valueByKeys(record[filter.column], filter.keys);
  if (filter.by === "filled") return String(!isEmpty(value));
  return isEmpty(value) || typeof value === "object" ? undefined : String(value);
}

const ADD = `insert into record_counts (from_table, field, value, n) values (?, ?, ?, ?)
  on conflict (from_table, field, value) do update set n = n + excluded.n`;

export function addCount(
  { connection }: Context,
  table: Table,
  field: string,
  value: string,
  n: number,
): void {
  connection.runText(ADD, [table.id, field, value, n]);
}

const SUM = `select sum(n) from record_counts where from_table = ? and field = ?
  and value in (select value from json_each(?))`;

/** How many records there are; `where`: of those with one of the values in a filter's column. */
export function countRecords(
  { connection }: Context,
  table: Table,
  where?: { readonly field: string; readonly values: readonly string[] },
): number {
  if (where !== undefined) filterColumn(table, where.field);
  const values = JSON.stringify(where?.values ?? [""]);
  return Number(connection.rows(SUM, [table.id, where?.field ?? "", values])[0]?.[0] ?? 0);
}

export function filterColumn(table: Table, field: string): TableFilter {
  const filter = table.filters.find((one) => one.field === field);
  if (filter === undefined) throw new Error(`${table.id}.${field} is not among the filters.`);
  return filter;
}

/** The values as the column stores them. */
export function filterValues({ type }: TableFilter, values: readonly string[]): SqlValue[] {
  if (type === "boolean") return values.map((value) => Number(value === "true"));
  if (type === "number" || type === "integer") return values.map(Number);
  return values.map((value) => encode("text", value));
}
