import type { Json, RecordData, StoredRecord } from "../../model/record.ts";

/**
 * Where everything is kept. One interface, one contract suite (`tests/contracts/store.ts`), several engines.
 * What is an engine's own (indexes for searching, SQL dialect) stays behind it.
 *
 * Concurrency: `write`s run one after another, as if each in a transaction of its own that is durably committed before
 * the write settles, and that leaves no trace if it throws. An engine may commit several at once; where that fails, all
 * of them reject. Where the disk refuses, a write rejects with `NotStoredError` and reads go on; when it refuses no
 * longer, writes go on by themselves. `read`s see committed state only. Do slow work (hashing, decoding) before entering:
 * other writes wait.
 *
 * The work of a write may run more than once before its write settles (an engine may have to begin anew), and what
 * counts is the last run. So it has no effect outside its transaction: what it needs of the clock, of chance or of the
 * network it is given or only reads, and nothing outside is changed but by what the write answers.
 */
export interface Store {
  /**
   * Makes tables, columns and indexes follow the shapes. Adds what is missing (a new column holds its default in
   * old rows), drops nothing: the values of a column or table that is in no shape stay, and are there again when it
   * returns. Values of a column whose `kind` is another than they were last converted to are converted. All or nothing:
   * rejects with `UnconvertibleError` where values cannot be converted.
   */
  applyShapes(tables: readonly TableShape[]): Promise<void>;
  /** What `applyShapes` would reject for; changes nothing. */
  unconvertible(tables: readonly TableShape[]): Promise<readonly Unconvertible[]>;
  /** The shapes that were applied last; nothing to begin with. */
  appliedShapes(): readonly TableShape[];
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>;
  write<T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T>;
  /**
   * Gives the space of what was deleted back to the system where it is much, in short steps between which others read
   * and write. Changes nothing that can be read. Ends early when the store is closed.
   */
  maintain(): Promise<void>;
  /**
   * Takes up shapes that the store follows already, as `applyShapes` would, and writes nothing: possible on a full disk, and
   * beside another process that has the store. False where `applyShapes` would have to write.
   */
  resume(tables: readonly TableShape[]): Promise<boolean>;
  /** What keeps the store from being read or written right now, as looked at for this call; undefined: nothing does. */
  trouble(): Promise<StoreTrouble | undefined>;
  /**
   * Waits for the writes that were begun; with a timeout, what is still under way then is undone. After it, what the
   * store is made of on disk is complete by itself, with its journal where the disk refuses to be written; rejects where it
   * is not, and is closed all the same.
   */
  close(timeoutMs?: number): Promise<void>;
}

/** full: no space is left. readOnly: it may not be written. failed: the disk refuses to write for another reason. gone: it was deleted or replaced. */
export type WriteTrouble = "full" | "readOnly" | "failed" | "gone";
export type StoreTrouble = WriteTrouble | "unreadable";

export type ColumnType = "text" | "number" | "integer" | "boolean" | "json";

/** How the values of one declared field are kept. */
export interface ColumnShape {
  readonly name: string;
  readonly type: ColumnType;
  readonly default?: Json;
  /** Most characters of a text: no longer one is written any more. */
  readonly maxLength?: number;
  /** Tens of thousands of characters may be in it: lists read few such records at once. */
  readonly mayBeLong?: true;
  /** Neither lists nor `getMany` read it: what it holds is long. */
  readonly unlisted?: true;
  /** What kind of value it holds, nested ones included; opaque, compared as text. */
  readonly kind: string;
  /** The kind of values that were stored before kinds were kept; `kind` unless given. */
  readonly firstKind?: string;
  /**
   * A value of whatever kind, as one of this kind; undefined where it cannot be one. Never asked about null. What takes
   * its time answers later, and holds nobody up meanwhile.
   */
  convert(value: Json): Json | undefined | Promise<Json | undefined>;
  /** Whether it would show values of that kind though they are secrets: none of them can be one of its kind. */
  reveals?(kind: string): boolean;
}

/** Stored values that a shape cannot take. */
export interface Unconvertible {
  readonly table: string;
  readonly column: string;
  /** kind: they cannot be values of the column's kind. secret: it would reveal them. unique: another record holds the same. */
  readonly reason: "kind" | "secret" | "unique";
  /** How many records. */
  readonly count: number;
}

/** How the records of one entity are kept. */
export interface TableShape {
  /** The entity's id. */
  readonly table: string;
  /** Declared fields; the system fields are always there. */
  readonly columns: readonly ColumnShape[];
  /**
   * What lists can be ordered by, each served from an index: a column (system ones included), a number or text
   * inside a json column (`scores.wom`), or a column of the record that a text column refers to (`parent.name`).
   */
  readonly sorts: readonly string[];
  /**
   * Columns searched by substring, whatever the length of the search, from an index. Of a long text the first 1,024
   * characters are searched.
   */
  readonly search: readonly string[];
  /** Columns whose non-null values occur once. */
  readonly unique: readonly string[];
  /** Where records refer to other records: `category`, `articles.*.article`. */
  readonly references: readonly { readonly path: string; readonly table: string }[];
  /** Columns by which `without` may hide records; kept indexed. */
  readonly filters: readonly string[];
  /** The column that names a record to people: what `referrers` answers. */
  readonly label: string;
}

