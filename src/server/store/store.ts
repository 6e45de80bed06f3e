import type { PlainFilter } from "../../model/filter.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import type {
  BinnedRecord,
  ChangeOrigin,
  JournalEntry,
  JournalPage,
  JournalQuery,
  NotedEvent,
} from "./journal.ts";
import type { Peers } from "./peers.ts";
import type { StoreGroups, StoreGroupsQuery, StoreListAnswer, StoreListQuery } from "./store-queries.ts";
import type { TableShape, Unconvertible } from "./table-shape.ts";

/**
 * Stores everything. One interface and one contract suite (`tests/contracts/store.ts`) for several engines; indexes and
 * SQL are an engine's own.
 *
 * The `write`s of a process run one after another, as if each in its own transaction, which is durably committed before the write settles
 * and is undone if it throws. An engine may commit several at once; where that fails, all of them reject. Where the disk
 * refuses, or the database is away, a write rejects with `NotStoredError`, and later writes are still possible; on a full disk reads
 * are too. `read`s see committed state only. Do slow work (hashing, decoding) before a write: other writes wait for it.
 *
 * The work of a write may run more than once before the write settles, and the last run counts. So it changes nothing
 * outside its transaction, and gets what it needs from clock, chance or network beforehand.
 */
export interface Store {
  /**
   * Makes tables, columns and indexes follow the shapes. Adds what is missing (in old rows a new column has its default)
   * and drops no values: those of a column or table that is in no shape are there again when it returns. Converts the
   * values of a column whose `kind` has changed. All or nothing: rejects with `UnconvertibleError` where that cannot be done.
   */
  applyShapes(tables: readonly TableShape[]): Promise<void>;
  /** What `applyShapes` would reject for. Changes nothing. */
  unconvertible(tables: readonly TableShape[]): Promise<readonly Unconvertible[]>;
  /** The shapes that were applied last; none at first. */
  appliedShapes(): readonly TableShape[];
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>;
  /** Each change of a record is also an entry of the journal, in the same transaction. @param origin default: the system's own */
  write<T>(work: (transaction: StoreTransaction) => Promise<T>, origin?: ChangeOrigin): Promise<T>;
  /**
   * Calls after each transaction of this process, committed or not, before its write settles; the answer ends that. An engine that
   * several servers share also calls soon after what others commit, at most every 100 ms; it may call for nothing.
   */
  watch(listener: () => void): () => void;
  /** Only of an engine that several servers share. */
  readonly peers?: Peers;
  /** Returns free space to the system where it is much, in short steps with others' reads and writes in between. Ends early when the store is closed. */
  maintain(): Promise<void>;
  /**
   * Applies shapes that the store follows already, without writing: possible on a full disk, and while another process has
   * the store. False where `applyShapes` would have to write.
   */
  resume(tables: readonly TableShape[]): Promise<boolean>;
  /** How large it is, and how many sessions have not ended. @param now ISO 8601, UTC */
  measure(now: string): Promise<{ readonly bytes: number; readonly sessions: number }>;
  /** Checks what prevents the store from being read or written now; undefined: nothing does. */
  trouble(): Promise<StoreTrouble | undefined>;
  /**
   * Waits for the writes that were begun; after the timeout it undoes those still under way. The store's file is then
   * complete, together with its journal where the disk cannot be written. Closes also where it rejects because the file is not.
   */
  close(timeoutMs?: number): Promise<void>;
}

/** full: no space is left. readOnly: writing is not permitted. failed: the disk or the database refused for another reason. gone: the file was deleted or replaced. */
export type WriteTrouble = "full" | "readOnly" | "failed" | "gone";
/** away: the database cannot be reached. unreadable: the file cannot be read. */
export type StoreTrouble = WriteTrouble | "unreadable" | "away";

/** A record that refers to another. */
export interface Referrer {
  readonly table: string;
  readonly _id: string;
  readonly label: string;
}

