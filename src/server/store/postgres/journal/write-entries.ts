import { type CompressedValue, compress } from "../../entries/compress.ts";
import { changeEntry, eventEntry, purgeEntry, type StoredChange } from "../../entries/entry-data.ts";
import type { ChangeOrigin, NotedEvent } from "../../journal.ts";
import type { Table } from "../../tables/table.ts";
import type { WriteAccess } from "../access.ts";

/** Notes what the transaction did to a record. @param binnedUntil of a deletion into the bin */
export async function noteChange(
  { pending }: WriteAccess,
  table: Table,
  change: StoredChange,
  binnedUntil?: string,
): Promise<void> {
  const { values, long } = changeEntry(table, change);
  const compressed: CompressedValue[] = [];
  for await (const value of compress(long)) compressed.push(value);
  const id = change.before?._id ?? "";
  pending.addEntry({
    values,
    long: compressed,
    ...(binnedUntil === undefined ? {} : { binned: { table: table.id, id, until: binnedUntil } }),
  });
}

export function noteStoreEvent({ pending }: WriteAccess, event: NotedEvent, origin: ChangeOrigin): void {
  pending.addEntry({ values: eventEntry(event, origin), long: [] });
}

export function notePurge(
  { pending }: WriteAccess,
  purged: Parameters<typeof purgeEntry>[0],
  origin: ChangeOrigin,
): void {
  pending.addEntry({ values: purgeEntry(purged, origin), long: [] });
}
