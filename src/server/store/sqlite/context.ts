import type { Connection } from "./driver.ts";
import type { Table, Tables } from "./table.ts";

/** What every operation works on. */
export interface Context {
  readonly connection: Connection;
  readonly tables: Tables;
}

/** Throws where no such table was prepared: a mistake of the caller's. */
export function tableOf(context: Context, id: string): Table {
  const table = context.tables.get(id);
  if (table === undefined) throw new Error(`No table ${JSON.stringify(id)} was prepared.`);
  return table;
}
