import type { FastifyInstance, FastifyRequest } from "fastify";
import { isApiAddress } from "../../wire/paths.ts";
import type { AllRequestFacts } from "../http/request-facts.ts";
import type { Metrics } from "./metrics.ts";
import type { OperatorLog } from "./operator-log.ts";

interface TellParts {
  readonly facts: AllRequestFacts;
  readonly log: OperatorLog;
  readonly metrics: Metrics;
}

const REFUSED: ReadonlySet<number> = new Set([403, 429]);

/** Tells log and metrics of each request when it has been answered, or its client has gone. */
export function tellRequests(app: FastifyInstance, { facts, log, metrics }: TellParts): void {
  app.addHook("onResponse", async (request, reply) => {
    const { route, account, code } = facts.of(request);
    const asked = { method: request.method, route: routeName(request, route?.pattern) };
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime * 10) / 10;
    metrics.answered({ ...asked, status }, elapsedTime / 1000);
    log.line("request", { id: request.id, ...asked, status, ms, account, code });
    // With the address, so that it can be shut out.
    const who = { id: request.id, route: asked.route, account, from: request.ip };
    if (code === "LOGIN_FAILED") log.line("loginFailed", who);
    if (REFUSED.has(status)) log.line("refused", { ...who, code });
  });
}

/** Never the address itself: it may hold what somebody searched for. */
function routeName(request: FastifyRequest, pattern: string | undefined): string {
  if (pattern !== undefined) return `/api${pattern}`;
  return isApiAddress(request.raw.url ?? "") ? "unknown" : "page";
}
