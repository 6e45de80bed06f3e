import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import type { RecordChange } from "../../../wire/journal.ts";
import { type ChangeOrigin, EVENTS_TABLE, type JournalEntry, type NotedEvent } from "../journal.ts";
import type { Table, TableColumn } from "../tables/table.ts";
import { encode } from "../tables/values.ts";

/** Longer texts, and longer lists and objects as JSON, are stored compressed beside the entry. */
const MAX_PLAIN_LENGTH = 4096;

/** What the open transaction did to a record. */
export interface StoredChange {
  readonly kind: RecordChange;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  readonly origin: ChangeOrigin | undefined;
  /** Default: all columns. */
  readonly changed?: readonly TableColumn[];
}

/** An entry as its row has it. */
interface EntryData {
  readonly before: RecordData;
  readonly after: RecordData;
  readonly secrets: readonly string[];
  readonly long: readonly string[];
  readonly files?: readonly string[];
  readonly purged?: true;
  readonly undoes?: string;
}

export interface LongValue {
  readonly side: "before" | "after";
  readonly name: string;
  readonly isText: boolean;
  readonly text: string;
}

/** These are in each entry anyway, or say nothing that it does not say. */
const OWN = new Set(["_id", "updatedAt", "updatedBy", "updatedById", "_version"]);

const NO_VALUES = { before: {}, after: {}, secrets: [], long: [] } as const satisfies EntryData;

/** The `data` of entries whose values are deleted for good. */
export const PURGED_DATA = JSON.stringify({ ...NO_VALUES, purged: true } satisfies EntryData);

/** The columns of an origin. */
const originColumns = (origin: ChangeOrigin | undefined, at: string) =>
  [
    origin?.changeId ?? "",
    origin?.at ?? at,
    origin?.account?._id ?? null,
    origin?.account?.name ?? null,
    origin?.requestId ?? null,
    origin?.config ?? null,
  ] as const;

/** The columns of an entry's row, apart from its position. */
export const ENTRY_COLUMNS = [
  "kind",
  "from_table",
  "record_id",
  "version",
  "change_id",
  "at",
  "account_id",
  "account_name",
  "request_id",
  "config",
  "data",
] as const;

type ValueOfEach<Columns extends readonly unknown[]> = {
  readonly [At in keyof Columns]: string | number | null;
};
/** The values of `ENTRY_COLUMNS`, as many as these. */
export type EntryValues = ValueOfEach<typeof ENTRY_COLUMNS>;

export function changeEntry(
  table: Table,
  change: StoredChange,
): { readonly values: EntryValues; readonly long: readonly LongValue[] } {
  const record = change.after ?? change.before;
  if (record === undefined) throw new Error("A change has a record before or after it.");
  const { data, long } = describeChange(table, change);
  const own = [change.kind, table.id, record._id, record._version ?? 1] as const;
  return {
    values: [...own, ...originColumns(change.origin, record.updatedAt), JSON.stringify(data)],
    long,
  };
}

export function eventEntry({ kind, account, files }: NotedEvent, origin: ChangeOrigin): EntryValues {
  const data: EntryData = { ...NO_VALUES, ...(files && { files }) };
  const own = [kind, EVENTS_TABLE, account?._id ?? "", 0] as const;
  return [...own, ...originColumns({ ...origin, account }, origin.at), JSON.stringify(data)];
}

/** That a record was deleted for good. */
export function purgeEntry(
  { table, id, version }: { readonly table: string; readonly id: string; readonly version: number },
  origin: ChangeOrigin,
): EntryValues {
  return ["purge", table, id, version, ...originColumns(origin, origin.at), PURGED_DATA];
}

/** What an entry says of a change, and the values that are too long to stand in it. */
function describeChange(
  table: Table,
  { before, after, origin, changed = table.columns }: StoredChange,
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
    ...(origin?.undoes === undefined ? {} : { undoes: origin.undoes }),
  };
  return { data, long };
}

/** An entry as its row has it. */
export interface EntryRow {
  readonly position: number;
  readonly kind: JournalEntry["kind"];
  readonly from_table: string;
  readonly record_id: string;
  readonly version: number;
  readonly change_id: string;
  readonly at: string;
  readonly account_id: string | null;
  readonly account_name: string | null;
  readonly request_id: string | null;
  readonly config: string | null;
  readonly data: string;
}

export function entryOf(row: EntryRow): JournalEntry {
  const { position, kind, version, at, config } = row;
  const data: EntryData = JSON.parse(row.data);
  return {
    position,
    kind,
    table: row.from_table,
    _id: row.record_id,
    version,
    changeId: row.change_id,
    at,
    account: row.account_id === null ? null : { _id: row.account_id, name: row.account_name ?? "" },
    requestId: row.request_id,
    config,
    ...data,
  };
}
