import { type RawBuilder, sql } from "kysely";
import { withLongValues } from "../../entries/compress.ts";
import { type EntryRow, entryOf } from "../../entries/entry-data.ts";
import type { JournalEntry, JournalPage, JournalQuery } from "../../journal.ts";
import type { Context } from "../context.ts";

/** How many entries one query looks at: a few milliseconds. */
const MAX_VISITED = 4096;

/** A page of the entries that are asked for: walks the one index that tells most, and tests the rest. */
export function selectEntries({ connection }: Context, query: JournalQuery): JournalPage {
  const { table, _id, changeId, accountId, kind, from, until, before, after, limit } = query;
  const times = [
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
  ];
  const isLed = isShort(connection, times);
  const [index, key] = isLed ? [sql`indexed by journal_at`, times] : leadOf(query);
  const within = [
    ...key,
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
  const visited = connection
    .all(
      sql<{ position: number; holds: number }>`select position, ${all(tests)} as holds from journal ${index}
        where ${all(within)} order by position desc limit ${tests.length === 0 ? limit : MAX_VISITED}`,
    )
    .values();
  const found: number[] = [];
  let last: number | undefined;
  let count = 0;
  for (const { position, holds } of visited) {
    count += 1;
    last = position;
    if (holds === 1) found.push(position);
    if (found.length === limit) break;
  }
  const entries = connection
    .all(
      sql<EntryRow>`select * from journal where position in (select value from json_each(${JSON.stringify(found)}))
        order by position desc`,
    )
    .map(entryOf);
  const isMore = last !== undefined && (found.length === limit || count === MAX_VISITED);
  return isMore && last !== undefined ? { entries, next: last } : { entries };
}

/** The index that is walked, and what its entries have in common. */
function leadOf({
  table,
  _id,
  changeId,
  accountId,
}: JournalQuery): [RawBuilder<unknown>, RawBuilder<unknown>[]] {
  if (changeId !== undefined) return [sql`indexed by journal_of_change`, [sql`change_id = ${changeId}`]];
  if (table !== undefined && _id !== undefined)
    return [sql`indexed by journal_of_record`, [sql`from_table = ${table}`, sql`record_id = ${_id}`]];
  if (accountId !== undefined) return [sql`indexed by journal_of_account`, [sql`account_id = ${accountId}`]];
  if (table !== undefined) return [sql`indexed by journal_of_table`, [sql`from_table = ${table}`]];
  return [sql`not indexed`, []];
}

/** Whether the entries of a time are so few that they can be put in order. */
function isShort(connection: Context["connection"], times: readonly RawBuilder<unknown>[]): boolean {
  if (times.length === 0) return false;
  const counted = connection.first(
    sql<{ n: number }>`select count(*) as n from (select 1 from journal indexed by journal_at
      where ${all(times)} limit ${MAX_VISITED + 1})`,
  );
  return (counted?.n ?? 0) <= MAX_VISITED;
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`1` : sql`(${sql.join(conditions, sql` and `)})`;

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
