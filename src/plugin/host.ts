import type { ImageRecord, Json, RecordData, StoredRecord } from "../model/record.ts";
import type { MessageValues } from "../record/messages.ts";
import type { TimeStyle } from "../record/moment.ts";

/** A page of another entity's records, with the fields that this account may read. */
export interface ReferencePage {
  readonly records: readonly StoredRecord[];
  /** undefined when the server does not say. */
  readonly total: number | undefined;
}

/** Which records of another entity are read. Without `sortField` they come in the entity's own order. */
export interface ReferencePagesQuery {
  readonly entity: string;
  /**
   * Substring of the one field by which the other entity's list is searched (`list.search.field`); an entity without one
   * refuses it. "" for all records.
   */
  readonly search?: string;
  /** A sortable column of the other entity's list. Goes together with `sortOrder`. */
  readonly sortField?: string;
  readonly sortOrder?: "asc" | "desc";
}

export interface ReferenceQuery extends ReferencePagesQuery {
  /** 1-based. */
  readonly page: number;
}

/** The options of `Host.upload`. */
export interface UploadOptions {
  /** Aborts the upload, which rejects with an AbortError. */
  readonly signal: AbortSignal;
  /** Called with the share of all bytes sent, 0 to 1. */
  onProgress(share: number): void;
}

/** The argument of `PendingWork.prepare`. */
export interface PrepareContext {
  /** Aborted when the person cancels the save, and after `PendingWork.patience` without progress. */
  readonly signal: AbortSignal;
  /**
   * Reports progress: the share of the work that is done, 0 to 1.
   * @param text what the person reads meanwhile: "Uploading 1 of 2". It stays until the next one
   */
  progress(share: number, text?: string): void;
}

/** The default of `PendingWork.patience`. */
export const PREPARE_TIMEOUT_MS = 60_000;

/** Work that a widget does when the form is saved (`usePendingWork`). */
export interface PendingWork<Value = Json> {
  /** The value to validate until the work has made one; without it, the field's value. */
  readonly standIn?: Value;
  /**
   * What another form needs to go on with the work, such as the chosen files: anything that structured clone takes, the same
   * object until it is another. It is kept on the device with what was typed, and given to the `restore` of `usePendingWork`
   * where the person wants it back.
   */
  readonly draft?: unknown;
  /** Milliseconds without progress after which the form aborts the work; a minute by default. */
  readonly patience?: number;
  /**
   * Runs when the form is saved and valid, at the same time as the work of other fields, never twice at a time. Resolves to
   * the field's new value. It runs again after a failed save, and must not repeat what it has done. Rejects with a
   * `FieldFailure` whose message the person reads; any other rejection counts as a bug of the plugin, unless the signal is
   * aborted.
   */
  prepare(context: PrepareContext): Promise<Value | null>;
  /** Called when the record is stored. */
  saved?(): void;
  /** Called when the save failed, before or after `prepare`. Keep everything for the next save. */
  failed?(): void;
  /** Called when the form is left without saving: undo what the work has done. */
  left?(): void;
}

/**
 * What the form offers the widget of one field (`useHost`): one object as long as the form is open. `Key`: the keys of
 * the manifest's messages, `MessageKey` of the plugin's `manifest.ts`.
 */
export interface Host<Key extends string = string> {
  /** `_id` of the record being edited; undefined while creating. */
  readonly recordId: string | undefined;
  /** The entity of the record, such as `books`. */
  readonly entity: string;
  /** BCP 47 language of the screen. */
  readonly language: string;
  /**
   * A message for this field: of the field's own `messages`, the entity's, messages.json, or the manifest; the first that has
   * it. `rule.maxItems` finds the field's `messages.maxItems`. `{label}` is always filled in. Returns the key where there is
   * no message. Keys with a dot are the product's: `picker.noMatch`.
   */
  message(key: Key | `${string}.${string}`, values?: MessageValues): string;
  /** Shows a toast. Errors and warnings stay until dismissed, success goes by itself. */
  toast(kind: "success" | "error" | "warning", text: string): void;
  /** Asks in a dialog. Resolves to whether the person agreed. */
  confirm(question: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly cancel: string;
    /** The yes destroys something: it looks as that of deleting a record. */
    readonly danger?: boolean;
  }): Promise<boolean>;
  /**
   * Uploads images and resolves to them in the same order. The server deletes them after some hours unless a saved record
   * names them. Rejects with a `FieldFailure` that has the server's message, or with an AbortError.
   */
  upload(files: readonly File[], options: UploadOptions): Promise<readonly ImageRecord[]>;
  /**
   * Deletes an image: now if no record uses it, else when one that does is saved without it. Rejects with a `FieldFailure`, also
   * for the upload of another account and for images of records that this account may not edit.
   */
  removeUpload(fileName: string): Promise<void>;
}

/** The host with what the hooks of the surface need. The form, `renderWidget` and the gallery provide one. */
export interface FieldHost extends Host {
  /** The record with the form's present values. */
  getRecord(): RecordData;
  subscribeRecord(listener: () => void): () => void;
  /** How dates and numbers in the names of other records are written. */
  readonly timeStyle: TimeStyle;
  /** Records on one page of `listReferences`. */
  readonly pageSize: number;
  /** The references that a record's title leads through hold the record there. Rejects with a `FieldFailure` that has the server's message. */
  listReferences(query: ReferenceQuery, signal?: AbortSignal): Promise<ReferencePage>;
  /** The same of one record. Resolves to undefined where there is no such record. Rejects as `listReferences` does. */
  getReference(entity: string, id: string, signal?: AbortSignal): Promise<StoredRecord | undefined>;
  /** Sets the pending work of this field; undefined removes it. */
  holdUntilSave(work: PendingWork<Json> | undefined): void;
  /** Calls it with the `draft` of such work in an earlier form, when the person wants that back. Returns how to stop. */
  onRestored(restore: (draft: unknown) => void): () => void;
}

/** A failure that is no bug, such as a refused upload. The field shows the message as its error. */
export class FieldFailure extends Error {
  override readonly name: string = "FieldFailure";
}

/**
 * An option is wrong although its schema allows it. A plugin may throw it while it renders. The field then shows a notice that
 * names the config's file and line, and not the plugin.
 */
export class OptionFault extends Error {
  override readonly name: string = "OptionFault";
  /**
   * @param option name of the option, or its JSON pointer inside the options: `/steps/0/above`; "" for all of them
   * @param message what is wrong and what would be right, in English, for people who edit the config
   */
  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message);
  }
}
