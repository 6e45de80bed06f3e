import { compress } from "../../entries/compress.ts";
import {
  changeEntry,
  ENTRY_COLUMNS,
  type EntryValues,
  eventEntry,
  purgeEntry,
  type StoredChange,
} from "../../entries/entry-data.ts";
import type { ChangeOrigin, NotedEvent } from "../../journal.ts";
import type { Table } from "../../tables/table.ts";
import type { Context } from "../context.ts";

/** Writes down what the open transaction did to a record. Answers the position. */
export async function keepEntry(context: Context, table: Table, change: StoredChange): Promise<number> {
  const { values, long } = changeEntry(table, change);
  const position = keep(context, values);
  for await (const { side, name, isText, bytes } of compress(long))
    context.connection.runText(INSERT_VALUE, [position, side, name, Number(isText), bytes]);
  return position;
}

/** The entry of an event, in the open transaction. */
export function keepEvent(context: Context, event: NotedEvent, origin: ChangeOrigin): void {
  keep(context, eventEntry(event, origin));
}

/** The entry that a record was deleted for good. */
export function keepPurge(
  context: Context,
  purged: { readonly table: string; readonly id: string; readonly version: number },
  origin: ChangeOrigin,
): void {
  keep(context, purgeEntry(purged, origin));
}

const keep = ({ connection }: Context, values: EntryValues) => connection.runText(INSERT, values).lastRow;

const INSERT = `insert into journal (${ENTRY_COLUMNS.join(", ")}) values (${ENTRY_COLUMNS.map(() => "?").join(", ")})`;
const INSERT_VALUE =
  "insert into journal_values (position, side, name, is_text, bytes) values (?, ?, ?, ?, ?)";
