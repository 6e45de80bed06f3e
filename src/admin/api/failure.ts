import { isObject } from "../../record/json.ts";
import type { FieldError } from "../../record/messages.ts";

/** Why a request came to nothing: the server said so · it gave no answer · the request never left, or the answer is unreadable. */
export type FailureKind = "answer" | "unreachable" | "unknown";

interface Details {
  readonly status?: number;
  readonly code?: string;
  readonly errors?: readonly FieldError[];
  readonly expired?: boolean;
}

/** A request that failed. `message` is a sentence for people, in the language of the frame. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly kind: FailureKind;
  /** HTTP status of the answer. */
  readonly status?: number;
  /** The server's error code: what code decides by. */
  readonly code?: string;
  /** Broken rules by field. */
  readonly errors?: readonly FieldError[];
  /** The session that the request was sent with has ended. */
  readonly expired: boolean;

  constructor(kind: FailureKind, message: string, details: Details = {}) {
    super(message);
    this.kind = kind;
    this.expired = details.expired ?? false;
    if (details.status !== undefined) this.status = details.status;
    if (details.code !== undefined) this.code = details.code;
    if (details.errors !== undefined) this.errors = details.errors;
  }
}

/** Whether the person gave the request up (an aborted signal): nothing to report. */
export function isAbort(error: unknown): boolean {
  return isObject(error) && error.name === "AbortError";
}

/** Whether the failure ended the session: that has been said already. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiFailure && error.expired;
}
