import type { FastifyRequest } from "fastify";
import type { AppConfig } from "../../model/app-config.ts";
import type { MessageName } from "../../model/message-keys.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { MessageValues } from "../../record/messages.ts";
import type { Store } from "../store/store.ts";
import { ApiError } from "./api-error.ts";
import type { IncomingBody } from "./incoming-body.ts";

/** Who asks, as stored when this request is answered. */
export interface Account {
  readonly _id: string;
  readonly username: string;
  readonly role: string;
  /** Of the role; none until the account is approved. */
  readonly permissions: readonly string[];
  /** The role is hidden: only accounts of hidden roles see each other. */
  readonly hidden: boolean;
  /** As stored, without secrets: rights on a part of the records may be about it. */
  readonly record: RecordData;
  /** SHA-256 of the request's token. */
  readonly tokenHash: string;
}

/** What a handler gets: HTTP, who asks, and the store of this request. Handlers close over all else. */
export interface ApiRequest {
  readonly store: Store;
  readonly account: Account | undefined;
  readonly fastify: FastifyRequest;
  /** For handlers that read the raw body. */
  readonly incoming: IncomingBody;
  /**
   * To be called when such a body has arrived: it may have come slowly, and meanwhile the session may have ended, or the role
   * have changed. Resolves to the account as it is now. Throws UNAUTHENTICATED, FORBIDDEN.
   */
  askAgain(): Promise<Account | undefined>;
  /** E.g. `create books`, for error bodies. */
  readonly operation: string;
  /** The path's `{…}` parts, decoded. */
  readonly params: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  /** Only of routes with a `jsonLimit`. */
  readonly body: Json | undefined;
  /** Of a route that is `isKeyed`, asked with a key: the change id of all attempts. */
  readonly keyedChange?: string | undefined;
  /** A message in the language of the route's entity, else the app's. */
  say(key: MessageName, values?: MessageValues): string;
}

export interface Answer {
  readonly status: number;
  /** What is neither text, bytes nor a stream is sent as JSON. */
  readonly body: unknown;
  /** Without `cache-control` the answer is private: `no-store`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether the account has at least one of the permissions. An empty list denies everyone. */
export function holdsAny(account: Account | undefined, permissions: Iterable<string>): boolean {
  return account !== undefined && [...permissions].some((one) => account.permissions.includes(one));
}

/** Whether the account may edit the config. One that waits for approval may not. */
export function editsConfig(app: AppConfig, account: Account): boolean {
  return account.permissions.length > 0 && app.config.editors.includes(account.role);
}

/** The account, in routes that need a session. Throws UNAUTHENTICATED. */
export function signedIn({ account }: Pick<ApiRequest, "account">): Account {
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  return account;
}

export function pathPart(request: ApiRequest, name: string): string {
  const value = request.params.get(name);
  if (value === undefined) throw new Error(`The route has no {${name}}.`);
  return value;
}
