import type { Answer, ApiRequest } from "./request.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the API. */
export interface Route {
  readonly method: Method;
  /** Path below /api; `{name}` is one segment. */
  readonly pattern: string;
  readonly operation: string;
  /** Whose language and messages its errors speak; without it, the app's. */
  readonly entity?: string;
  /**
   * `anyone`: a stale token is ignored. `session`: any account. `editor`: who may edit the config. A list: accounts that hold at least one of the permissions;
   * everyone else is refused before the body is read.
   */
  readonly access: "anyone" | "session" | "editor" | readonly string[];
  /** The token is not even looked at: asking again and again must not prolong a session. For `anyone` alone. */
  readonly sessionless?: true;
  /** Reads a JSON body of at most so many bytes, and of at most OPEN_JSON from whoever holds no permission. Without it the handler reads the raw request, or nothing. */
  readonly jsonLimit?: number;
  /** It writes what no other run of it may find written: where it fails, it is not tried again. */
  readonly once?: true;
  handle(request: ApiRequest): Promise<Answer>;
}

/** JSON bodies of whoever holds no permission, whatever the call. */
export const OPEN_JSON = 8 * 1024;
/** JSON bodies of calls that carry no record. */
export const SMALL_JSON = 64 * 1024;
/** Records without formatted text have no inline pictures. */
export const PLAIN_JSON = 1024 * 1024;
/**
 * Records with formatted text: two whole pictures of 5 MB inline, which base64 makes a third longer, and the longest text
 * beside them. All of a body is parsed at once, and everyone else waits for that: twice as much holds the event loop for
 * more than R10 allows.
 */
export const RECORD_JSON = 15 * 1024 * 1024;
