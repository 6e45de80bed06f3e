import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppConfig } from "../../model/app-config.ts";
import { languagesOf } from "../../model/config.ts";
import type { Json } from "../../model/record.ts";
import { CHANGE_ID_HEADER } from "../../wire/change-id.ts";
import { IDEMPOTENCY_HEADER } from "../../wire/idempotency-key.ts";
import { LANGUAGE_HEADER, languageFor } from "../../wire/language.ts";
import { belowApi } from "../../wire/paths.ts";
import type { Editing } from "../config/editing/editing.ts";
import { findDraft } from "../config/find-draft.ts";
import type { Runtime, RuntimeHolder } from "../config/runtime.ts";
import type { Effects } from "../effects.ts";
import { answerJson } from "../http/answer-json.ts";
import { ApiError, busy, describeError, notStored, storeAway } from "../http/api-error.ts";
import { keyedChangeId, requestOrigin } from "../http/change-origin.ts";
import { compressed } from "../http/compressed.ts";
import type { Connections } from "../http/connections.ts";
import type { IncomingBody } from "../http/incoming-body.ts";
import { readJson } from "../http/json-body.ts";
import { type Account, type Answer, type ApiRequest, editsConfig, holdsAny } from "../http/request.ts";
import type { AllRequestFacts, RequestFacts } from "../http/request-facts.ts";
import { OPEN_JSON, type Route } from "../http/route.ts";
import type { RouteTable } from "../http/route-table.ts";
import { serverMessage } from "../http/server-message.ts";
import { findAccount, type SessionParts } from "../sessions/find-account.ts";
import { BusyError, NotReadError, NotStoredError, UnknownOutcomeError } from "../store/store-errors.ts";
import { guardedStore, RequestMoved } from "./guarded-store.ts";

interface DispatchParts extends SessionParts {
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  /** The server's own routes: before those of the runtime. */
  readonly routes: RouteTable;
  readonly editing: Editing | undefined;
  readonly connections: Connections;
  readonly facts: AllRequestFacts;
  /** Logs errors for the operator, never a request's body. */
  log(text: string): void;
}

/** Config edits, or changes of the account, may follow each other during one request. */
const MAX_REPEATS = 5;

export function makeDispatch(parts: DispatchParts) {
  function refusal(fastify: FastifyRequest, error: unknown, { operation, say }: Speech): Answer {
    const refusal = refusalOf(error, fastify.id, say);
    const { broken } = refusal.detail;
    const asked = `${operation} (request ${fastify.id})`;
    if (refusal.code === "INTERNAL") parts.log(`${asked}: ${describeError(error)}`);
    if (broken !== undefined) parts.log(`${asked}: ${broken.what}: ${describeError(broken.error)}`);
    parts.facts.of(fastify).code = refusal.code;
    const headers = refusal.detail.headers ?? {};
    return { status: refusal.status, body: refusal.body(operation, say), headers };
  }
  return {
    /** Answers a request below /api. The routes are the runtime's, so that they are swapped with it. */
    async answer(fastify: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const incoming = parts.connections.body(fastify.raw);
      const asked = readRequest(fastify, incoming, parts.facts.of(fastify));
      const outcome = await attemptAgain(parts, asked).finally(() => asked.incoming.release());
      const answer = outcome.answer ?? refusal(fastify, outcome.error, outcome.speech);
      return send(reply, answer);
    },
    /** Answers with a refusal outside of any route. */
    refuse(fastify: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
      const answer = refusal(fastify, error, speechOf(parts.holder.current, undefined, fastify.method));
      return send(reply, answer);
    },
  };
}

/** @param id of the request, by which an unexpected error is found in the operator's log: it stands in what the person reads */
function refusalOf(error: unknown, id: string, say: Speech["say"]): ApiError {
  if (error instanceof ApiError && error.code !== "INTERNAL") return error;
  // Logged once, when it begins, not by every request.
  if (error instanceof NotStoredError) return notStored(error);
  if (error instanceof NotReadError) return storeAway();
  if (error instanceof BusyError) return busy();
  if (error instanceof UnknownOutcomeError)
    return new ApiError("OUTCOME_UNKNOWN", {
      broken: { what: "it is not known whether it was stored", error },
    });
  const sentence = say("server.internal", { request: id });
  return new ApiError("INTERNAL", { message: sentence.includes(id) ? sentence : `${sentence} (${id})` });
}

