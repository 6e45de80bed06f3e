import type { RawBuilder } from "kysely";
import type { Connection } from "./driver.ts";
import type { Table, Tables } from "./table.ts";

/** What every operation works on. */
export interface Context {
  readonly connection: Connection;
  readonly tables: Tables;
}

/** Throws where there is no such table: a mistake of the caller's. */
export function tableOf(context: Context, id: string): Table {
  const table = context.tables.get(id);
  if (table === undefined) throw new Error(`No table ${JSON.stringify(id)} has a shape.`);
  return table;
}

/**
 * The text of a query that depends on the table alone, made once for it: building one anew takes longer than answering
 * it. Values in `make` only mark the places of the parameters.
 */
export function textOf(
  { db }: Connection,
  table: Table,
  key: string,
  make: () => RawBuilder<unknown>,
): string {
  const text = table.texts.get(key) ?? make().compile(db).sql;
  table.texts.set(key, text);
  return text;
}
