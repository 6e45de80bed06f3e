import { inspect } from "node:util";
import type { MessageName } from "../../model/message-keys.ts";
import type { Problem } from "../../model/problem.ts";
import type { FieldError, MessageValues } from "../../record/messages.ts";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../wire/error.ts";
import type { NotStoredError } from "../store/store-errors.ts";

/** What is said where the one who throws does not say it better. */
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
  LAST_ADMIN: "server.lastAdmin",
  TOO_LARGE: "server.tooLarge",
  NOT_AN_IMAGE: "server.notAnImage",
  TOO_MANY_TRIES: "server.tooManyTries",
  TOO_SLOW: "server.tooSlow",
  BUSY: "server.busy",
  INTERNAL: "server.internal",
  STARTING: "network.unreachable",
  NOT_WRITTEN: "config.readOnly",
  NOT_STORED: "server.notStored",
};

export interface ApiErrorDetail {
  /** Which sentence; without it, the code's own. */
  readonly key?: MessageName;
  readonly values?: MessageValues;
  /** The sentence itself, where it is not one of messages.json (a field's own). Wins over `key`. */
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly problems?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** What broke that is not the person's fault, for whoever runs the server: logged, never sent. */
  readonly broken?: { readonly what: string; readonly error: unknown };
}

/** What people are told of a write that the store could not take. */
export function notStored({ trouble }: NotStoredError): ApiError {
  return new ApiError("NOT_STORED", trouble === "full" ? { key: "server.diskFull" } : {});
}

/** A refusal. Thrown anywhere below a handler; becomes the `ErrorBody` at the one place that answers. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly detail: ApiErrorDetail = {},
  ) {
    super(code);
    this.name = "ApiError";
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** @param say gives a sentence in the language of the request's entity, else of the app */
  body(operation: string, say: (key: MessageName, values?: MessageValues) => string): ErrorBody {
    const { message, key, values, errors, problems } = this.detail;
    return {
      status: "error",
      errorCode: this.code,
      message: message ?? say(key ?? DEFAULT_MESSAGE[this.code], values),
      operation,
      ...(errors === undefined ? {} : { errors }),
      ...(problems === undefined ? {} : { problems }),
    };
  }
}

const RETRY_AFTER_SECONDS = 5;

/** What cannot be done now, but soon: too much is under way, or the server is about to end. */
export function busy(): ApiError {
  return new ApiError("BUSY", { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}

/** What was thrown, for whoever runs the server. */
export function describeError(error: unknown): string {
  try {
    if (error instanceof Error) return error.stack ?? error.message;
    return typeof error === "string" ? error : inspect(error, { depth: 2, customInspect: false });
  } catch {
    return "something that cannot be written down";
  }
}
