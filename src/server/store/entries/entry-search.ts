import { type RawBuilder, sql } from "kysely";
import type { JournalQuery } from "../journal.ts";

/** How many entries one query looks at: a few milliseconds. */
const MAX_VISITED = 4096;

type Conditions = readonly RawBuilder<unknown>[];

interface VisitedEntry {
  readonly position: number;
  /** Whether it is asked for. */
  readonly holds: boolean | number | null;
}

/** How a page of entries is found: one index is walked, and what it does not tell is tested. */
interface EntrySearch {
  /** The index; undefined: that of positions. */
  readonly index: string | undefined;
  /** Answers the entries that are visited, the latest first. @param from the table, where need be with the index */
  visited(from: RawBuilder<unknown>): RawBuilder<VisitedEntry>;
}

/** Counts the entries of the time that is asked for, if one is: up to a few, they can be put in order. */
export function countInTime(
  asked: JournalQuery,
  from: RawBuilder<unknown>,
): RawBuilder<{ n: number }> | undefined {
  const times = timesOf(asked);
  return times.length === 0
    ? undefined
    : sql`select count(*) as n from (select 1 from ${from}
        where ${all(times)} limit ${MAX_VISITED + 1}) as counted`;
}

/** Takes the index that tells most. @param inTime what `countInTime` found */
export function entrySearch(asked: JournalQuery, inTime: number | undefined): EntrySearch {
  const { table, _id, changeId, accountId, kind, before, after, limit } = asked;
  const times = timesOf(asked);
  const isByTime = inTime !== undefined && inTime <= MAX_VISITED;
  const [index, key] = isByTime ? ["journal_at", times] : keyOf(asked);
  const within = [
    ...key,
    ...(before === undefined ? [] : [sql`position < ${before}`]),
    ...(after === undefined ? [] : [sql`position > ${after}`]),
  ];
  const tests = [
    ...(isByTime ? [] : times),
    ...(table === undefined ? [] : [sql`from_table = ${table}`]),
    ...(_id === undefined ? [] : [sql`record_id = ${_id}`]),
    ...(changeId === undefined ? [] : [sql`change_id = ${changeId}`]),
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
  ];
  return {
    index,
    visited: (from) => sql`select position, ${all(tests)} as holds from ${from}
      where ${all(within)} order by position desc limit ${tests.length === 0 ? limit : MAX_VISITED}`,
  };
}

/** The entries of the page among those that were visited, and where the next page begins. */
export function foundAmong(
  visited: readonly VisitedEntry[],
  limit: number,
): { readonly positions: readonly number[]; readonly next?: number } {
  const found = visited.filter(({ holds }) => Boolean(holds)).slice(0, limit);
  const positions = found.map(({ position }) => position);
  const last = found.length === limit ? found.at(-1) : visited[MAX_VISITED - 1];
  return last === undefined ? { positions } : { positions, next: last.position };
}

const timesOf = ({ from, until }: JournalQuery): Conditions => [
  ...(from === undefined ? [] : [sql`at >= ${from}`]),
  ...(until === undefined ? [] : [sql`at < ${until}`]),
];

/** The index that is walked, and what its entries have in common. */
function keyOf({ table, _id, changeId, accountId }: JournalQuery): [string | undefined, Conditions] {
  if (changeId !== undefined) return ["journal_of_change", [sql`change_id = ${changeId}`]];
  if (table !== undefined && _id !== undefined)
    return ["journal_of_record", [sql`from_table = ${table}`, sql`record_id = ${_id}`]];
  if (accountId !== undefined) return ["journal_of_account", [sql`account_id = ${accountId}`]];
  if (table !== undefined) return ["journal_of_table", [sql`from_table = ${table}`]];
  return [undefined, []];
}

const all = (conditions: Conditions) =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