/** A request, read once for all attempts. */
function readRequest(fastify: FastifyRequest, incoming: IncomingBody, facts: RequestFacts) {
  const { method, headers } = fastify;
  const [path = "", ...query] = (fastify.raw.url ?? "").split("?");
  let body: Promise<Json | undefined> | undefined;
  return {
    fastify,
    headers,
    method: method === "HEAD" ? "GET" : method,
    /** Below /api, as it was sent. */
    path: belowApi(path),
    query: new URLSearchParams(query.join("?")),
    /** Uploaded files arrive only once. */
    isRepeatable: !(headers["content-type"] ?? "").startsWith("multipart/"),
    incoming,
    facts,
    body(limit: number): Promise<Json | undefined> {
      body ??= readJson(incoming, limit);
      return body;
    },
  };
}

type IncomingRequest = ReturnType<typeof readRequest>;

type Speech = Pick<ApiRequest, "operation" | "say">;

function speechOf(runtime: Runtime, route: Route | undefined, method: string): Speech {
  const entity = route?.entity === undefined ? undefined : runtime.config.entities.get(route.entity);
  return {
    operation: route?.operation ?? method.toLowerCase(),
    say: (key, values) => serverMessage(runtime.config, entity, key, values),
  };
}

/** The runtime that speaks the language that was asked for, where the config has it. */
async function inWantedLanguage(
  runtime: Runtime,
  { headers }: Pick<IncomingRequest, "headers">,
): Promise<Runtime> {
  const wanted = headers[LANGUAGE_HEADER];
  const language = typeof wanted === "string" ? languageFor(wanted, languagesOf(runtime.config)) : undefined;
  return language === undefined ? runtime : runtime.inLanguage(language);
}

interface Failure {
  readonly answer?: undefined;
  readonly error: unknown;
  readonly speech: Speech;
  readonly route: Route | undefined;
}
type Outcome = { readonly answer: Answer } | Failure;

/** Answers on the current runtime, and again if it was swapped or the account changed meanwhile, and that may be why it failed. */
async function attemptAgain(parts: DispatchParts, asked: IncomingRequest): Promise<Outcome> {
  const { holder } = parts;
  let runtime = holder.current;
  let outcome = await attempt(parts, runtime, asked);
  for (let again = 1; again <= MAX_REPEATS && mayRepeat(asked, outcome); again += 1) {
    await holder.swapping;
    if (holder.current === runtime && !(outcome.error instanceof RequestMoved)) break;
    runtime = holder.current;
    outcome = await attempt(parts, runtime, asked);
  }
  return outcome;
}

