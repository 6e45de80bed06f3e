import type { RecordData } from "../../../model/record.ts";
import type { Table } from "./table.ts";
import { textsAt } from "./values.ts";

/** A reference of a record to another. */
export interface Link {
  readonly path: string;
  readonly to_table: string;
  readonly to_id: string;
}

/** What a record refers to, each once. */
export function linksOf(table: Table, record: RecordData | undefined): Map<string, Link> {
  const found = new Map<string, Link>();
  for (const { path, table: to_table, column, keys } of table.references)
    for (const to_id of textsAt(record?.[column], keys))
      found.set(JSON.stringify([path, to_id]), { path, to_table, to_id });
  return found;
}
