import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "../../wire/error.ts";
import type { Route } from "./route.ts";

/** What became known of a request while it was answered. */
export interface RequestFacts {
  route?: Route;
  /** `_id` of who asked. */
  account?: string;
  /** Why it was refused. */
  code?: ErrorCode;
}

/** The facts of the requests under way, which the dispatch learns and log and metrics tell. */
export function makeRequestFacts() {
  const known = new WeakMap<FastifyRequest, RequestFacts>();
  return {
    of(request: FastifyRequest): RequestFacts {
      const facts = known.get(request) ?? {};
      known.set(request, facts);
      return facts;
    },
  };
}

export type AllRequestFacts = ReturnType<typeof makeRequestFacts>;