/** Answers on one runtime from start to end. */
async function attempt(parts: DispatchParts, served: Runtime, asked: IncomingRequest): Promise<Outcome> {
  const { method, path } = asked;
  let speech = speechOf(served, undefined, method);
  let route: Route | undefined;
  try {
    const draft = await findDraft(parts, served, asked);
    const runtime = await inWantedLanguage(draft?.runtime ?? served, asked);
    const found = parts.routes.find(method, path) ?? runtime.routes.find(method, path);
    route = found?.route;
    if (route !== undefined) asked.facts.route = route;
    speech = speechOf(runtime, route, method);
    const isUnattended = route?.unattended === true;
    let account = draft?.account;
    if (account === undefined && route?.sessionless !== true)
      account = await findAccount(parts, runtime.config.app, asked.headers.authorization, { isUnattended });
    if (account !== undefined) {
      asked.facts.account = account._id;
      asked.incoming.hasSession();
    }
    if (account === undefined && route?.access !== "anyone") {
      // In the same words for all paths, so that nobody learns which there are.
      speech = speechOf(runtime, undefined, method);
      throw new ApiError("UNAUTHENTICATED");
    }
    if (found === undefined) throw unknownRoute([parts.routes, runtime.routes], path);
    const { access, jsonLimit, handle } = found.route;
    admit(runtime.config.app, account, access);
    const first = account;
    const askAgain = async () => {
      if (first === undefined || draft !== undefined) return first;
      const now = await findAccount(parts, runtime.config.app, asked.headers.authorization, { isUnattended });
      if (now === undefined && access !== "anyone") throw new ApiError("UNAUTHENTICATED");
      admit(runtime.config.app, now, access);
      return now;
    };
    const body = jsonLimit === undefined ? undefined : await asked.body(bodyLimit(account, jsonLimit));
    if (jsonLimit !== undefined) account = await askAgain();
    const { fastify, incoming, query, isRepeatable } = asked;
    const keyedChange = keyedChangeOf(found.route, account, asked.headers);
    const undoes = found.route.undoes?.(body);
    const made = requestOrigin(parts.effects, account, fastify.id, served.hash, keyedChange);
    const origin = undoes === undefined ? made : { ...made, undoes };
    const own = isRepeatable ? guardedStore(parts.store, parts.holder, served, account, origin) : parts.store;
    const store = draft?.store ?? own;
    const { params } = found;
    const request = {
      ...speech,
      store,
      account,
      fastify,
      incoming,
      askAgain,
      params,
      query,
      body,
      keyedChange,
    };
    const answer = await handle(request);
    // What it changed can be undone by this name.
    const headers = found.route.method === "GET" ? {} : { [CHANGE_ID_HEADER]: origin.changeId };
    return { answer: { ...answer, headers: { ...headers, ...answer.headers } } };
  } catch (error) {
    return { error, speech, route };
  }
}

/** Throws BAD_REQUEST. */
function keyedChangeOf(
  { isKeyed, entity }: Route,
  account: Account | undefined,
  headers: IncomingRequest["headers"],
): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER];
  if (isKeyed !== true || entity === undefined || account === undefined || key === undefined)
    return undefined;
  return keyedChangeId(account, entity, String(key));
}

/** Whether another config might give another answer, and a second attempt is safe. */
function mayRepeat({ isRepeatable }: IncomingRequest, outcome: Outcome): outcome is Failure {
  if (outcome.answer !== undefined) return false;
  const { error } = outcome;
  // Old rules may have been applied to a record that the store has converted since.
  const isDecided = error instanceof ApiError && error.code !== "VALIDATION_ERROR";
  const mayBeStored = error instanceof UnknownOutcomeError;
  return !isDecided && !mayBeStored && isRepeatable && outcome.route?.once !== true;
}

/** Throws FORBIDDEN. */
function admit(app: AppConfig, account: Account | undefined, access: Route["access"]): void {
  if (access === "anyone" || access === "session") return;
  const may = access === "editor" ? account && editsConfig(app, account) : holdsAny(account, access);
  if (may !== true) throw new ApiError("FORBIDDEN");
}

/** Without a permission, also with a session that anybody can register, bodies are small. */
function bodyLimit(account: Account | undefined, limit: number): number {
  return account === undefined || account.permissions.length === 0 ? Math.min(limit, OPEN_JSON) : limit;
}

/** Names the methods that the path has, if any. */
function unknownRoute(tables: readonly RouteTable[], path: string): ApiError {
  const methods = [...new Set(tables.flatMap((table) => table.methods(path)))];
  if (methods.length === 0) return new ApiError("NOT_FOUND");
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return new ApiError("NOT_FOUND", { headers: { allow } });
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply
    .status(answer.status)
    .header("cache-control", "no-store")
    .headers(answer.headers ?? {});
  const { body } = answer;
  if (body === undefined) return reply.send();
  if (body instanceof Uint8Array || body instanceof Readable) return reply.send(body);
  if (typeof body === "string") return reply.send(compressed(reply, body));
  reply.type("application/json; charset=utf-8");
  return reply.send(compressed(reply, answerJson(body)));
}
