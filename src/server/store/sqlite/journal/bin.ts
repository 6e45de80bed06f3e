import { sql } from "kysely";
import { type EntryRow, entryOf, PURGED_DATA } from "../../entries/entry-data.ts";
import type { BinnedRecord, ChangeOrigin } from "../../journal.ts";
import type { Context } from "../context.ts";
import { deleteUnused, getImage, takeImageFromBin } from "../images.ts";
import { keepPurge } from "./keep-entry.ts";

interface Deletion {
  readonly table: string;
  readonly id: string;
  /** Of its entry. */
  readonly position: number;
  readonly until: string;
}

export function putInBin({ connection }: Context, { table, id, position, until }: Deletion): void {
  connection.runText("insert into bin (from_table, record_id, position, until) values (?, ?, ?, ?)", [
    table,
    id,
    position,
    until,
  ]);
}

/** The version that the record had; undefined where it is not in the bin. */
export function takeFromBin(context: Context, table: string, id: string): { version: number } | undefined {
  const [[position] = []] = context.connection.rows(
    "select position from bin where from_table = ? and record_id = ?",
    [table, id],
  );
  if (position === undefined) return undefined;
  const [[version] = []] = context.connection.rows("select version from journal where position = ?", [
    Number(position),
  ]);
  removeFromBin(context, table, id);
  return { version: Number(version ?? 0) };
}

function removeFromBin({ connection }: Context, table: string, id: string): void {
  connection.run(sql`delete from bin where from_table = ${table} and record_id = ${id}`);
}

type BinRow = EntryRow & { readonly until: string };

export function selectBin(
  { connection }: Context,
  table: string,
  before: number | undefined,
  limit: number,
): BinnedRecord[] {
  const found = connection.all(
    sql<BinRow>`select journal.*, bin.until from bin join journal on journal.position = bin.position
      where bin.from_table = ${table} and bin.position < ${before ?? Number.MAX_SAFE_INTEGER}
      order by bin.position desc limit ${limit}`,
  );
  return found.map((row) => ({ entry: entryOf(row), until: row.until }));
}

export function findBinned({ connection }: Context, table: string, id: string): BinnedRecord | undefined {
  const row = connection.first(
    sql<BinRow>`select journal.*, bin.until from bin join journal on journal.position = bin.position
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
export function emptyBin(context: Context, now: string, limit: number, origin: ChangeOrigin): boolean {
  for (let left = limit; left > 0; ) {
    const over = context.connection.first(
      sql<{ table: string; id: string }>`select from_table as "table", record_id as id from bin
        where until <= ${now} order by until limit 1`,
    );
    if (over === undefined) return emptyImages(context, now, Math.ceil(left / IMAGE_COST));
    const { isGone, count } = purgeStep(context, over.table, over.id, left, origin);
    if (!isGone) return false;
    left -= count;
  }
  return false;
}

/** Answers whether nothing is left. */
function emptyImages(context: Context, now: string, limit: number): boolean {
  const over = context.connection.all(
    sql<{ table: string; id: string; fileName: string }>`select from_table as "table", record_id as id,
      file_name as fileName from bin_images where until <= ${now} order by until limit ${limit}`,
  );
  for (const { table, id, fileName } of over) {
    takeImageFromBin(context, table, id, fileName);
    // One that is still shown waits until it expires.
    if (getImage(context, fileName) === undefined) deleteUnused(context, fileName);
  }
  return over.length < limit;
}

/**
 * Deletes a binned record in steps: some of its images that nothing else needs, then the values of at most so many entries, the oldest
 * first. Together with those of its deletion, the last ones, it leaves the bin: until then it can be restored. Answers whether it
 * is gone.
 */
export function purgeBinned(
  context: Context,
  table: string,
  id: string,
  limit: number,
  origin: ChangeOrigin,
): boolean {
  return purgeStep(context, table, id, limit, origin).isGone;
}

function purgeStep(
  context: Context,
  table: string,
  id: string,
  limit: number,
  origin: ChangeOrigin,
): { readonly isGone: boolean; readonly count: number } {
  const { connection } = context;
  const binned = findBinned(context, table, id);
  if (binned === undefined) return { isGone: true, count: 0 };
  const images = purgeImages(context, table, id, MAX_IMAGES);
  if (images === MAX_IMAGES) return { isGone: false, count: images * IMAGE_COST };
  const found = connection.all(
    sql<{ position: number }>`select position from journal where from_table = ${table} and record_id = ${id}
      and data <> ${PURGED_DATA} order by position limit ${limit + 1}`,
  );
  const positions = JSON.stringify(found.slice(0, limit).map(({ position }) => position));
  const among = sql`position in (select value from json_each(${positions}))`;
  connection.run(sql`update journal set data = ${PURGED_DATA} where ${among}`);
  connection.run(sql`delete from journal_values where ${among}`);
  if (found.length > limit) return { isGone: false, count: limit };
  removeFromBin(context, table, id);
  keepPurge(context, { table, id, version: binned.entry.version }, origin);
  return { isGone: true, count: found.length + 1 + images * IMAGE_COST };
}

/** Deletes what the bin keeps for a record; answers how many, where they are so many there may be more. */
export function purgeImages(context: Context, table: string, id: string, limit?: number): number {
  const images = context.connection.all(
    sql<{ name: string }>`select file_name as name from bin_images
      where from_table = ${table} and record_id = ${id} limit ${limit ?? -1}`,
  );
  for (const { name } of images) {
    takeImageFromBin(context, table, id, name);
    deleteUnused(context, name);
  }
  return images.length;
}
