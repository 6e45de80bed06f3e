import { createHash, timingSafeEqual } from "node:crypto";
import type { HealthAnswer, HealthReason, ReadyAnswer } from "../../wire/health.ts";
import { belowApi, PATHS } from "../../wire/paths.ts";
import { ApiError, busy } from "../http/api-error.ts";
import type { Route } from "../http/route.ts";
import type { StoreTrouble } from "../store/store.ts";
import type { Metrics } from "./metrics.ts";

interface OperatingParts {
  readonly metrics: Metrics;
  /** Who has it reads the metrics; undefined: nobody does. */
  readonly metricsToken: string | undefined;
  /** Whether the server is about to close. */
  isLeaving(): boolean;
}

/** For monitoring and balancers, whatever config is served. None reveals a path or a message of the system. */
export function operatingRoutes(parts: OperatingParts): Route[] {
  return [healthRoute(), readyRoute(parts), metricsRoute(parts)];
}

const REASONS: Readonly<Record<StoreTrouble, HealthReason>> = {
  full: "STORE_FULL",
  readOnly: "STORE_READ_ONLY",
  failed: "STORE_NOT_WRITABLE",
  gone: "STORE_GONE",
  unreadable: "STORE_UNREADABLE",
  away: "STORE_AWAY",
};

/** With these no answer is reliable. With the others reading works. */
const DOWN: ReadonlySet<StoreTrouble> = new Set(["gone", "unreadable", "away"]);
/** A restart may help: it looks for the store's file anew. */
const TO_RESTART: ReadonlySet<StoreTrouble> = new Set(["gone", "unreadable"]);

const open = { method: "GET", access: "anyone", sessionless: true } as const;

/** Whether the server lives: 503 asks for a restart. */
function healthRoute(): Route {
  return {
    ...open,
    pattern: belowApi(PATHS.health),
    operation: "health",
    async handle({ store }) {
      const trouble = await store.trouble();
      const body: HealthAnswer =
        trouble === undefined ? { status: "ok" } : { status: "degraded", reason: REASONS[trouble] };
      return { status: trouble !== undefined && TO_RESTART.has(trouble) ? 503 : 200, body };
    },
  };
}

/** Whether a balancer should send requests here: 503 wants them elsewhere. A server that is closing refuses all others too. */
function readyRoute({ isLeaving }: OperatingParts): Route {
  return {
    ...open,
    pattern: belowApi(PATHS.ready),
    operation: "ready",
    async handle({ store }) {
      if (isLeaving()) throw busy();
      const trouble = await store.trouble();
      const isDown = trouble !== undefined && DOWN.has(trouble);
      const body: ReadyAnswer = isDown ? { ready: false, reason: REASONS[trouble] } : { ready: true };
      return { status: body.ready ? 200 : 503, body };
    },
  };
}

/** Without a token it does not exist. A session is none. */
function metricsRoute({ metrics, metricsToken }: OperatingParts): Route {
  return {
    method: "GET",
    access: "anyone",
    unattended: true,
    pattern: belowApi(PATHS.metrics),
    operation: "metrics",
    async handle({ fastify, account }) {
      if (metricsToken === undefined) throw new ApiError("NOT_FOUND");
      const given = /^Bearer (.+)$/.exec(fastify.headers.authorization ?? "")?.[1] ?? "";
      if (!isSame(given, metricsToken))
        throw new ApiError(account === undefined ? "UNAUTHENTICATED" : "FORBIDDEN");
      const { type, text } = await metrics.text();
      return { status: 200, body: text, headers: { "content-type": type } };
    },
  };
}

/** In the same time whatever they are. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