export interface StoreListQuery {
  readonly offset: number;
  readonly limit: number;
  /** One of the shape's `sorts`. Ties, and all that is equal, go by `_id` in the same direction; empty comes first when ascending. */
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" };
  /** Case-insensitive substring of a searched column. One that is longer than what is searched finds nothing. */
  readonly search?: { readonly field: string; readonly text: string };
  /** Hides records whose column holds one of the values. */
  readonly without?: { readonly field: string; readonly values: readonly string[] };
}

/** A record that refers to another. */
export interface Referrer {
  readonly table: string;
  readonly _id: string;
  readonly label: string;
}

export interface StoredSession {
  /** SHA-256 of the token, hex. */
  readonly tokenHash: string;
  readonly accountId: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}

export interface SessionAccount {
  readonly session: StoredSession;
  readonly record: StoredRecord;
}

export interface StoredImage {
  readonly fileName: string;
  /** e.g. image/jpeg */
  readonly type: string;
  /** ISO 8601 of the upload. */
  readonly createdAt: string;
  /** ISO 8601 when it is collected; null while a record uses it. */
  readonly expiresAt: string | null;
  /** A client asked for its deletion while a record used it. */
  readonly deletionAsked: boolean;
  /** `_id` of the account that uploaded it; null: before this was kept, or without an account (samples, registration). */
  readonly uploadedBy: string | null;
}

/** A record that uses an image. */
export interface ImageUser {
  /** May be in no shape now. */
  readonly table: string;
  readonly _id: string;
}

export interface StoreView {
  /** Without the `unlisted` columns. */
  list(table: string, query: StoreListQuery): Promise<{ records: StoredRecord[]; total: number }>;
  get(table: string, id: string): Promise<StoredRecord | undefined>;
  /** In the order asked; those that do not exist are left out. Without the `unlisted` columns. */
  getMany(table: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /** The next records in the order of their `_id`, after the given one: walks a whole table in bounded steps. */
  walk(table: string, after: string | undefined, limit: number): Promise<StoredRecord[]>;
  /** By a unique column. */
  findBy(table: string, column: string, value: string): Promise<StoredRecord | undefined>;
  /** How many records of the table there are, or hold one of the values in a `filters` column. */
  count(
    table: string,
    where?: { readonly field: string; readonly values: readonly string[] },
  ): Promise<number>;
  /** Who refers to a record, itself left out: the first few, and how many in all. */
  referrers(table: string, id: string, limit: number): Promise<{ first: Referrer[]; count: number }>;
  session(tokenHash: string): Promise<StoredSession | undefined>;
  /**
   * A session with the record of its account in that table, both as committed now; undefined where either is not there.
   * Asked at every request: an engine may answer it from memory, but never what has been changed since, by whomever.
   */
  sessionAccount(tokenHash: string, table: string): Promise<SessionAccount | undefined>;
  image(fileName: string): Promise<StoredImage | undefined>;
  imageBytes(
    fileName: string,
    size: "full" | "small",
  ): Promise<{ bytes: Uint8Array; type: string } | undefined>;
  /** File names of the images that a record uses. */
  imagesOf(table: string, id: string): Promise<string[]>;
  /** The next records that use an image, by table and `_id`, after the given one; also those of tables that are in no shape. */
  imageUsers(fileName: string, after: ImageUser | undefined, limit: number): Promise<ImageUser[]>;
  /** A value of the server's own, e.g. the version of the samples. */
  setting(key: string): Promise<string | undefined>;
  /** The settings whose keys begin with this, by what follows it. */
  settings(prefix: string): Promise<ReadonlyMap<string, string>>;
}

/** A full row: every column of the shape, null where there is no value. */
export interface StoreTransaction extends StoreView {
  /** Rejects with `DuplicateError`. `images`: file names of all images that the record uses. */
  insert(table: string, record: StoredRecord, images: readonly string[]): Promise<void>;
  /**
   * Replaces the declared columns given, `updatedAt`, `updatedBy` and the images used. An image used no longer goes at
   * once where its deletion was asked for, else expires at `releasedUntil`; one that a stored value still names, in a
   * column that is in no shape now, is still used. Rejects with `DuplicateError`.
   */
  update(
    table: string,
    id: string,
    changes: RecordData & { readonly updatedAt: string; readonly updatedBy: string | null },
    images: readonly string[],
    releasedUntil: string,
  ): Promise<void>;
  /** Its images that no other record uses go with it. */
  delete(table: string, id: string): Promise<void>;
  /** Makes a protected record an ordinary one; nothing else of it changes. */
  unprotect(table: string, id: string): Promise<void>;

  addSession(session: StoredSession): Promise<void>;
  extendSession(tokenHash: string, expiresAt: string): Promise<void>;
  endSession(tokenHash: string): Promise<void>;
  endSessionsOf(accountId: string, except?: string): Promise<void>;
  endAllSessions(): Promise<void>;
  endExpiredSessions(now: string): Promise<void>;

  addImage(image: StoredImage, full: Uint8Array, small: { bytes: Uint8Array; type: string }): Promise<void>;
  /** Deletes it at once where no record uses it, else marks it until a record is written that names it. */
  askImageDeletion(fileName: string): Promise<void>;
  /** Deletes images that no record uses and whose `expiresAt` is past; answers how many. */
  collectImages(now: string): Promise<number>;

  /** @param value undefined deletes it */
  setSetting(key: string, value: string | undefined): Promise<void>;
}
