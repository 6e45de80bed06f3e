import { MOST_LEVELS } from "../model/as-json.ts";
import type { Json } from "../model/record.ts";
import { ApiError } from "./api-error.ts";
import type { IncomingBody } from "./http/incoming-body.ts";

/**
 * Reads a JSON body of at most `limit` bytes; undefined when there is none. Throws TOO_LARGE, TOO_SLOW, BUSY or
 * BAD_REQUEST. `__proto__` keys are dropped wherever they stand.
 */
export async function readJson(body: IncomingBody, limit: number): Promise<Json | undefined> {
  const { request } = body;
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  const bytes = await body.reading(() => readBytes(body, limit));
  if (bytes.length === 0) return undefined;
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json")) throw new ApiError("BAD_REQUEST");
  if (deepest(bytes) > MOST_LEVELS) throw new ApiError("BAD_REQUEST");
  try {
    const value: Json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    dropPrototypeKeys(value);
    return value;
  } catch {
    throw new ApiError("BAD_REQUEST");
  }
}

/** What comes after a refusal is read and dropped by node, so that whoever still sends gets the answer, not a reset. */
function readBytes({ request, gather }: IncomingBody, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received = gather();
    const keep = (chunk: Buffer) => {
      try {
        if (received.length + chunk.length > limit) throw tooLarge(limit);
        received.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    const refuse = (error: unknown) => {
      request.off("data", keep);
      received.clear();
      request.resume();
      reject(error);
    };
    request.on("data", keep);
    request.on("end", () => resolve(received.whole()));
    request.on("error", () => refuse(new ApiError("BAD_REQUEST")));
    request.on("close", () => refuse(new ApiError("BAD_REQUEST")));
  });
}

function tooLarge(limit: number): ApiError {
  return new ApiError("TOO_LARGE", { values: { limit: sizeOf(limit) } });
}

/** 1048576 → `1 MB` */
export function sizeOf(bytes: number): string {
  const megabyte = 1024 * 1024;
  return bytes >= megabyte ? `${Math.floor(bytes / megabyte)} MB` : `${Math.ceil(bytes / 1024)} kB`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** How deep the JSON nests, counted before parsing so that a hostile body never becomes a tree. Strings are jumped over. */
function deepest(bytes: Buffer): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (OPENING.has(byte)) {
      depth += 1;
      most = Math.max(most, depth);
      if (most > MOST_LEVELS) return most;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return most;
}

function stringEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return bytes.length;
}

function dropPrototypeKeys(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) dropPrototypeKeys(item);
    return;
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const key of Object.keys(value)) dropPrototypeKeys(Reflect.get(value, key));
}
