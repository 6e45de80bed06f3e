import type { Problem } from "../model/problem.ts";
import type { Json } from "../model/record.ts";
import type { FieldError } from "../record/field-errors.ts";
import type { KeptChange } from "./journal.ts";

/** Error codes of the wire, with their HTTP status. Code decides by these, never by message text. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  BAD_REQUEST: 400,
  LOGIN_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  PROTECTED: 403,
  NOT_FOUND: 404,
  DUPLICATE: 409,
  STALE: 409,
  /** The draft of the request was deleted: make it again. */
  DRAFT_GONE: 410,
  REFERRED_TO: 409,
  /** Something newer, or a rule, stands in the way: `kept` says what. */
  NOT_UNDONE: 409,
  /** Not all that refers to a record can be changed: `kept` says what. */
  NOT_MOVED: 409,
  LAST_ADMIN: 409,
  /** The body came too slowly. */
  TOO_SLOW: 408,
  TOO_LARGE: 413,
  NOT_AN_IMAGE: 415,
  TOO_MANY_TRIES: 429,
  INTERNAL: 500,
  /** Whether it was stored is not known: look before trying again. */
  OUTCOME_UNKNOWN: 500,
  /** There are too many requests, or the server is closing: try again soon. */
  BUSY: 503,
  /** The server has its port and is not ready yet: try again. */
  STARTING: 503,
  /** The database is away: try again. */
  STORE_AWAY: 503,
  /** The config's folder cannot be written. */
  NOT_WRITTEN: 507,
  /** The store cannot be written, for example on a full disk. Reading works. */
  NOT_STORED: 507,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Body of every answer that is not 2xx. */
export interface ErrorBody {
  readonly status: "error";
  readonly errorCode: ErrorCode;
  /** A sentence for staff. */
  readonly message: string;
  /** e.g. `create books` */
  readonly operation: string;
  readonly errors?: readonly FieldError[];
  /** Of a refused config. */
  readonly problems?: readonly Problem[];
  /** Of a refused deletion: the first of the records that refer to it, as far as the account may open them. */
  readonly referrers?: readonly ReferringRecord[];
  /** How many there are in all. */
  readonly referrerCount?: number;
  /** Of what is not undone or moved: the records that stand in the way. */
  readonly kept?: readonly KeptChange[];
  /** Of how many others nothing is known that stands in the way. */
  readonly undoable?: number;
  /** Of a stale change: the fields that both changed, as far as the account may see them. The `ETag` has the newer version. */
  readonly conflicts?: readonly Conflict[];
}

/** A field that somebody else changed too. */
export interface Conflict {
  /** A JSON pointer. */
  readonly path: string;
  /** Before either change; absent where that is no longer known. */
  readonly was?: Json;
  /** As it is stored now. */
  readonly theirs: Json;
  /** As it was sent. */
  readonly mine: Json;
}

/** A record that refers to another. */
export interface ReferringRecord {
  readonly entity: string;
  readonly _id: string;
  readonly title: string;
}
