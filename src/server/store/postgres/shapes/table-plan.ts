import { sql } from "kysely";
import type { Table } from "../../tables/table.ts";
import type { Query } from "../connection.ts";
import { type DerivedColumn, type PhysicalIndex, physicalIndexes } from "../derived.ts";

/** What a table was made for, as stored in `prepared`: what differs is made again. */
export interface TablePlan {
  /** By physical name. */
  readonly derived: Readonly<Record<string, string>>;
  /** Of every declared column: a value reads differently once its type changes. */
  readonly types: Readonly<Record<string, string>>;
  readonly references: string;
  readonly counts: string;
  readonly indexes: readonly PhysicalIndex[];
}

export function makePlan(table: Table, derived: readonly DerivedColumn[]): TablePlan {
  return {
    derived: Object.fromEntries(derived.map(({ name, definition }) => [name, definition])),
    types: Object.fromEntries(table.declared.map(({ sql: name, type }) => [name, type])),
    references: JSON.stringify(table.references),
    counts: JSON.stringify(table.filters.map(({ field, by, type }) => [field, by, type])),
    indexes: physicalIndexes(table),
  };
}

/** As JSON, by table. */
export async function readTablePlans(query: Query): Promise<ReadonlyMap<string, string>> {
  const found = await query(sql<{ from_table: string; plan: string }>`select from_table, plan from prepared`);
  return new Map(found.map(({ from_table, plan }) => [from_table, plan]));
}

export function planIn(plans: ReadonlyMap<string, string>, { id }: Table): TablePlan | undefined {
  const text = plans.get(id);
  return text === undefined ? undefined : JSON.parse(text);
}

export async function keepTablePlan(query: Query, table: Table, plan: TablePlan): Promise<void> {
  await query(sql`insert into prepared (from_table, plan) values (${table.id}, ${JSON.stringify(plan)})
    on conflict (from_table) do update set plan = excluded.plan`);
}
