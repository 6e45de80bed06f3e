import type { StoredRecord } from "../../model/record.ts";
import type { JournalEntry } from "../store/journal.ts";
import type { Store } from "../store/store.ts";

/** More changes at once are not told one by one. */
const MAX_CHANGES = 200;
const PAGE = 50;

/** What was changed after a position, read once for all streams that are told. */
export interface ChangeBatch {
  /** The last one. */
  readonly position: number;
  /** There are more than can be told, or some are not known any more. */
  readonly isAll: boolean;
  /** The latest first, without long values; none where `isAll`. */
  readonly entries: readonly JournalEntry[];
  /** A record as it is stored now, read once. */
  now(table: string, id: string): Promise<StoredRecord | undefined>;
}

/** The last position of the journal. */
export async function lastPosition(store: Store): Promise<number> {
  const { entries } = await store.read((view) => view.journal({ limit: 1 }));
  return entries[0]?.position ?? 0;
}

export async function readBatch(store: Store, after: number): Promise<ChangeBatch> {
  const records = new Map<string, Promise<StoredRecord | undefined>>();
  const now: ChangeBatch["now"] = (table, id) => {
    const key = JSON.stringify([table, id]);
    const known = records.get(key) ?? store.read((view) => view.get(table, id));
    records.set(key, known);
    return known;
  };
  const found: JournalEntry[] = [];
  for (let before: number | undefined; ; ) {
    // With the one at the position itself: where it is still there, nothing after it is forgotten.
    const query = { after: after - 1, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const page = await store.read((view) => view.journal(query));
    found.push(...page.entries);
    if (page.next === undefined || found.length > MAX_CHANGES) break;
    before = page.next;
  }
  const position = found[0]?.position ?? (await lastPosition(store));
  const entries = found.filter((entry) => entry.position > after);
  // Positions have no gaps: where one is missing, the oldest entries are forgotten, or the store is an earlier copy.
  const isAll = entries.length > MAX_CHANGES || entries.length !== position - after;
  return { position, isAll, entries: isAll ? [] : entries, now };
}
