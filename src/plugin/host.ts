import type { ImageRecord, Json, RecordData, StoredRecord } from "../model/record.ts";
import type { MessageValues } from "../record/messages.ts";

/** A page of another entity's records, as far as references let this account read them. */
export interface ReferencePage {
  readonly records: readonly StoredRecord[];
  /** undefined when the server does not say. */
  readonly total: number | undefined;
}

export interface ReferenceQuery {
  readonly entity: string;
  /** 1-based. */
  readonly page: number;
  readonly search?: string;
  readonly sortField?: string;
  readonly sortOrder?: "asc" | "desc";
}

/** How an upload is told of, and given up. */
export interface UploadOptions {
  /** Gives the upload up: it rejects with an AbortError. */
  readonly signal: AbortSignal;
  /** Share of all bytes sent, 0 to 1. */
  onProgress(share: number): void;
}

/** What `PendingWork.prepare` is given. */
export interface PrepareContext {
  /** Aborted when the person gives up waiting, and when the form does (`PendingWork.patience`). */
  readonly signal: AbortSignal;
  /** Says that it goes on. Share of the work that is done, 0 to 1. */
  progress(share: number): void;
}

/** Milliseconds that the form waits for `prepare` without hearing of progress, where the work says nothing else. */
export const PREPARE_TIMEOUT_MS = 60_000;

/** Work that a widget holds until the form is saved. */
export interface PendingWork<Value = Json> {
  /** The value to validate in the meantime, where the work will fill the field; undefined: the field's own. */
  readonly standIn?: Value;
  /** Milliseconds without progress after which the form gives up waiting; a minute unless given. */
  readonly patience?: number;
  /**
   * Runs when the form is saved and valid, at once with that of the other fields, never twice at a time. Resolves to
   * the field's value. Must not do twice what it did before a failure: keep what is done. Rejects with a `FieldFailure`
   * to tell the person what went wrong; any other rejection, while the signal is not aborted, counts as a bug of the plugin.
   */
  prepare(context: PrepareContext): Promise<Value | null>;
  /** The record is stored. */
  saved?(): void;
  /** The save failed, before or after `prepare` was done: everything stays ready for another try. */
  failed?(): void;
  /** The form was left without saving: give up what was held. */
  left?(): void;
}

/**
 * What the form offers the widget of one field (`useHost`). The same object as long as the form is open. `Key`: the keys
 * of the manifest's messages, `MessageKey` of the plugin's `manifest.ts`.
 */
export interface Host<Key extends string = string> {
  /** `_id` of the record being edited; undefined while creating. */
  readonly recordId: string | undefined;
  /** The kind of record that is edited: `books`. */
  readonly entity: string;
  /** BCP 47 language of the screen. */
  readonly language: string;
  /**
   * A sentence for this field, found as that of a broken rule is (`messageAt`): its own `messages`, the entity's, then
   * messages.json's and the manifest's. `rule.maxItems` finds the field's `messages.maxItems`; `{label}` is always filled in. A key that nobody says is said
   * as it is. Keys with a dot are the machine's: `picker.noMatch`.
   */
  message(key: Key | `${string}.${string}`, values?: MessageValues): string;
  /** Says something at the page's one place for it. Errors and warnings stay until dismissed, success goes by itself. */
  toast(kind: "success" | "error" | "warning", text: string): void;
  /** Asks in a dialog; resolves to whether the person agreed. */
  confirm(question: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly cancel: string;
  }): Promise<boolean>;
  /**
   * Uploads images, in the order given; they last only if a record that names them is saved. Rejects with a
   * `FieldFailure` whose message is the server's sentence, or with an AbortError.
   */
  upload(files: readonly File[], options: UploadOptions): Promise<readonly ImageRecord[]>;
  /**
   * Deletes an image: at once where no record uses it, else when a record that used it is saved without it. The server
   * refuses another's upload and an image of records that this person may not edit. Rejects with a `FieldFailure`.
   */
  removeUpload(fileName: string): Promise<void>;
}

/** What the hooks of the surface are made of: given by the form, and by `renderWidget` and the gallery. */
export interface FieldHost extends Host {
  /** The whole record as it stands in the form. */
  getRecord(): RecordData;
  subscribeRecord(listener: () => void): () => void;
  /** Records on one page of `listReferences`. */
  readonly pageSize: number;
  /** Rejects with a `FieldFailure` whose message is the server's sentence. */
  listReferences(query: ReferenceQuery, signal?: AbortSignal): Promise<ReferencePage>;
  /** undefined when there is no such record (any more). Rejects as `listReferences` does. */
  getReference(entity: string, id: string, signal?: AbortSignal): Promise<StoredRecord | undefined>;
  /** Holds (or, with undefined, no longer holds) work of this field until save. */
  holdUntilSave(work: PendingWork<Json> | undefined): void;
}

/** Something went wrong that the person is to be told of, in this sentence: it stands at the field. Nobody's bug. */
export class FieldFailure extends Error {
  override readonly name: string = "FieldFailure";
}

/**
 * What a plugin throws, also while rendering, where an option cannot be what the config says although its schema allows it. The
 * field's notice then blames the config, with the file and line of the option, in place of the plugin.
 */
export class OptionFault extends Error {
  override readonly name: string = "OptionFault";
  /**
   * @param option name of the option, or its JSON pointer inside the options: `/steps/0/above`; "" for all of them
   * @param message what is wrong with it and what would be right; for whoever edits the config, in English
   */
  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message);
  }
}
