import { inspect } from "node:util";
import type { MessageName } from "../../model/message-keys.ts";
import type { Problem } from "../../model/problem.ts";
import type { FieldError } from "../../record/field-errors.ts";
import type { MessageValues } from "../../record/messages.ts";
import {
  type Conflict,
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type ReferringRecord,
} from "../../wire/error.ts";
import type { KeptChange } from "../../wire/journal.ts";
import type { NotStoredError } from "../store/store-errors.ts";

/** The message where the one who throws gives none. */
const DEFAULT_MESSAGE: Readonly<Record<ErrorCode, MessageName>> = {
  VALIDATION_ERROR: "server.invalid",
  BAD_REQUEST: "server.badRequest",
  LOGIN_FAILED: "login.wrong",
  UNAUTHENTICATED: "server.unauthenticated",
  FORBIDDEN: "server.forbidden",
  PROTECTED: "form.protected",
  NOT_FOUND: "server.notFound",
  DUPLICATE: "rule.unique",
  STALE: "server.stale",
  DRAFT_GONE: "server.draftGone",
  REFERRED_TO: "server.referredTo",
  NOT_UNDONE: "server.notUndone",
  NOT_MOVED: "server.notMoved",
  LAST_ADMIN: "server.lastAdmin",
  TOO_LARGE: "server.tooLarge",
  NOT_AN_IMAGE: "server.notAnImage",
  TOO_MANY_TRIES: "server.tooManyTries",
  TOO_SLOW: "server.tooSlow",
  BUSY: "server.busy",
  INTERNAL: "server.internal",
  OUTCOME_UNKNOWN: "server.outcomeUnknown",
  STARTING: "network.unreachable",
  STORE_AWAY: "server.storeAway",
  NOT_WRITTEN: "config.readOnly",
  NOT_STORED: "server.notStored",
};

interface ApiErrorDetail {
  /** The message; default: the code's own. */
  readonly key?: MessageName;
  readonly values?: MessageValues;
  /** The text itself, where it is not in messages.json (a field's own). Overrides `key`. */
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly problems?: readonly Problem[];
  /** Those who refer to what was to be deleted: the first that may be opened, and how many there are in all. */
  readonly referrers?: { readonly first: readonly ReferringRecord[]; readonly count: number };
  /** Of a change that is not undone: the records that stand in the way. */
  readonly kept?: readonly KeptChange[];
  /** Of how many others nothing is known that stands in the way. */
  readonly undoable?: number;
  /** Of a stale change: the fields that both changed. */
  readonly conflicts?: readonly Conflict[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What broke through no fault of the person: logged, never sent. */
  readonly broken?: { readonly what: string; readonly error: unknown };
}

export function notStored({ trouble }: NotStoredError): ApiError {
  return new ApiError("NOT_STORED", trouble === "full" ? { key: "server.diskFull" } : {});
}

/** A refusal, thrown anywhere below a handler. The dispatch makes it an `ErrorBody`. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ErrorCode,
    readonly detail: ApiErrorDetail = {},
  ) {
    super(code);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  body(operation: string, say: (key: MessageName, values?: MessageValues) => string): ErrorBody {
    const { message, key, values, errors, problems, referrers, kept, undoable, conflicts } = this.detail;
    return {
      status: "error",
      errorCode: this.code,
      message: message ?? say(key ?? DEFAULT_MESSAGE[this.code], values),
      operation,
      ...(errors === undefined ? {} : { errors }),
      ...(problems === undefined ? {} : { problems }),
      ...(referrers === undefined ? {} : { referrers: referrers.first, referrerCount: referrers.count }),
      ...(kept === undefined ? {} : { kept }),
      ...(undoable === undefined ? {} : { undoable }),
      ...(conflicts === undefined ? {} : { conflicts }),
    };
  }
}

const RETRY_AFTER_SECONDS = 5;

const retryAfter = { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } };

export const busy = (): ApiError => new ApiError("BUSY", retryAfter);
export const storeAway = (): ApiError => new ApiError("STORE_AWAY", retryAfter);

/** A thrown value, as text for the log. */
export function describeError(error: unknown): string {
  try {
    if (error instanceof Error) return error.stack ?? error.message;
    return typeof error === "string" ? error : inspect(error, { depth: 2, customInspect: false });
  } catch {
    return "something that cannot be written down";
  }
}
