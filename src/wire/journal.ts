import type { Json, RecordData } from "../model/record.ts";
import { API } from "./paths.ts";

/** Apart from the other fixed addresses, since the log-in page needs none of them. */
export const JOURNAL_PATHS = {
  journal: `${API}/journal`,
  bin: `${API}/journal/bin`,
  restore: `${API}/journal/restore`,
  undo: `${API}/journal/undo`,
  move: `${API}/journal/move`,
  purge: `${API}/journal/purge`,
  images: `${API}/journal/images`,
  created: `${API}/journal/created`,
} as const;

/** What was done to a record. restore: a deleted one is there again. purge: it was deleted for good, and no entry of it has values. */
export const RECORD_CHANGES = ["create", "update", "delete", "restore", "purge"] as const;
export type RecordChange = (typeof RECORD_CHANGES)[number];

/** What an entry tells that is of no record. config: its files were saved, or changed by hand and served. */
export const JOURNAL_EVENTS = ["login", "logout", "config"] as const;
export type JournalEvent = (typeof JOURNAL_EVENTS)[number];

/** A field of an entry, as far as the reader may see it. */
export interface ChangedField {
  /** Of the config of today; a field that it has no more is named as it was. */
  readonly field: string;
  /** Absent where the record is new, where the value is secret, and in lists of entries where it is long. */
  readonly was?: Json;
  /** Absent where the record was deleted; else as `was`. */
  readonly now?: Json;
  /** Its values are told to nobody. */
  readonly secret?: true;
  /** Its values come with the entry alone. */
  readonly long?: true;
}

/** One change of one record. */
export interface HistoryEntry {
  readonly position: number;
  /** The same for all that was changed at once. */
  readonly changeId: string;
  readonly kind: RecordChange;
  readonly entity: string;
  readonly _id: string;
  /** What names the record now, or did when it was deleted. */
  readonly title: string;
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The user name as it was then; null: the system, or an account that the reader may not see. */
  readonly by: string | null;
  readonly byId: string | null;
  readonly fields: readonly ChangedField[];
  /** The reader's rights let it be undone, as far as this record goes; something newer, or a rule, may still stand in the way. */
  readonly undoable?: true;
  /** The record is in the bin: its images are at JOURNAL_PATHS.images. */
  readonly binned?: true;
  /** `changeId` of what it reverses. */
  readonly undoes?: string;
  /** So many records that the reader sees were changed at once, where it is more than this one; of very many, the first. */
  readonly together?: number;
  /** `together` is of the first alone: there are more. */
  readonly togetherIsMore?: true;
  /** What the records are called, by `_id`, to which its values refer: as they are, or were when they were deleted. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Something that an account did, of no record, or files of the config that were changed by hand, by the system; it cannot be undone. */
export interface HistoryEvent extends Pick<HistoryEntry, "position" | "changeId" | "at" | "by" | "byId"> {
  readonly kind: JournalEvent;
  /** Of a saved config, for who may edit it: the names of the files. */
  readonly files?: readonly string[];
}

/**
 * `GET JOURNAL_PATHS.journal`, the latest first. With `entity` and `id` for who may see the record, and without events; else for who
 * may read the journal.
 */
export interface HistoryAnswer {
  readonly entries: readonly (HistoryEntry | HistoryEvent)[];
  /** `before` of the next page. A page may be short, or empty, and have a next one. */
  readonly next?: number;
}

/** A deleted record, as long as it is kept. */
export interface BinRecord {
  readonly _id: string;
  /** Of its deletion in the journal. */
  readonly position: number;
  readonly title: string;
  /** The file name of its picture, at JOURNAL_PATHS.images. */
  readonly image?: string;
  /** ISO 8601: then it is deleted for good. */
  readonly until: string;
  readonly deletedAt: string;
  readonly deletedBy: string | null;
  /** The reader's rights let it be restored; a rule, or a unique value that is taken, may still stand in the way. */
  readonly restorable?: true;
  /** The reader may delete it for good. */
  readonly purgeable?: true;
}

/** `GET JOURNAL_PATHS.bin?entity=…`, the last deleted first. */
export interface BinAnswer {
  readonly records: readonly BinRecord[];
  /** `before` of the next page. */
  readonly next?: number;
}

/**
 * `POST JOURNAL_PATHS.restore`: a record of the bin, or one that is there as it was earlier. A required value that cannot be restored,
 * such as a picture that is gone, refuses it at its field.
 */
export interface RestoreRequest {
  readonly entity: string;
  readonly _id: string;
  /** Of the entry after which the record, which is there, was as it is to be again. With `If-Match`, of that version only. */
  readonly position?: number;
}

export interface RestoreAnswer {
  readonly record: RecordData;
  /**
   * What of it could not be restored, for people: pictures that are gone, what nobody may read, what the account may not change,
   * fields that the config has no more.
   */
  readonly notRestored: readonly string[];
}

/** `GET JOURNAL_PATHS.created?entity=…&key=…`: what the account has created by a request with that `IDEMPOTENCY_HEADER`. */
export interface CreatedAnswer {
  /** null: nothing, or what is not there any more. */
  readonly record: RecordData | null;
}

/**
 * `POST JOURNAL_PATHS.undo`: reverses a change, or refuses with NOT_UNDONE where something stands in the way: what `kept` names, or
 * records of the change that the account may not see, of which nothing but that is told.
 */
export interface UndoRequest {
  readonly changeId: string;
  /** Undoes what can be undone, and leaves the rest. */
  readonly rest?: boolean;
}

export interface UndoAnswer {
  /** How many records were changed back, some of them perhaps in part. */
  readonly undone: number;
  readonly kept: readonly KeptChange[];
  /** Deleted records that came back without something, and without what; as `RestoreAnswer` tells it of one. */
  readonly notRestored: readonly KeptChange[];
}

/** A record of a change, and why it, or a part of it, is not as it was. */
export interface KeptChange {
  readonly entity: string;
  readonly _id: string;
  readonly title: string;
  /** For people. */
  readonly reason: string;
  /** The fields that were changed again: as the change left them (`was`), and as they are `now`. */
  readonly fields?: readonly ChangedField[];
  /** Its other fields can be undone, or were. */
  readonly partly?: true;
}

/** `POST JOURNAL_PATHS.move`: lets what refers to a record refer to another one, and deletes it; NOT_MOVED where that cannot be done whole. */
export interface MoveRequest {
  readonly entity: string;
  readonly _id: string;
  /** The other record, of the same entity. */
  readonly to: string;
  /** Of the record as it was seen; absent: not compared. */
  readonly updatedAt?: string;
}

export interface MoveAnswer {
  /** How many records refer to the other one now. */
  readonly moved: number;
}

/** `POST JOURNAL_PATHS.purge`: deletes records of the bin for good, with their values in the journal and their images. */
export interface PurgeRequest {
  readonly entity: string;
  /** One record. */
  readonly _id?: string;
  /** Without `_id`: all that the account may delete, up to this position. Nothing that was deleted later. */
  readonly upTo?: number;
}

export interface PurgeAnswer {
  readonly purged: number;
  /** There are more: `upTo` of the next request. */
  readonly next?: number;
}
