import { sql } from "kysely";
import { type EntryRow, entryOf } from "../../entries/entry-data.ts";
import type { PurgeAccess } from "../../entries/purge.ts";
import type { BinnedRecord, ChangeOrigin } from "../../journal.ts";
import { knownOrigin } from "../../open-work.ts";
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

export const purgeAccess = (context: Context, origin: ChangeOrigin | undefined): PurgeAccess => ({
  all: context.connection.all,
  run: context.connection.run,
  isAmong: (positions) => sql`position in (select value from json_each(${JSON.stringify(positions)}))`,
  binned: (table, id) => findBinned(context, table, id),
  leaveBin: (table, id) => removeFromBin(context, table, id),
  takeImageFromBin: (table, id, fileName) => takeImageFromBin(context, table, id, fileName),
  isShown: (fileName) => getImage(context, fileName) !== undefined,
  dropUnused: (fileName) => deleteUnused(context, fileName),
  notePurge: (purged) => keepPurge(context, purged, knownOrigin(origin)),
});
