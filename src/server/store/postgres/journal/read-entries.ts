import { type RawBuilder, sql } from "kysely";
import { type CompressedValue, withLongValues } from "../../entries/compress.ts";
import { type EntryRow, entryOf } from "../../entries/entry-data.ts";
import type { JournalEntry, JournalPage, JournalQuery } from "../../journal.ts";
import type { Access } from "../access.ts";
import type { Query } from "../connection.ts";

/** How many entries one query looks at: a few milliseconds. */
const MAX_VISITED = 4096;

/** A page of the entries that are asked for: walks the one index that tells most, and tests the rest. */
export async function readEntries({ query }: Access, asked: JournalQuery): Promise<JournalPage> {
  const { table, _id, changeId, accountId, kind, from, until, before, after, limit } = asked;
  const times = [
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
  ];
  const isLed = await isShort(query, times);
  const within = [
    ...(isLed ? times : leadOf(asked)),
    ...(before === undefined ? [] : [sql`position < ${before}`]),
    ...(after === undefined ? [] : [sql`position > ${after}`]),
  ];
  const tests = [
    ...(isLed ? [] : times),
    ...(table === undefined ? [] : [sql`from_table = ${table}`]),
    ...(_id === undefined ? [] : [sql`record_id = ${_id}`]),
    ...(changeId === undefined ? [] : [sql`change_id = ${changeId}`]),
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
  ];
  const visited = await query(
    sql<{ position: number; holds: boolean | null }>`select position, ${all(tests)} as holds from journal
      where ${all(within)} order by position desc limit ${tests.length === 0 ? limit : MAX_VISITED}`,
  );
  const found: number[] = [];
  let last: number | undefined;
  let count = 0;
  for (const { position, holds } of visited) {
    count += 1;
    last = position;
    if (holds === true) found.push(position);
    if (found.length === limit) break;
  }
  const rows = await query(
    sql<EntryRow>`select * from journal where position = any(${found}::bigint[]) order by position desc`,
  );
  const isMore = last !== undefined && (found.length === limit || count === MAX_VISITED);
  const entries = rows.map(entryOf);
  return isMore && last !== undefined ? { entries, next: last } : { entries };
}

/** What the entries of the index have in common that is walked. */
function leadOf({ table, _id, changeId, accountId }: JournalQuery): RawBuilder<unknown>[] {
  if (changeId !== undefined) return [sql`change_id = ${changeId}`];
  if (table !== undefined && _id !== undefined) return [sql`from_table = ${table}`, sql`record_id = ${_id}`];
  if (accountId !== undefined) return [sql`account_id = ${accountId}`];
  return table === undefined ? [] : [sql`from_table = ${table}`];
}

/** Whether the entries of a time are so few that they can be put in order. */
async function isShort(query: Query, times: readonly RawBuilder<unknown>[]): Promise<boolean> {
  if (times.length === 0) return false;
  const [counted] = await query(
    sql<{ n: number }>`select count(*) as n from (select 1 from journal
      where ${all(times)} limit ${MAX_VISITED + 1}) as counted`,
  );
  return (counted?.n ?? 0) <= MAX_VISITED;
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)})`;

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
