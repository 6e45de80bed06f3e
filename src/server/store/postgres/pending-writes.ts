import { sql } from "kysely";
import type { CompressedValue } from "../entries/compress.ts";
import { ENTRY_COLUMNS, type EntryValues } from "../entries/entry-data.ts";
import { storable } from "../tables/values.ts";
import type { Query } from "./connection.ts";

/** By which a transaction is known after its connection is lost: numbers of transactions and positions are used again after a crash. */
export interface WrittenEntry {
  /** The database's number of the transaction. */
  readonly transactionId: string;
  readonly position: number;
  readonly changeId: string;
  readonly recordId: string;
}

/** An entry that has no position yet. */
interface PendingEntry {
  readonly values: EntryValues;
  readonly long: readonly CompressedValue[];
  /** Of a deletion into the bin: what is put there with the entry's position. */
  readonly binned?: { readonly table: string; readonly id: string; readonly until: string };
}

/**
 * What a transaction writes last, so that others wait for it as shortly as can be: positions in the journal are in the order of
 * commits and without gaps, so only one transaction at a time has some that are not committed.
 */
export interface PendingWrites {
  addEntry(entry: PendingEntry): void;
  /** Whether an entry that is not written yet puts a record in the bin. */
  readonly hasBinned: boolean;
  addCount(table: string, field: string, value: string, n: number): void;
  /** To be called before the journal or the bin is read: from then on, others wait for the whole transaction. */
  writeEntries(): Promise<void>;
  /** To be called before counts are read. */
  writeCounts(): Promise<void>;
  /** Where a part of the transaction begins. Answers what is to be called where that is undone. */
  mark(): () => void;
  /** How many rows it added to the counts. */
  readonly added: number;
  /** The last entry that is written; undefined where there is none. */
  readonly lastEntry: WrittenEntry | undefined;
}

const MAX_ENTRIES_AT_ONCE = 500;

/** @param committed on another connection: what the transaction itself sees is as old as its beginning */
export function makePending(query: Query, committed: Query): PendingWrites {
  let entries: PendingEntry[] = [];
  let counts = new Map<string, number>();
  /** The last position of the transaction's own. */
  let last = 0;
  let added = 0;
  let lastEntry: WrittenEntry | undefined;

  async function beginNumbering(): Promise<void> {
    await query(sql`lock table journal_gate in exclusive mode`);
    const [found] = await committed(
      sql<{ last: number }>`select greatest((select max(position) from journal),
        (select position from journal_pruned)) as last`,
    );
    last = Math.max(last, found?.last ?? 0);
  }

  return {
    addEntry(entry) {
      entries.push(entry);
    },
    get hasBinned() {
      return entries.some(({ binned }) => binned !== undefined);
    },
    addCount(table, field, value, n) {
      const key = JSON.stringify([table, field, storable(value)]);
      counts.set(key, (counts.get(key) ?? 0) + n);
    },
    async writeEntries() {
      if (entries.length === 0) return;
      const written = entries;
      entries = [];
      if (last === 0) await beginNumbering();
      for (let start = 0; start < written.length; start += MAX_ENTRIES_AT_ONCE) {
        const some = written.slice(start, start + MAX_ENTRIES_AT_ONCE);
        const first = last + 1;
        last += some.length;
        lastEntry = await insertEntries(query, some, first);
      }
    },
    async writeCounts() {
      const written = [...counts].filter(([, n]) => n !== 0);
      counts = new Map();
      if (written.length === 0) return;
      added += written.length;
      const keys = written.map(([key]): string[] => JSON.parse(key));
      await query(sql`insert into record_counts (from_table, field, value, n)
        select * from unnest(${keys.map((key) => key[0])}::text[], ${keys.map((key) => key[1])}::text[],
          ${keys.map((key) => key[2])}::text[], ${written.map(([, n]) => n)}::bigint[])`);
    },
    mark() {
      const kept = { entries: [...entries], counts: new Map(counts), last };
      return () => {
        ({ entries, counts, last } = kept);
      };
    },
    get added() {
      return added;
    },
    get lastEntry() {
      return lastEntry;
    },
  };
}

const TYPES: Readonly<Record<(typeof ENTRY_COLUMNS)[number], "text" | "integer">> = {
  kind: "text",
  from_table: "text",
  record_id: "text",
  version: "integer",
  change_id: "text",
  at: "text",
  account_id: "text",
  account_name: "text",
  request_id: "text",
  config: "text",
  data: "text",
};

async function insertEntries(
  query: Query,
  entries: readonly PendingEntry[],
  first: number,
): Promise<WrittenEntry | undefined> {
  const columns = ENTRY_COLUMNS.map(
    (column, at) => sql`${entries.map(({ values }) => values[at] ?? null)}::${sql.raw(TYPES[column])}[]`,
  );
  const positions = entries.map((_, at) => first + at);
  const inserted =
    await query(sql<WrittenEntry>`insert into journal (position, ${sql.raw(ENTRY_COLUMNS.join(", "))})
    select * from unnest(${positions}::bigint[], ${sql.join(columns)})
    returning pg_current_xact_id()::text as "transactionId", position, change_id as "changeId", record_id as "recordId"`);
  for (const [at, { long, binned }] of entries.entries()) {
    for (const { side, name, isText, bytes } of long)
      await query(sql`insert into journal_values (position, side, name, is_text, bytes)
        values (${first + at}, ${side}, ${name}, ${isText}, ${bytes})`);
    if (binned !== undefined)
      await query(sql`insert into bin (from_table, record_id, position, until)
        values (${binned.table}, ${binned.id}, ${first + at}, ${binned.until})`);
  }
  return inserted.at(-1);
}
