import type { FieldError } from "../../record/field-errors.ts";
import { isObject } from "../../record/json.ts";

/** Why a request failed: the server refused it · it gave no answer · its answer is unreadable. */
type FailureKind = "answer" | "unreachable" | "unknown";

interface Details {
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** The server's error code: what code decides by. */
  readonly code?: string | undefined;
  /** Broken rules by field. */
  readonly errors?: readonly FieldError[] | undefined;
  /** The body of the answer, for those who read more of it. */
  readonly body?: unknown;
  /** The version of the record that stands in the way: an `ETag`. */
  readonly version?: string | undefined;
  /** The session that the request was sent with has ended. */
  readonly expired?: boolean;
}

/** A request that failed. `message` is for people, in the language of the app. */
export class ApiFailure extends Error implements Details {
  override readonly name = "ApiFailure";
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly body: unknown;
  readonly version: string | undefined;
  readonly expired: boolean;

  constructor(
    readonly kind: FailureKind,
    message: string,
    { status, code, errors, body, version, expired = false }: Details = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.body = body;
    this.version = version;
    this.expired = expired;
  }
}

/** Whether the person gave the request up: nothing to report. */
export function isAbort(error: unknown): boolean {
  return isObject(error) && error.name === "AbortError";
}

/** Whether the failure ended the session, which has a toast already. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiFailure && error.expired;
}

/** A proxy answers with these where the server behind it does not. */
const PROXY_STATUSES: readonly (number | undefined)[] = [502, 504];

/** Whether the request did not reach the server. */
export function isCutOff(error: unknown): boolean {
  return (
    error instanceof ApiFailure && (error.kind === "unreachable" || PROXY_STATUSES.includes(error.status))
  );
}
