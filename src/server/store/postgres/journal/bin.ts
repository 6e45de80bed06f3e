import { sql } from "kysely";
import { type EntryRow, entryOf, PURGED_DATA } from "../../entries/entry-data.ts";
import type { BinnedRecord, ChangeOrigin } from "../../journal.ts";
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

/** Images that one step deletes of a record. */
const MAX_IMAGES = 5;
/** Deleting one takes about as long as deleting the values of so many entries. */
const IMAGE_COST = 40;

/**
 * The next step of deleting for good what has been in it long enough: at most so many entries lose their values, and then images that
 * records let go of are deleted. Answers whether nothing is left of it.
 */
export async function clearBin(
  access: WriteAccess,
  now: string,
  limit: number,
  origin: ChangeOrigin,
): Promise<boolean> {
  for (let left = limit; left > 0; ) {
    const [over] = await access.query(
      sql<{ table: string; id: string }>`select from_table as "table", record_id as id from bin
        where until <= ${now} order by until limit 1`,
    );
    if (over === undefined) return clearImages(access, now, Math.ceil(left / IMAGE_COST));
    const { isGone, count } = await purgeStep(access, over.table, over.id, left, origin);
    if (!isGone) return false;
    left -= count;
  }
  return false;
}

/** Answers whether nothing is left. */
async function clearImages(access: WriteAccess, now: string, limit: number): Promise<boolean> {
  const over = await access.query(
    sql<{ table: string; id: string; fileName: string }>`select from_table as "table", record_id as id,
      file_name as "fileName" from bin_images where until <= ${now} order by until limit ${limit}`,
  );
  for (const { table, id, fileName } of over) {
    await takeOutOfBin(access, table, id, fileName);
    // One that is still shown waits until it expires.
    if ((await shownImage(access, fileName)) === undefined) await dropUnusedImage(access, fileName);
  }
  return over.length < limit;
}

/**
 * Deletes a binned record in steps: some of its images that nothing else needs, then the values of at most so many entries, the oldest
 * first. Together with those of its deletion, the last ones, it leaves the bin: until then it can be restored. Answers whether it
 * is gone.
 */
export async function purgeFromBin(
  access: WriteAccess,
  table: string,
  id: string,
  limit: number,
  origin: ChangeOrigin,
): Promise<boolean> {
  return (await purgeStep(access, table, id, limit, origin)).isGone;
}

async function purgeStep(
  access: WriteAccess,
  table: string,
  id: string,
  limit: number,
  origin: ChangeOrigin,
): Promise<{ readonly isGone: boolean; readonly count: number }> {
  const { query } = access;
  const binned = await readBinned(access, table, id);
  if (binned === undefined) return { isGone: true, count: 0 };
  const images = await purgeBinImages(access, table, id, MAX_IMAGES);
  if (images === MAX_IMAGES) return { isGone: false, count: images * IMAGE_COST };
  const found = await query(
    sql<{ position: number }>`select position from journal where from_table = ${table} and record_id = ${id}
      and data <> ${PURGED_DATA} order by position limit ${limit + 1}`,
  );
  const positions = found.slice(0, limit).map(({ position }) => position);
  await query(sql`update journal set data = ${PURGED_DATA} where position = any(${positions}::bigint[])`);
  await query(sql`delete from journal_values where position = any(${positions}::bigint[])`);
  if (found.length > limit) return { isGone: false, count: limit };
  await clear(access, table, id);
  notePurge(access, { table, id, version: binned.entry.version }, origin);
  return { isGone: true, count: found.length + 1 + images * IMAGE_COST };
}

/** Deletes what the bin keeps for a record; answers how many, where they are so many there may be more. */
export async function purgeBinImages(
  access: WriteAccess,
  table: string,
  id: string,
  limit?: number,
): Promise<number> {
  const images = await access.query(
    sql<{ name: string }>`select file_name as name from bin_images
      where from_table = ${table} and record_id = ${id} limit ${limit ?? null}::bigint`,
  );
  for (const { name } of images) {
    await takeOutOfBin(access, table, id, name);
    await dropUnusedImage(access, name);
  }
  return images.length;
}
