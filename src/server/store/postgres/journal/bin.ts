import { sql } from "kysely";
import { type EntryRow, entryOf } from "../../entries/entry-data.ts";
import type { PurgeAccess } from "../../entries/purge.ts";
import type { BinnedRecord, ChangeOrigin } from "../../journal.ts";
import { knownOrigin } from "../../open-work.ts";
import type { Access, WriteAccess } from "../access.ts";
import { dropUnusedImage, shownImage, takeOutOfBin } from "../images.ts";
import { notePurge } from "./write-entries.ts";

/** The version that the record had; undefined where it is not in the bin. */
export async function leaveBin(access: WriteAccess, table: string, id: string): Promise<number | undefined> {
  if (access.pending.hasBinned) await access.pending.writeEntries();
  const [binned] = await access.query(
    sql<{ version: number }>`select version from bin join journal using (position)
      where bin.from_table = ${table} and bin.record_id = ${id}`,
  );
  if (binned === undefined) return undefined;
  await clear(access, table, id);
  return binned.version;
}

async function clear({ query }: Access, table: string, id: string): Promise<void> {
  await query(sql`delete from bin where from_table = ${table} and record_id = ${id}`);
}

type BinRow = EntryRow & { readonly until: string };

export async function readBin(
  { query }: Access,
  table: string,
  before: number | undefined,
  limit: number,
): Promise<BinnedRecord[]> {
  const found = await query(
    sql<BinRow>`select journal.*, bin.until from bin join journal using (position)
      where bin.from_table = ${table} and position < ${before ?? Number.MAX_SAFE_INTEGER}
      order by position desc limit ${limit}`,
  );
  return found.map((row) => ({ entry: entryOf(row), until: row.until }));
}

export async function readBinned(
  { query }: Access,
  table: string,
  id: string,
): Promise<BinnedRecord | undefined> {
  const [row] = await query(
    sql<BinRow>`select journal.*, bin.until from bin join journal using (position)
      where bin.from_table = ${table} and bin.record_id = ${id}`,
  );
  return row && { entry: entryOf(row), until: row.until };
}

export const purgesOn = (access: WriteAccess, origin: ChangeOrigin | undefined): PurgeAccess => ({
  all: access.query,
  run: access.query,
  isAmong: (positions) => sql`position = any(${positions}::bigint[])`,
  binned: (table, id) => readBinned(access, table, id),
  leaveBin: (table, id) => clear(access, table, id),
  takeImageFromBin: (table, id, fileName) => takeOutOfBin(access, table, id, fileName),
  isShown: async (fileName) => (await shownImage(access, fileName)) !== undefined,
  dropUnused: (fileName) => dropUnusedImage(access, fileName),
  notePurge: (purged) => notePurge(access, purged, knownOrigin(origin)),
});
