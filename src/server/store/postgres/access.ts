import type { Table, Tables } from "../tables/table.ts";
import type { Query } from "./connection.ts";
import type { DerivedColumn } from "./derived.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** What an operation works with. */
export interface Access {
  readonly query: Query;
  readonly tables: Tables;
  /** The hidden columns of a table. */
  derivedOf(table: Table): readonly DerivedColumn[];
}

/** The same in a transaction that writes. */
export interface WriteAccess extends Access {
  readonly pending: PendingWrites;
}

/** Throws where there is no such table: a mistake of the caller's. */
export function shapedTable({ tables }: Access, id: string): Table {
  const table = tables.get(id);
  if (table === undefined) throw new Error(`No table ${JSON.stringify(id)} has a shape.`);
  return table;
}
