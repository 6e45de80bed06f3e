import { sql } from "kysely";
import { withLongValues } from "../../entries/compress.ts";
import { type EntryRow, entryOf } from "../../entries/entry-data.ts";
import { countInTime, entrySearch, foundAmong } from "../../entries/entry-search.ts";
import type { JournalEntry, JournalQuery } from "../../journal.ts";
import type { Context } from "../context.ts";

/** The positions of a page of the entries that are asked for. */
export function findEntries({ connection }: Context, asked: JournalQuery): ReturnType<typeof foundAmong> {
  const counting = countInTime(asked, sql`journal indexed by journal_at`);
  const { index, visited } = entrySearch(asked, counting && connection.first(counting)?.n);
  const walked = index === undefined ? sql`not indexed` : sql`indexed by ${sql.id(index)}`;
  return foundAmong(connection.all(visited(sql`journal ${walked}`)), asked.limit);
}

/** Those that there still are, the latest first. */
export function selectEntries({ connection }: Context, positions: readonly number[]): JournalEntry[] {
  const rows = connection.all(
    sql<EntryRow>`select * from journal where position in (select value from json_each(${JSON.stringify(positions)}))
      order by position desc`,
  );
  return rows.map(entryOf);
}

/** An entry with its long values; they are decompressed in another thread. */
export async function getEntry({ connection }: Context, position: number): Promise<JournalEntry | undefined> {
  const row = connection.first(sql<EntryRow>`select * from journal where position = ${position}`);
  if (row === undefined) return undefined;
  const stored = connection.all(
    sql<{ side: "before" | "after"; name: string; is_text: number; bytes: ArrayBuffer }>`
      select side, name, is_text, bytes from journal_values where position = ${position}`,
  );
  return withLongValues(
    entryOf(row),
    stored.map(({ is_text, bytes, ...value }) => ({
      ...value,
      isText: is_text === 1,
      bytes: new Uint8Array(bytes),
    })),
  );
}

/** The oldest entries from before a time; those of records in the bin stay. */
export function pruneEntries({ connection }: Context, before: string, limit: number): number {
  const old = connection.all(
    sql<{ position: number }>`select position from journal where at < ${before}
      and not exists (select 1 from bin where bin.from_table = journal.from_table and record_id = journal.record_id)
      order by at, position limit ${limit}`,
  );
  const positions = JSON.stringify(old.map(({ position }) => position));
  for (const table of ["journal", "journal_values"])
    connection.run(
      sql`delete from ${sql.id(table)} where position in (select value from json_each(${positions}))`,
    );
  return old.length;
}
