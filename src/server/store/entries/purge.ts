import { type RawBuilder, sql } from "kysely";
import type { BinnedRecord } from "../journal.ts";
import { PURGED_DATA } from "./entry-data.ts";

/** What deleting for good needs of an engine, in the open transaction. */
export interface PurgeAccess {
  all<Row>(query: RawBuilder<Row>): Row[] | Promise<Row[]>;
  run(query: RawBuilder<unknown>): unknown;
  /** Whether `position` is one of these. */
  isAmong(positions: readonly number[]): RawBuilder<unknown>;
  binned(table: string, id: string): BinnedRecord | undefined | Promise<BinnedRecord | undefined>;
  leaveBin(table: string, id: string): unknown;
  takeImageFromBin(table: string, id: string, fileName: string): unknown;
  isShown(fileName: string): boolean | Promise<boolean>;
  /** Deletes an image that nothing needs. */
  dropUnused(fileName: string): unknown;
  notePurge(purged: { readonly table: string; readonly id: string; readonly version: number }): unknown;
}

interface PurgeStep {
  readonly isGone: boolean;
  /** What it took, in deleted values of entries. */
  readonly cost: number;
}

/** Images that one step deletes of a record. */
const MAX_IMAGES = 5;
/** Deleting one takes about as long as deleting the values of so many entries. */
const IMAGE_COST = 40;

/**
 * The next step of deleting for good what has been in the bin long enough: at most so many entries lose their values, and then images
 * that records let go of are deleted. Answers whether nothing is left of it.
 */
export async function purgeOverdue(access: PurgeAccess, now: string, limit: number): Promise<boolean> {
  for (let left = limit; left > 0; ) {
    const [over] = await access.all(
      sql<{ table: string; id: string }>`select from_table as "table", record_id as id from bin
        where until <= ${now} order by until limit 1`,
    );
    if (over === undefined) return purgeOverdueImages(access, now, Math.ceil(left / IMAGE_COST));
    const { isGone, cost } = await purgeStep(access, over.table, over.id, left);
    if (!isGone) return false;
    left -= cost;
  }
  return false;
}

/** Answers whether nothing is left. */
async function purgeOverdueImages(access: PurgeAccess, now: string, limit: number): Promise<boolean> {
  const over = await access.all(
    sql<{ table: string; id: string; fileName: string }>`select from_table as "table", record_id as id,
      file_name as "fileName" from bin_images where until <= ${now} order by until limit ${limit}`,
  );
  for (const { table, id, fileName } of over) {
    await access.takeImageFromBin(table, id, fileName);
    // One that is still shown waits until it expires.
    if (!(await access.isShown(fileName))) await access.dropUnused(fileName);
  }
  return over.length < limit;
}

/**
 * Deletes a binned record in steps: some of its images that nothing else needs, then the values of at most so many entries, the oldest
 * first. Together with those of its deletion, the last ones, it leaves the bin: until then it can be restored.
 */
export async function purgeStep(
  access: PurgeAccess,
  table: string,
  id: string,
  limit: number,
): Promise<PurgeStep> {
  const binned = await access.binned(table, id);
  if (binned === undefined) return { isGone: true, cost: 0 };
  const images = await purgeBinnedImages(access, table, id, MAX_IMAGES);
  if (images === MAX_IMAGES) return { isGone: false, cost: images * IMAGE_COST };
  const found = await access.all(
    sql<{ position: number }>`select position from journal where from_table = ${table} and record_id = ${id}
      and data <> ${PURGED_DATA} order by position limit ${limit + 1}`,
  );
  const among = access.isAmong(found.slice(0, limit).map(({ position }) => position));
  await access.run(sql`update journal set data = ${PURGED_DATA} where ${among}`);
  await access.run(sql`delete from journal_values where ${among}`);
  if (found.length > limit) return { isGone: false, cost: limit };
  await access.leaveBin(table, id);
  await access.notePurge({ table, id, version: binned.entry.version });
  return { isGone: true, cost: found.length + 1 + images * IMAGE_COST };
}

/** Deletes what the bin keeps for a record; answers how many, where they are so many there may be more. */
export async function purgeBinnedImages(
  access: PurgeAccess,
  table: string,
  id: string,
  limit?: number,
): Promise<number> {
  const images = await access.all(
    sql<{ name: string }>`select file_name as name from bin_images
      where from_table = ${table} and record_id = ${id} ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  );
  for (const { name } of images) {
    await access.takeImageFromBin(table, id, name);
    await access.dropUnused(name);
  }
  return images.length;
}
