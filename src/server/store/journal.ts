import type { RecordData } from "../../model/record.ts";
import type { JournalEvent, RecordChange } from "../../wire/journal.ts";

/** Who changes something, and in which action: stands in every journal entry of a write. */
export interface ChangeOrigin {
  /** The same for all that one action of a person changes, so that it can be undone at once. */
  readonly changeId: string;
  /** ISO 8601, UTC, by the clock of then: clocks are set back and forth, so only the position says what was first. */
  readonly at: string;
  /** With its name as it was then; null: the system. */
  readonly account: { readonly _id: string; readonly name: string } | null;
  readonly requestId: string | null;
  /** The version of the config by which it was written. */
  readonly config: string | null;
  /** The change id of what it reverses, where it does. */
  readonly undoes?: string;
}

/** Something that was done, of no record. */
export interface NotedEvent {
  readonly kind: JournalEvent;
  readonly account: ChangeOrigin["account"];
  /** Of a changed config: the names of the files. */
  readonly files?: readonly string[];
}

/** The `table` of entries about no record. No entity has this id. */
export const EVENTS_TABLE = "";

/** What one write did to one record; or an event, of which there is a `position`, a `kind`, an origin and `files` alone. */
export interface JournalEntry extends ChangeOrigin {
  /** Counts from 1 in the order of commits, without gaps. */
  readonly position: number;
  readonly kind: RecordChange | JournalEvent;
  /** EVENTS_TABLE: it is an event. */
  readonly table: string;
  readonly _id: string;
  /** The record's version after it; of a deletion the last one. */
  readonly version: number;
  /** The changed columns as they were stored; of a new record none. Never a secret. */
  readonly before: RecordData;
  /** The changed columns as they are stored now; of a deleted record none. Never a secret. */
  readonly after: RecordData;
  /** Changed columns whose values are secret. */
  readonly secrets: readonly string[];
  /** Changed columns whose values are long: lists of entries leave them out of `before` and `after`. */
  readonly long: readonly string[];
  /** The record was deleted for good: there are no values any more. */
  readonly purged?: true;
  /** Of an event that has some. */
  readonly files?: readonly string[];
}

/** Which entries are asked for; all that is given must hold. */
export interface JournalQuery {
  readonly table?: string;
  /** Only with `table`. */
  readonly _id?: string;
  readonly changeId?: string;
  readonly accountId?: string;
  readonly kind?: JournalEntry["kind"];
  /** ISO 8601, UTC: not before it. */
  readonly from?: string;
  /** ISO 8601, UTC: before it. */
  readonly until?: string;
  /** Only entries before this position: `next` of the last answer. */
  readonly before?: number;
  /** Only entries after this position. */
  readonly after?: number;
  readonly limit: number;
}

/** A deleted record that can be restored. */
export interface BinnedRecord {
  /** Of its deletion, without long values. */
  readonly entry: JournalEntry;
  /** ISO 8601: then it is deleted for good. */
  readonly until: string;
}

export interface JournalPage {
  /** The latest first. */
  readonly entries: readonly JournalEntry[];
  /** Where the next page begins; absent after the last. A page may be short, or empty, and have a next one: a part was searched. */
  readonly next?: number;
}
