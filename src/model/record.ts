/** A value as JSON carries it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A record as it is sent and stored: the entity's fields and the system's. */
export type RecordData = { readonly [field: string]: Json | undefined };

/** Fields that the server sets on every record. Clients may send them; the server ignores that. */
export const SYSTEM_FIELDS = [
  "_id",
  "createdAt",
  "updatedAt",
  "updatedBy",
  "updatedById",
  "isProtected",
] as const;

/** A record as the server answers it, with the system's fields. */
export interface StoredRecord extends RecordData {
  readonly _id: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** User name of the account that wrote it last; null for the system. */
  readonly updatedBy: string | null;
  /** `_id` of that account. */
  readonly updatedById: string | null;
  readonly isProtected: boolean;
  /** Counts the record's writes from 1. As stored; on the wire it is the `ETag`. */
  readonly _version?: number;
}

/** An uploaded image as a record names it. A type, not an interface, so that it is `Json`. */
export type ImageRecord = {
  readonly fileName: string;
  /** Its address; needs no session. */
  readonly imgUrl: string;
  /** When it will be deleted (ISO 8601); null while a record refers to it. */
  readonly expiresAt: string | null;
};
