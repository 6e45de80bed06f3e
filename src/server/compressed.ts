import { gzipSync } from "node:zlib";
import type { FastifyReply } from "fastify";

/** Below this many characters a packet more or less is not worth the work. */
const WORTH_IT = 4_096;
/** Level 4 takes 1 ms for 50 kB of JSON, and leaves hardly more than level 9. */
const LEVEL = 4;

/** A text as the client takes it: gzipped where it is long and the client can read that. Sets the headers that say so. */
export function compressed(reply: FastifyReply, text: string): string | Buffer {
  if (text.length < WORTH_IT) return text;
  reply.header("vary", "accept-encoding");
  if (!/\bgzip\b/.test(String(reply.request.headers["accept-encoding"] ?? ""))) return text;
  reply.header("content-encoding", "gzip");
  return gzipSync(text, { level: LEVEL });
}
