import type { ImageRecord, Json, StoredRecord } from "../model/record.ts";

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

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Share of all bytes sent, 0 to 1. */
  onProgress(share: number): void;
}

/** Work that a widget holds until the form is saved. */
export interface PendingWork<Value = Json> {
  /** The value to validate in the meantime, where the work will fill the field; undefined: the field's own. */
  readonly standIn?: Value;
  /**
   * Runs when the form is saved and valid, together with that of the other fields. Resolves to the field's value.
   * Must not do twice what it did before a failure: keep what is done.
   */
  prepare(context: { readonly signal: AbortSignal; progress(share: number): void }): Promise<Value | null>;
  /** The record is stored. */
  saved?(): void;
  /** The save failed after `prepare`: everything stays ready for another try. */
  failed?(): void;
  /** The form was left without saving: give up what was held. */
  left?(): void;
}

/**
 * What the form and list around a plugin offer it. One per field. Plugins use the hooks of `use-host.ts`;
 * tests may give a fake.
 */
export interface Host {
  /** The whole record as it stands in the form. */
  getRecord(): Readonly<Record<string, Json | undefined>>;
  subscribeRecord(listener: () => void): () => void;
  /** `_id` of the record being edited; undefined while creating. */
  readonly recordId: string | undefined;
  readonly entity: string;
  /** BCP 47 language of the screen. */
  readonly language: string;
  readonly pageSize: number;
  /**
   * A sentence for this field: its own `messages`, the entity's, messages.json, the manifest's; the last wins least.
   * `rule.maxItems` finds the field's `messages.maxItems`; `{label}` is always filled in.
   */
  message(key: string, values?: Readonly<Record<string, string | number>>): string;
  toast(kind: "success" | "error" | "warning", text: string): void;
  confirm(question: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly cancel: string;
  }): Promise<boolean>;
  /** Rejects with an Error whose message is the server's sentence. */
  listReferences(query: ReferenceQuery, signal?: AbortSignal): Promise<ReferencePage>;
  /** undefined when there is no such record (any more). */
  getReference(entity: string, id: string, signal?: AbortSignal): Promise<StoredRecord | undefined>;
  upload(files: readonly File[], options: UploadOptions): Promise<readonly ImageRecord[]>;
  removeUpload(fileName: string): Promise<void>;
  /** Holds (or, with undefined, no longer holds) work of this field until save. */
  holdUntilSave(work: PendingWork<Json> | undefined): void;
}
