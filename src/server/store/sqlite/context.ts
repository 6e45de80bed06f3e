import type { RawBuilder } from "kysely";
import type { Table, Tables } from "../tables/table.ts";
import { type Connection, compiled } from "./driver.ts";
import type { ChangedRows } from "./filter/changed-rows.ts";
import type { KeptTotals } from "./filter/kept-totals.ts";

export interface Context {
  readonly connection: Connection;
  readonly tables: Tables;
  /** Absent where there are writes of its own. */
  readonly totals?: KeptTotals;
  /** Where there are writes: what they change. */
  readonly changed?: Pick<ChangedRows, "add">;
}

/** Throws where there is no such table: a mistake of the caller's. */
export function tableOf(context: Context, id: string): Table {
  const table = context.tables.get(id);
  if (table === undefined) throw new Error(`No table ${JSON.stringify(id)} has a shape.`);
  return table;
}

/** The text of a query that depends on the table alone, compiled once: that takes longer than running it. */
export function textOf(table: Table, key: string, make: () => RawBuilder<unknown>): string {
  const text = table.texts.get(key) ?? compiled(make());
  table.texts.set(key, text);
  return text;
}
