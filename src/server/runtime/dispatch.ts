import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppConfig } from "../../model/app-config.ts";
import type { Json } from "../../model/record.ts";
import { API } from "../../wire/paths.ts";
import { editsConfig } from "../accounts/account-of.ts";
import type { Drafts } from "../config/editing/drafts.ts";
import { findDraft } from "../config/find-draft.ts";
import type { Runtime, RuntimeHolder } from "../config/runtime.ts";
import { ApiError, describeError, notStored } from "../http/api-error.ts";
import { compressed } from "../http/compressed.ts";
import type { Connections } from "../http/connections.ts";
import type { IncomingBody } from "../http/incoming-body.ts";
import { readJson } from "../http/json-body.ts";
import { jsonPieces } from "../http/json-text.ts";
import { type Account, type Answer, type ApiRequest, holdsAny } from "../http/request.ts";
import { OPEN_JSON, type Route } from "../http/route.ts";
import type { FoundRoute, RouteTable } from "../http/route-table.ts";
import { sentence } from "../http/sentence.ts";
import { findAccount, type SessionParts } from "../sessions/find-account.ts";
import type { Store } from "../store/store.ts";
import { NotStoredError } from "../store/store-errors.ts";
import { guardedStore, RuntimeMoved } from "./guarded-store.ts";

export interface DispatchParts extends SessionParts {
  readonly holder: RuntimeHolder;
  /** The server's own routes: before those of the runtime. */
  readonly routes: RouteTable;
  readonly drafts: Drafts | undefined;
  readonly connections: Connections;
  /** Hears what broke, for whoever runs the server; never what was sent. */
  log(text: string): void;
}

/** Edits may follow each other while one request is under way. */
const MAX_REPEATS = 5;

