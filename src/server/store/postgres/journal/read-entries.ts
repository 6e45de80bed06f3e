import { sql } from "kysely";
import { type CompressedValue, withLongValues } from "../../entries/compress.ts";
import { type EntryRow, entryOf } from "../../entries/entry-data.ts";
import { countInTime, entrySearch, foundAmong } from "../../entries/entry-search.ts";
import type { JournalEntry, JournalPage, JournalQuery } from "../../journal.ts";
import type { Access } from "../access.ts";

/** A page of the entries that are asked for. PostgreSQL chooses the index itself. */
export async function readEntries({ query }: Access, asked: JournalQuery): Promise<JournalPage> {
  const counting = countInTime(asked, JOURNAL);
  const [inTime] = counting === undefined ? [] : await query(counting);
  const visited = await query(entrySearch(asked, inTime?.n).visited(JOURNAL));
  const { positions, ...page } = foundAmong(visited, asked.limit);
  const rows = await query(
    sql<EntryRow>`select * from journal where position = any(${positions}::bigint[]) order by position desc`,
  );
  return { entries: rows.map(entryOf), ...page };
}

const JOURNAL = sql`journal`;

export async function readEntry({ query }: Access, position: number): Promise<JournalEntry | undefined> {
  const [row] = await query(sql<EntryRow>`select * from journal where position = ${position}`);
  if (row === undefined) return undefined;
  const stored = await query(
    sql<CompressedValue>`select side, name, is_text as "isText", bytes from journal_values
      where position = ${position}`,
  );
  return withLongValues(entryOf(row), stored);
}

/** The oldest entries from before a time; those of records in the bin stay. */
export async function dropOldEntries({ query }: Access, before: string, limit: number): Promise<number> {
  const old = await query(
    sql<{ position: number }>`select position from journal where at < ${before}
      and not exists (select 1 from bin where bin.from_table = journal.from_table and bin.record_id = journal.record_id)
      order by at, position limit ${limit}`,
  );
  if (old.length === 0) return 0;
  const positions = old.map(({ position }) => position);
  for (const table of ["journal", "journal_values"])
    await query(sql`delete from ${sql.id(table)} where position = any(${positions}::bigint[])`);
  await query(
    sql`update journal_pruned set position = greatest(position, ${Math.max(...positions)}::bigint)`,
  );
  return old.length;
}
