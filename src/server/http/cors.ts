import type { FastifyReply, FastifyRequest } from "fastify";

/** The session is a Bearer header, never a cookie: requests need no credentials, and none are allowed. */
const REQUEST_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, If-Match, X-Language, X-Requested-With";
const ANSWER_HEADERS = "Change-Id, ETag, Retry-After";
const METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
const PREFLIGHT_SECONDS = 600;

/** Lets scripts of these origins read the answer. No other is answered differently, and none without its name. */
export function allowOrigin(
  origins: ReadonlySet<string>,
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (origins.size === 0) return;
  reply.header("vary", "origin");
  if (origin === undefined || !origins.has(origin)) return;
  reply.header("access-control-allow-origin", origin);
  reply.header("access-control-expose-headers", ANSWER_HEADERS);
}

/** `OPTIONS` is answered alike for all paths, so that nobody learns which there are; a preflight too. */
export function answerOptions(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (reply.hasHeader("access-control-allow-origin"))
    reply
      .header("access-control-allow-methods", METHODS)
      .header("access-control-allow-headers", REQUEST_HEADERS)
      .header("access-control-max-age", PREFLIGHT_SECONDS);
  return reply.status(204).header("allow", METHODS).header("cache-control", "no-store").send();
}