export interface Dispatch {
  /** Answers a request below /api from the runtime's own table, so that swapping the runtime swaps the routes. */
  answer(fastify: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Answers with a refusal outside any route. */
  refuse(fastify: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply;
}

export function makeDispatch(parts: DispatchParts): Dispatch {
  function refusal(error: unknown, { operation, say }: Speech): Answer {
    const refusal = refusalOf(error);
    const { broken } = refusal.detail;
    if (refusal.code === "INTERNAL") parts.log(`${operation}: ${describeError(error)}`);
    if (broken !== undefined) parts.log(`${operation}: ${broken.what}: ${describeError(broken.error)}`);
    const headers = refusal.detail.headers ?? {};
    return { status: refusal.status, body: refusal.body(operation, say), headers };
  }
  return {
    async answer(fastify, reply) {
      const { holder } = parts;
      const asked = readRequest(fastify, parts.connections.body(fastify.raw));
      const outcome = await attemptAgain(parts, holder, asked).finally(() => asked.incoming.release());
      const answer = outcome.answer ?? refusal(outcome.error, outcome.speech);
      return send(reply, answer, await piecesOf(answer.body));
    },
    refuse(fastify, reply, error) {
      const answer = refusal(error, speechOf(parts.holder.current, undefined, fastify.method));
      return send(reply, answer, [JSON.stringify(answer.body)]);
    },
  };
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Said to whoever runs the server once, when it begins: not by every request.
  if (error instanceof NotStoredError) return notStored(error);
  return new ApiError("INTERNAL");
}

/** What is asked, read once however often it is attempted. */
interface IncomingRequest {
  readonly fastify: FastifyRequest;
  readonly method: string;
  readonly headers: FastifyRequest["headers"];
  /** Below /api, as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Files are read as they come, once. */
  readonly isRepeatable: boolean;
  readonly incoming: IncomingBody;
  body(limit: number): Promise<Json | undefined>;
}

function readRequest(fastify: FastifyRequest, incoming: IncomingBody): IncomingRequest {
  const { method, headers } = fastify;
  const url = fastify.raw.url ?? "";
  let body: Promise<Json | undefined> | undefined;
  return {
    fastify,
    headers,
    method: method === "HEAD" ? "GET" : method,
    path: (url.split("?")[0] ?? "").slice(API.length),
    query: new URLSearchParams(url.split("?").slice(1).join("?")),
    isRepeatable: !(headers["content-type"] ?? "").startsWith("multipart/"),
    incoming,
    body: (limit) => {
      body ??= readJson(incoming, limit);
      return body;
    },
  };
}

type Speech = Pick<ApiRequest, "operation" | "say">;

function speechOf(runtime: Runtime, route: Route | undefined, method: string): Speech {
  const entity = route?.entity === undefined ? undefined : runtime.config.entities.get(route.entity);
  return {
    operation: route?.operation ?? method.toLowerCase(),
    say: (key, values) => sentence(runtime.config, entity, key, values),
  };
}

interface Failure {
  readonly answer?: undefined;
  readonly error: unknown;
  readonly speech: Speech;
  readonly route: Route | undefined;
}
type Outcome = { readonly answer: Answer } | Failure;

/** Answers on the runtime of the moment, and anew where it was swapped meanwhile and that may be why it failed. */
async function attemptAgain(
  parts: DispatchParts,
  holder: RuntimeHolder,
  asked: IncomingRequest,
): Promise<Outcome> {
  let runtime = holder.current;
  let outcome = await attempt(parts, runtime, asked);
  for (let again = 1; again <= MAX_REPEATS && mayRepeat(asked, outcome); again += 1) {
    await holder.swapping;
    if (holder.current === runtime && !(outcome.error instanceof RuntimeMoved)) break;
    runtime = holder.current;
    outcome = await attempt(parts, runtime, asked);
  }
  return outcome;
}

/** Answers on one runtime from start to end. What fails although nobody did wrong may do so because the runtime was swapped meanwhile. */
async function attempt(parts: DispatchParts, served: Runtime, asked: IncomingRequest): Promise<Outcome> {
  const { method, path } = asked;
  let speech = speechOf(served, undefined, method);
  let route: Route | undefined;
  try {
    const draft = await findDraft(parts, served, asked);
    const runtime = draft?.runtime ?? served;
    const found = parts.routes.find(method, path) ?? runtime.routes.find(method, path);
    route = found?.route;
    speech = speechOf(runtime, route, method);
    if (found === undefined) return { answer: unknownRoute([parts.routes, runtime.routes], method, path) };
    const account = draft === undefined ? await accountFor(parts, runtime, found, asked) : draft.account;
    if (account !== undefined) asked.incoming.hasSession();
    const own = asked.isRepeatable ? guardedStore(parts.store, parts.holder, runtime) : parts.store;
    return { answer: await handle(runtime, draft?.store ?? own, account, found, asked, speech) };
  } catch (error) {
    return { error, speech, route };
  }
}

/** Whether another config might answer otherwise, and doing it again can do no harm. */
function mayRepeat({ isRepeatable }: IncomingRequest, outcome: Outcome): outcome is Failure {
  if (outcome.answer !== undefined) return false;
  // Rules of before may have judged a record that the store holds as of now.
  const isDecided = outcome.error instanceof ApiError && outcome.error.code !== "VALIDATION_ERROR";
  return !isDecided && isRepeatable && outcome.route?.once !== true;
}

async function accountFor(
  parts: DispatchParts,
  { config }: Runtime,
  { route }: FoundRoute,
  { headers }: IncomingRequest,
): Promise<Account | undefined> {
  if (route.sessionless === true) return undefined;
  return findAccount(parts, config.app, headers.authorization);
}

async function handle(
  { config }: Runtime,
  store: Store,
  account: Account | undefined,
  { route, params }: FoundRoute,
  { fastify, query, incoming, ...asked }: IncomingRequest,
  speech: Speech,
): Promise<Answer> {
  admit(config.app, account, route.access);
  const body =
    route.jsonLimit === undefined ? undefined : await asked.body(bodyLimit(account, route.jsonLimit));
  return route.handle({ ...speech, store, account, fastify, incoming, params, query, body });
}

function admit(app: AppConfig, account: Account | undefined, access: Route["access"]): void {
  if (access === "anyone") return;
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (access === "session") return;
  const may = access === "editor" ? editsConfig(app, account) : holdsAny(account, access);
  if (!may) throw new ApiError("FORBIDDEN");
}

/** Who holds nothing, and be it with a session that anybody can register, sends little. */
function bodyLimit(account: Account | undefined, limit: number): number {
  return account === undefined || account.permissions.length === 0 ? Math.min(limit, OPEN_JSON) : limit;
}

function unknownRoute(tables: readonly RouteTable[], method: string, path: string): Answer {
  const methods = [...new Set(tables.flatMap((table) => table.methods(path)))];
  if (methods.length === 0) throw new ApiError("NOT_FOUND");
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (method !== "OPTIONS") throw new ApiError("NOT_FOUND", { headers: { allow } });
  return { status: 204, body: undefined, headers: { allow } };
}

/** A body as text; nothing for bytes, which go as they are. */
async function piecesOf(body: unknown): Promise<readonly string[]> {
  if (body === undefined || body instanceof Uint8Array) return [];
  return typeof body === "string" ? [body] : jsonPieces(body);
}

/** @param pieces the body as text */
function send(reply: FastifyReply, answer: Answer, pieces: readonly string[]): FastifyReply {
  reply
    .status(answer.status)
    .header("cache-control", "no-store")
    .headers(answer.headers ?? {});
  const { body } = answer;
  if (body === undefined) return reply.send();
  if (body instanceof Uint8Array) return reply.send(body);
  if (typeof body !== "string") reply.type("application/json; charset=utf-8");
  return reply.send(compressed(reply, pieces));
}