/** Some references: by the table that has them, their paths as in `TableShape.references`. */
export type ReferringPaths = ReadonlyMap<string, readonly string[]>;

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
  /** ISO 8601 of when it is deleted; null while a record uses it. */
  readonly expiresAt: string | null;
  /** Its deletion was asked for while a record used it. */
  readonly deletionAsked: boolean;
  /** `_id` of the account; null: uploaded by an older version, or without an account (samples, registration). */
  readonly uploadedBy: string | null;
}

/** A record that uses an image. */
export interface ImageUser {
  /** May be in no shape. */
  readonly table: string;
  readonly _id: string;
}

/** An image that the bin keeps for a record. */
export interface BinnedImage {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Of the entries in which the record may have let go of it: one of them names it in `before`. */
  readonly positions: readonly number[];
}

export interface StoreView {
  /** Without the `unlisted` columns. */
  list(table: string, query: StoreListQuery): Promise<StoreListAnswer>;
  /** The `_id`s of such a list: no record is read. */
  listIds(table: string, query: StoreListQuery): Promise<string[]>;
  get(table: string, id: string): Promise<StoredRecord | undefined>;
  /** In the order asked, without those that do not exist. Without the `unlisted` columns. */
  getMany(table: string, ids: readonly string[]): Promise<StoredRecord[]>;
  /** The next records after an `_id`, ordered by it: for walks through a whole table. */
  walk(table: string, after: string | undefined, limit: number): Promise<StoredRecord[]>;
  /** By a unique column. */
  findBy(table: string, column: string, value: string): Promise<StoredRecord | undefined>;
  /** How many records the table has, or for how many of them the filter holds: exact, in steps where they are many. */
  count(table: string, filter?: PlainFilter): Promise<number>;
  /**
   * How many of the records have each value of a field, and what a number of theirs sums up to: in steps, each of all the
   * records. Exact up to 100,000 values: those that come later are among the others.
   */
  groups(table: string, query: StoreGroupsQuery): Promise<StoreGroups>;
  /**
   * The first few other records that refer to a record, and how many in all.
   * @param by the first are those that refer to it by one of these; all are counted
   */
  referrers(
    table: string,
    id: string,
    limit: number,
    by?: ReferringPaths,
  ): Promise<{ first: Referrer[]; count: number }>;
  /** All records that refer to one, itself left out, by table and `_id`, at most so many. */
  referrerIds(table: string, id: string, limit: number): Promise<Pick<Referrer, "table" | "_id">[]>;
  session(tokenHash: string): Promise<StoredSession | undefined>;
  /**
   * A session with its account's record in that table, both as committed now; undefined where one of them is missing. Read
   * at every request: an engine may cache it, but must see every change, also of other processes.
   */
  sessionAccount(tokenHash: string, table: string): Promise<SessionAccount | undefined>;
  /** @param binnedOf also one that no view shows, but that the bin keeps for this record */
  image(fileName: string, binnedOf?: ImageUser): Promise<StoredImage | undefined>;
  imageBytes(
    fileName: string,
    size: "full" | "small",
  ): Promise<{ bytes: Uint8Array; type: string } | undefined>;
  /** File names of the images that a record uses. */
  imagesOf(table: string, id: string): Promise<string[]>;
  /** The next records after the given one that use an image, by table and `_id`; tables in no shape are included. */
  imageUsers(fileName: string, after: ImageUser | undefined, limit: number): Promise<ImageUser[]>;
  /** Entries of the journal, the latest first, without long values. At most some thousand are looked at. */
  journal(query: JournalQuery): Promise<JournalPage>;
  /** With its long values. */
  journalEntry(position: number): Promise<JournalEntry | undefined>;
  /** The records of a table that are in the bin, the last deleted first. @param before only those deleted before this position */
  bin(table: string, before: number | undefined, limit: number): Promise<BinnedRecord[]>;
  binned(table: string, id: string): Promise<BinnedRecord | undefined>;
  /** Of an image that the record let go of, or used when it was deleted; undefined where the bin does not keep it for the record. */
  binnedImageBytes(
    table: string,
    id: string,
    fileName: string,
    size: "full" | "small",
  ): Promise<BinnedImage | undefined>;
  /** What an account chose, as JSON texts by key, in the order of the keys. */
  preferences(accountId: string): Promise<ReadonlyMap<string, string>>;
  /** A value of the server's own, e.g. the version of the samples. */
  setting(key: string): Promise<string | undefined>;
  /** The settings whose keys begin with this, by what follows it. */
  settings(prefix: string): Promise<ReadonlyMap<string, string>>;
}

