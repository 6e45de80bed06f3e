import type { FastifyReply, FastifyRequest } from "fastify";
import { API } from "../wire/paths.ts";
import { ApiError } from "./api-error.ts";
import { compressed } from "./compressed.ts";
import { readJson } from "./json-body.ts";
import { type Account, type Answer, type ApiRequest, holdsAny, type ServerParts } from "./request.ts";
import type { Route } from "./route.ts";
import type { FoundRoute } from "./route-table.ts";
import type { Runtime, RuntimeHolder } from "./runtime.ts";
import { sentence } from "./sentence.ts";
import { findAccount } from "./sessions/find-account.ts";
import type { LoginTries } from "./sessions/login-tries.ts";

export interface DispatchParts extends ServerParts {
  readonly holder: RuntimeHolder;
  readonly loginTries: LoginTries;
  /** Told what broke, for whoever runs the server; never what was sent. */
  log(text: string): void;
}

export interface Dispatch {
  /** Answers a request below /api from the runtime's own table, so that swapping the runtime swaps the routes. */
  answer(fastify: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Answers with a refusal outside any route. */
  refuse(fastify: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply;
}

export function makeDispatch(parts: DispatchParts): Dispatch {
  function refuse(reply: FastifyReply, error: unknown, { operation, say }: Speech): FastifyReply {
    const refusal = error instanceof ApiError ? error : new ApiError("INTERNAL");
    if (refusal.code === "INTERNAL") parts.log(`${operation}: ${describe(error)}`);
    const headers = refusal.detail.headers ?? {};
    return send(reply, { status: refusal.status, body: refusal.body(operation, say), headers });
  }
  return {
    async answer(fastify, reply) {
      const runtime = parts.holder.current;
      const method = fastify.method === "HEAD" ? "GET" : fastify.method;
      const segments = pathSegments(fastify.raw.url ?? "");
      const found = segments === undefined ? undefined : runtime.routes.find(method, segments);
      const speech = speechOf(runtime, found?.route, method);
      try {
        if (segments === undefined) throw new ApiError("BAD_REQUEST");
        if (found === undefined) return unknownRoute(runtime, method, segments, reply);
        return send(reply, await handle(parts, runtime, found, fastify, speech));
      } catch (error) {
        return refuse(reply, error, speech);
      }
    },
    refuse: (fastify, reply, error) =>
      refuse(reply, error, speechOf(parts.holder.current, undefined, fastify.method)),
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

async function handle(
  parts: DispatchParts,
  runtime: Runtime,
  { route, params }: FoundRoute,
  fastify: FastifyRequest,
  speech: Speech,
): Promise<Answer> {
  const { store, effects, loginTries } = parts;
  const account = await findAccount({ store, effects, runtime }, fastify.headers.authorization);
  admit(account, route.access);
  const body = route.jsonLimit === undefined ? undefined : await readJson(fastify.raw, route.jsonLimit);
  const query = new URLSearchParams((fastify.raw.url ?? "").split("?").slice(1).join("?"));
  return route.handle({
    ...speech,
    store,
    effects,
    loginTries,
    runtime,
    account,
    fastify,
    params,
    query,
    body,
  });
}

function admit(account: Account | undefined, access: Route["access"]): void {
  if (access === "anyone") return;
  if (account === undefined) throw new ApiError("UNAUTHENTICATED");
  if (access !== "session" && !holdsAny(account, access)) throw new ApiError("FORBIDDEN");
}

function unknownRoute(
  runtime: Runtime,
  method: string,
  segments: readonly string[],
  reply: FastifyReply,
): FastifyReply {
  const methods = runtime.routes.methods(segments);
  if (methods.length === 0) throw new ApiError("NOT_FOUND");
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (method !== "OPTIONS") throw new ApiError("NOT_FOUND", { headers: { allow } });
  return reply.status(204).header("allow", allow).send();
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply
    .status(answer.status)
    .header("cache-control", "no-store")
    .headers(answer.headers ?? {});
  const { body } = answer;
  if (body instanceof Uint8Array) return reply.send(body);
  if (typeof body === "string") return reply.send(compressed(reply, body));
  return reply.type("application/json; charset=utf-8").send(compressed(reply, JSON.stringify(body)));
}

/** Decoded path segments below /api; undefined where the address is no address. */
function pathSegments(url: string): string[] | undefined {
  const path = (url.split("?")[0] ?? "").slice(API.length);
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
