import { API } from "./paths.ts";

/** Apart from the other fixed addresses, since the log-in page needs none of them. */
export const CHANGES_PATHS = {
  changes: `${API}/changes`,
  open: `${API}/changes/open`,
} as const;

/** A record, and no more of it than that. */
export interface RecordPlace {
  readonly entity: string;
  readonly _id: string;
}

/** A record that was made, changed, deleted or restored. */
export interface ChangedRecord extends RecordPlace {
  /** Of a deleted one the last. */
  readonly version: number;
}

/** Somebody else who has a record open. */
export interface Viewer {
  readonly _id: string;
  readonly name: string;
}

/** All others who have a record open. */
export interface Viewers {
  readonly people: readonly Viewer[];
  /** How many more there are, whom the account may not be told of by name. */
  readonly unnamed: number;
}

/**
 * One line of `GET CHANGES_PATHS.changes`, a stream of JSON objects that goes on until one side ends it: at least one in
 * `STREAM_SILENCE_MS`, so that a dead line is noticed. `?after=` a position that an earlier stream told: nothing in between
 * is missed. It ends with the session, and where its client does not say (`OpenRequest`) about every second beat, a message with a
 * position alone, that it is there.
 */
export interface ChangesMessage {
  /** All changes up to this position of the journal are told. */
  readonly position: number;
  /** In the first one: what `OpenRequest` names. */
  readonly stream?: string;
  /** In the first one, and whenever it is another: `ConfigVersion.hash`. */
  readonly config?: string;
  /** The account has another role or other permissions than before: what it is shown is to be fetched anew. */
  readonly account?: true;
  /** So much was changed that it is not told one by one. */
  readonly all?: true;
  /** As far as the account sees them. */
  readonly records?: readonly ChangedRecord[];
  /** Entities whose lists have changed otherwise: records are no longer among those that the account sees. */
  readonly lists?: readonly string[];
  /** Something of no record was done that the account reads among all changes, such as a log-in. */
  readonly events?: true;
  /** Who else has the record open that this stream was told of, whenever that changes. */
  readonly viewers?: RecordPlace & Viewers;
}

/** No working stream is silent for longer. */
export const STREAM_SILENCE_MS = 35_000;

/** `POST CHANGES_PATHS.open`: the client of a stream is there, and its person has this record open, and no other; null: none. */
export interface OpenRequest {
  readonly stream: string;
  readonly record: RecordPlace | null;
}
