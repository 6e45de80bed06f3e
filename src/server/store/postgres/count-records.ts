import { sql } from "kysely";
import type { RecordData } from "../../../model/record.ts";
import { filterColumn, type Table } from "../tables/table.ts";
import { countedIn } from "../tables/table-filter.ts";
import type { Access, WriteAccess } from "./access.ts";

/** Keeps the counts up to date: one for the table, one for each value in a filter's column. */
export function countChange(
  { pending }: WriteAccess,
  table: Table,
  before: RecordData | undefined,
  after: RecordData | undefined,
): void {
  if (before === undefined) pending.addCount(table.id, "", "", 1);
  if (after === undefined) pending.addCount(table.id, "", "", -1);
  for (const filter of table.filters) {
    const old = countedIn(before, filter);
    const now = countedIn(after, filter);
    if (old === now) continue;
    if (old !== undefined) pending.addCount(table.id, filter.field, old, -1);
    if (now !== undefined) pending.addCount(table.id, filter.field, now, 1);
  }
}

/** How many records there are; `where`: of those with one of the values in a filter's column. */
export async function countAll(
  { query }: Access,
  table: Table,
  where?: { readonly field: string; readonly values: readonly string[] },
): Promise<number> {
  if (where !== undefined) filterColumn(table, where.field);
  const values = [...(where?.values ?? [""])];
  const beginnings = values.map((value) => [...value.slice(0, 400)].slice(0, 200).join(""));
  const [found] = await query(
    sql<{ n: number | null }>`select sum(n)::bigint as n from record_counts
      where from_table = ${table.id} and field = ${where?.field ?? ""}
      and left(value, 200) = any(${beginnings}::text[]) and value = any(${values}::text[])`,
  );
  return found?.n ?? 0;
}
