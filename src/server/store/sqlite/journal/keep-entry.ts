import { gzipSync } from "node:zlib";
import type { Json, RecordData, StoredRecord } from "../../../../model/record.ts";
import type { RecordChange } from "../../../../wire/journal.ts";
import { REAL_TURNS } from "../../../in-turns.ts";
import { type ChangeOrigin, EVENTS_TABLE, type NotedEvent } from "../../journal.ts";
import type { Context } from "../context.ts";
import type { Table, TableColumn } from "../table.ts";
import { encode } from "../values.ts";

/** Longer texts, and longer lists and objects as JSON, are stored compressed beside the entry. */
export const MAX_PLAIN_LENGTH = 4096;

interface Change {
  readonly kind: RecordChange;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  readonly origin: ChangeOrigin | undefined;
  /** Default: all columns. */
  readonly changed?: readonly TableColumn[];
}

/** An entry as its row has it. */
export interface EntryData {
  readonly before: RecordData;
  readonly after: RecordData;
  readonly secrets: readonly string[];
  readonly long: readonly string[];
  readonly files?: readonly string[];
  readonly purged?: true;
}

interface LongValue {
  readonly side: "before" | "after";
  readonly name: string;
  readonly isText: boolean;
  readonly text: string;
}

/** These are in each entry anyway, or say nothing that it does not say. */
const OWN = new Set(["_id", "updatedAt", "updatedBy", "updatedById", "_version"]);

/** Writes down what the open transaction did to a record. Answers the position. */
export async function keepEntry(context: Context, table: Table, change: Change): Promise<number> {
  const { kind, before, after, origin } = change;
  const record = after ?? before;
  if (record === undefined) throw new Error("A change has a record before or after it.");
  const { data, long } = describe(table, change);
  const { connection } = context;
  const own = [kind, table.id, record._id, record._version ?? 1];
  const { lastRow } = connection.runText(INSERT, [
    ...own,
    ...originColumns(origin, record.updatedAt),
    JSON.stringify(data),
  ]);
  let sinceTurn = 0;
  for (const { side, name, isText, text } of long) {
    const bytes: Uint8Array[] = [];
    for (const part of partsOf(Buffer.from(text))) {
      sinceTurn += part.length;
      if (sinceTurn > MAX_WITHOUT_TURN) {
        await REAL_TURNS.turn();
        sinceTurn = 0;
      }
      bytes.push(gzipSync(part, { level: 1 }));
    }
    connection.runText(INSERT_VALUE, [lastRow, side, name, Number(isText), Buffer.concat(bytes)]);
  }
  return lastRow;
}

/** The entry of an event, in the open transaction. */
export function keepEvent(
  { connection }: Context,
  { kind, account, files }: NotedEvent,
  origin: ChangeOrigin,
): void {
  const data: EntryData = { ...NO_VALUES, ...(files && { files }) };
  const own = [kind, EVENTS_TABLE, account?._id ?? "", 0];
  connection.runText(INSERT, [
    ...own,
    ...originColumns({ ...origin, account }, origin.at),
    JSON.stringify(data),
  ]);
}

const NO_VALUES = { before: {}, after: {}, secrets: [], long: [] } as const satisfies EntryData;

/** The `data` of entries whose values are deleted for good. */
export const PURGED_DATA = JSON.stringify({ ...NO_VALUES, purged: true } satisfies EntryData);

/** The entry that a record was deleted for good. */
export function keepPurge(
  { connection }: Context,
  { table, id, version }: { readonly table: string; readonly id: string; readonly version: number },
  origin: ChangeOrigin,
): void {
  connection.runText(INSERT, ["purge", table, id, version, ...originColumns(origin, origin.at), PURGED_DATA]);
}

/** The columns of an origin. */
const originColumns = (origin: ChangeOrigin | undefined, at: string) => [
  origin?.changeId ?? "",
  origin?.at ?? at,
  origin?.account?._id ?? null,
  origin?.account?.name ?? null,
  origin?.requestId ?? null,
  origin?.config ?? null,
];

/**
 * What is compressed in one turn of the event loop: 64 kB take 1 ms, of Chinese text as well. Not in another thread: those are busy with
 * passwords and pictures, and every writer would wait for them, since the transaction is open. The parts are one gzip file.
 */
const MAX_PART_BYTES = 256 * 1024;
const MAX_WITHOUT_TURN = 64 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_PART_BYTES) yield bytes.subarray(at, at + MAX_PART_BYTES);
}

const INSERT = `insert into journal (kind, from_table, record_id, version, change_id, at, account_id, account_name, request_id,
  config, data) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_VALUE =
  "insert into journal_values (position, side, name, is_text, bytes) values (?, ?, ?, ?, ?)";

function describe(
  table: Table,
  { before, after, changed = table.columns }: Change,
): { readonly data: EntryData; readonly long: readonly LongValue[] } {
  const secret = new Set(table.declared.filter((column) => column.secret === true).map(({ name }) => name));
  const columns = changed.filter(({ name }) => !OWN.has(name));
  const long: LongValue[] = [];
  const valuesOf = (side: LongValue["side"], record: RecordData | undefined) => {
    const plain: Record<string, Json> = {};
    for (const { name, type } of record === undefined ? [] : columns) {
      const value = record?.[name] ?? null;
      if (secret.has(name)) continue;
      // A stored text is storable already: asking again takes long of a long one.
      const text = typeof value === "string" ? value : encode(type, value);
      if (typeof text === "string" && text.length > MAX_PLAIN_LENGTH)
        long.push({ side, name, isText: typeof value === "string", text });
      else Object.defineProperty(plain, name, { value, enumerable: true });
    }
    return plain;
  };
  const data = {
    before: valuesOf("before", before),
    after: valuesOf("after", after),
    secrets: columns.map(({ name }) => name).filter((name) => secret.has(name)),
    long: [...new Set(long.map(({ name }) => name))],
  };
  return { data, long };
}
