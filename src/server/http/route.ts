import type { Json } from "../../model/record.ts";
import type { Answer, ApiRequest } from "./request.ts";

export type RouteMethod = "GET" | "POST" | "PUT" | "DELETE";

export interface Route {
  readonly method: RouteMethod;
  /** Path below /api; `{name}` is one segment. */
  readonly pattern: string;
  readonly operation: string;
  /** Whose language and messages its errors use; default: the app's. */
  readonly entity?: string;
  /**
   * Who may call it; checked before the body is read. `anyone`: an ended session is ignored. `session`: every account with one.
   * `editor`: who may edit the config. A list: accounts with at least one of the permissions.
   */
  readonly access: "anyone" | "session" | "editor" | readonly string[];
  /** Ignores the token, so that polling does not extend a session. Only with `anyone`. */
  readonly sessionless?: true;
  /** The page asks it on its own, which does not extend the session. */
  readonly unattended?: true;
  /** Most bytes of the JSON body; OPEN_JSON for accounts without a permission. Without a limit, no body is parsed. */
  readonly jsonLimit?: number;
  /** Requests with one `IDEMPOTENCY_HEADER` are one change, made once. Only with an `entity`. */
  readonly isKeyed?: true;
  /** It is not repeated when it fails: a second run would find what the first one wrote. */
  readonly once?: true;
  /** Of a body the change that the request reverses, as it is noted with what it writes. */
  readonly undoes?: (body: Json | undefined) => string | undefined;
  handle(request: ApiRequest): Promise<Answer>;
}

/** JSON bodies of whoever has no permission. */
export const OPEN_JSON = 8 * 1024;
/** JSON bodies without a record. */
export const SMALL_JSON = 64 * 1024;
/** Records without formatted text, and so without inline pictures. */
export const PLAIN_JSON = 1024 * 1024;
/**
 * Records with formatted text: two inline pictures of 5 MB, which base64 makes a third longer, and the longest text. A
 * body is parsed at once: twice as much would block the event loop for longer than R10 allows.
 */
export const RECORD_JSON = 15 * 1024 * 1024;
