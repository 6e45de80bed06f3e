import type { RecordData } from "../../../model/record.ts";
import { filterColumn, type Table } from "../tables/table.ts";
import { countedIn } from "../tables/table-filter.ts";
import type { Context } from "./context.ts";

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
