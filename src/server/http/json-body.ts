import type { Json } from "../../model/record.ts";
import { ApiError } from "./api-error.ts";
import { MEGABYTE } from "./client-limits.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { parseJson } from "./parse-json.ts";

/** Reads a JSON body of at most `limit` bytes; undefined when there is none. Throws TOO_LARGE, TOO_SLOW, BUSY, BAD_REQUEST. */
export async function readJson(body: IncomingBody, limit: number): Promise<Json | undefined> {
  const { request } = body;
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
  const bytes = await body.reading(() => readBytes(body, limit));
  if (bytes.length === 0) return undefined;
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json")) throw new ApiError("BAD_REQUEST");
  return parseJson(bytes);
}

/** After a refusal, node reads and drops the rest, so that a client that still sends gets the answer, not a reset. */
function readBytes({ request, gather }: IncomingBody, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received = gather();
    const add = (chunk: Buffer) => {
      try {
        if (received.length + chunk.length > limit) throw tooLarge(limit);
        received.add(chunk);
      } catch (error) {
        refuse(error);
      }
    };
    const refuse = (error: unknown) => {
      request.off("data", add);
      received.clear();
      request.resume();
      reject(error);
    };
    request.on("data", add);
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
  return bytes >= MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${Math.ceil(bytes / 1024)} kB`;
}
