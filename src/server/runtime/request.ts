import type { FastifyRequest } from "fastify";
import type { MessageName } from "../../model/message-keys.ts";
import type { Json } from "../../model/record.ts";
import type { MessageValues } from "../../record/messages.ts";
import type { Editing } from "../config/editing/editing.ts";
import type { Effects } from "../effects.ts";
import type { HookThreads } from "../hooks/hook-threads.ts";
import { ApiError } from "../http/api-error.ts";
import type { IncomingBody } from "../http/incoming-body.ts";
import type { LoginTries } from "../sessions/login-tries.ts";
import type { SessionExtensions } from "../sessions/session-extensions.ts";
import type { Store } from "../store/store.ts";
import type { Runtime } from "./runtime.ts";

/** Who asks, as the store has it at this request. */
export interface Account {
  readonly _id: string;
  readonly username: string;
  readonly role: string;
  /** What the role holds; none while approval is waited for. */
  readonly permissions: readonly string[];
  /** The role is a hidden one: only such accounts see each other. */
  readonly hidden: boolean;
  /** SHA-256 of the token it came with. */
  readonly tokenHash: string;
}

/** What the whole server shares. */
export interface ServerParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly extensions: SessionExtensions;
  /** Where server hooks run on large values; without it they run here. */
  readonly hookThreads?: HookThreads | undefined;
  /** What edits the config; without files of it, nothing does. */
  readonly editing?: Editing | undefined;
}

/** What a handler gets. One runtime for the whole request, even when the config is swapped meanwhile. */
export interface ApiRequest extends ServerParts {
  /** Shared by all log-ins, whatever the runtime. */
  readonly loginTries: LoginTries;
  readonly runtime: Runtime;
  readonly account: Account | undefined;
  readonly fastify: FastifyRequest;
  /** For handlers that read the raw request: what its body may cost. */
  readonly incoming: IncomingBody;
  /** e.g. `create books`: the error body's `operation`. */
  readonly operation: string;
  /** The path's `{…}` parts, decoded. Own keys only. */
  readonly params: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  /** The JSON body, for routes with a `jsonLimit`; undefined when there was none. */
  readonly body: Json | undefined;
  /** A sentence in the language of the route's entity, else the app's. */
  say(key: MessageName, values?: MessageValues): string;
}

/** What a handler answers. A body that is neither text nor bytes is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Without `cache-control` the answer is private: `no-store`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether the account holds at least one of the permissions. None asked for means nobody: deny by default. */
export function holdsAny(account: Account | undefined, permissions: Iterable<string>): boolean {
  if (account === undefined) return false;
  for (const permission of permissions) if (account.permissions.includes(permission)) return true;
  return false;
}

/** The account of a route that only sessions reach. Throws UNAUTHENTICATED. */
export function signedIn(request: ApiRequest): Account {
  if (request.account === undefined) throw new ApiError("UNAUTHENTICATED");
  return request.account;
}

/** A `{…}` part of the path. */
export function pathPart(request: ApiRequest, name: string): string {
  const value = request.params.get(name);
  if (value === undefined) throw new Error(`The route has no {${name}}.`);
  return value;
}
