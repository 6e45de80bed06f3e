import { sql } from "kysely";
import type { ColumnType } from "../../table-shape.ts";
import { type SeenColumns, unseen } from "../../tables/seen-columns.ts";
import type { Table } from "../../tables/table.ts";
import type { Query } from "../connection.ts";
import { physicalName } from "../physical-names.ts";

/** What the values of all columns were last written or converted for. */
export async function readSeenColumns(query: Query): Promise<SeenColumns> {
  const found = await query(
    sql<{
      from_table: string;
      name: string;
      type: ColumnType;
      kind: string;
    }>`select from_table, name, type, kind
      from record_columns`,
  );
  const seen = new Map<string, Map<string, { readonly type: ColumnType; readonly kind: string }>>();
  for (const { from_table, name, type, kind } of found) {
    const own = seen.get(from_table) ?? new Map();
    seen.set(from_table, own.set(name, { type, kind }));
  }
  return seen;
}

export async function keepSeenColumns(query: Query, table: Table, seen: SeenColumns): Promise<void> {
  for (const { name, type, kind } of unseen(table, seen))
    await query(sql`insert into record_columns (from_table, name, type, kind)
      values (${table.id}, ${name}, ${type}, ${kind})
      on conflict (from_table, name) do update set type = excluded.type, kind = excluded.kind`);
}

/** Physical names of the columns that each table has. */
export type PhysicalColumns = ReadonlyMap<string, ReadonlySet<string>>;

export async function readPhysicalColumns(query: Query): Promise<PhysicalColumns> {
  const found = await query(
    sql<{
      table: string;
      names: string[];
    }>`select table_name as "table", array_agg(column_name::text) as names
      from information_schema.columns where table_schema = current_schema() and table_name like 'records$%'
      group by table_name`,
  );
  return new Map(found.map(({ table, names }) => [table, new Set(names)]));
}

export const columnsIn = (physical: PhysicalColumns, table: Table): ReadonlySet<string> =>
  physical.get(physicalName(table.sql)) ?? new Set();
