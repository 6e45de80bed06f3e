/** A value as JSON carries it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A record as it travels and is stored: declared fields, and the system's own. */
export type RecordData = { readonly [field: string]: Json | undefined };

/** Fields that the machine keeps on every record. Clients may send them back; they are never written from a request. */
export const SYSTEM_FIELDS = ["_id", "createdAt", "updatedAt", "updatedBy", "isProtected"] as const;

/** A record as the server answers it, with the fields that the machine keeps. */
export interface StoredRecord extends RecordData {
  readonly _id: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Username of who wrote it last; null for the system. */
  readonly updatedBy: string | null;
  readonly isProtected: boolean;
}

/** An uploaded image as a record names it. A type, not an interface, so that it is `Json`. */
export type ImageRecord = {
  readonly fileName: string;
  /** Where a browser finds it; needs no session. */
  readonly imgUrl: string;
  /** ISO 8601 when it will be collected; null while a record refers to it. */
  readonly expiresAt: string | null;
};
