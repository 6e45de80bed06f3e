import { pipeline, Readable } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MAX_LENGTH_AT_ONCE } from "./answer-json.ts";

/** Fewer characters are not worth compressing. */
const MIN_GZIP_LENGTH = 4_096;
/** Takes 1 ms for 50 kB of JSON; level 9 makes it hardly smaller. */
const GZIP_LEVEL = 4;

/** A text, gzipped where it is long and the client accepts that. Sets the headers that say so. */
export function compressed(reply: FastifyReply, text: string | Readable): string | Buffer | Readable {
  if (typeof text === "string" && text.length < MIN_GZIP_LENGTH) return text;
  const vary = reply.getHeader("vary");
  reply.header("vary", vary === undefined ? "accept-encoding" : `${vary}, accept-encoding`);
  if (!acceptedEncodings(reply.request).has("gzip")) return text;
  reply.header("content-encoding", "gzip");
  if (typeof text === "string" && text.length <= MAX_LENGTH_AT_ONCE)
    return gzipSync(text, { level: GZIP_LEVEL });
  const stream = typeof text === "string" ? Readable.from([text]) : text;
  return pipeline(stream, createGzip({ level: GZIP_LEVEL }), () => undefined);
}

/** The encodings that the client accepts, in lower case. `br;q=0` is a refusal. */
export function acceptedEncodings({ headers }: FastifyRequest): ReadonlySet<string> {
  const entries = String(headers["accept-encoding"] ?? "").split(",");
  return new Set(
    entries.flatMap((entry) => {
      const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
}