/** Columns with their new values, and who changes them when. */
export type RecordUpdate = RecordData & Pick<StoredRecord, "updatedAt" | "updatedBy" | "updatedById">;

export interface StoreTransaction extends StoreView {
  /** Runs a part of the transaction. Where it rejects, only what it did is undone; the rest goes on. */
  part<T>(work: () => Promise<T>): Promise<T>;
  /**
   * `record`: every column of the shape. `images`: file names of all images that it uses. Its version is 1; a record of the bin
   * leaves it, with these of its images, and its versions go on. Rejects with `DuplicateError`.
   */
  insert(table: string, record: StoredRecord, images: readonly string[]): Promise<void>;
  /**
   * Replaces the given columns and the images used, and makes the record's next version. An image that no record uses any more expires at
   * `releasedUntil`, at once where its deletion was asked for; what the bin keeps for the record leaves it with its next use. A name in a
   * column that is in no shape counts as a use. Rejects with `DuplicateError`.
   * @param binnedUntil ISO 8601: until then the bin keeps for the record what it lets go of; once it expired, no view shows it. Default: not
   */
  update(
    table: string,
    id: string,
    changes: RecordUpdate,
    images: readonly string[],
    releasedUntil: string,
    binnedUntil?: string,
  ): Promise<void>;
  /**
   * Also deletes its images that no other record uses, and the preferences of the account that it may be.
   * @param binnedUntil ISO 8601: until then it is in the bin, and no view shows its images, which are kept
   */
  delete(table: string, id: string, binnedUntil?: string): Promise<void>;
  /**
   * Deletes for good what has been in the bin long enough, in steps as `purge`: records, and then images that records let go of. Answers
   * whether nothing is left of it. Throws in a write without an origin.
   */
  emptyBin(now: string, limit: number): Promise<boolean>;
  /**
   * Deletes a record of the bin for good, in steps: first the images that nothing else needs, then at most so many of its entries
   * lose their values; with the last ones it leaves the bin. Answers whether it is gone. Throws in a write without an origin.
   */
  purge(table: string, id: string, limit: number): Promise<boolean>;
  /** Deletes the oldest entries of the journal from before a time, at most so many, but none of a record in the bin; answers how many. */
  pruneJournal(before: string, limit: number): Promise<number>;
  /** An entry of the journal about no record. Throws in a write without an origin. */
  noteEvent(event: NotedEvent): Promise<void>;
  /** Makes a protected record an ordinary one, and changes nothing else. */
  unprotect(table: string, id: string): Promise<void>;

  addSession(session: StoredSession): Promise<void>;
  extendSession(tokenHash: string, expiresAt: string): Promise<void>;
  endSession(tokenHash: string): Promise<void>;
  endSessionsOf(accountId: string, except?: string): Promise<void>;
  endAllSessions(): Promise<void>;
  endExpiredSessions(now: string): Promise<void>;

  addImage(image: StoredImage, full: Uint8Array, small: { bytes: Uint8Array; type: string }): Promise<void>;
  /** Deletes it at once where no record uses it (the bin keeps what is in it, seen by nobody), else marks it; the next record that is written with it removes the mark. */
  askImageDeletion(fileName: string): Promise<void>;
  /** Deletes expired images that no record uses, or hides those that the bin keeps; answers how many are deleted. */
  collectImages(now: string): Promise<number>;

  /** @param value a JSON text; undefined deletes it */
  setPreference(accountId: string, key: string, value: string | undefined): Promise<void>;

  /** @param value undefined deletes it */
  setSetting(key: string, value: string | undefined): Promise<void>;
}
