import type { FastifyReply, FastifyRequest } from "fastify";
import { API } from "../../wire/paths.ts";
import { pagePolicy } from "./security-headers.ts";
import { type BrowserFiles, staticFile } from "./static-file.ts";

const INDEX = "index.html";
const NONCE = "%STYLE_NONCE%";

/**
 * Answers everything outside /api: built files, and the page itself for every other address, so that the browser's own
 * routes survive a reload. False: there is nothing to answer.
 * @param newNonce fresh for each answer
 */
export function answerPage(
  files: BrowserFiles,
  newNonce: () => string,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = request.raw.url ?? "/";
  if (url === API || url.startsWith(`${API}/`)) return false;
  const path = decodedPath(url);
  const index = files.get(INDEX);
  if (path === undefined || index === undefined) return false;
  const file =
    path === INDEX ? undefined : staticFile(files, path, String(request.headers["accept-encoding"] ?? ""));
  if (file !== undefined) {
    reply.headers(file.headers).send(file.bytes);
    return true;
  }
  // A chunk of an older build is gone: the page in its place would be taken for a script.
  if (path.startsWith("assets/")) return false;
  const nonce = newNonce();
  reply
    .header("content-security-policy", pagePolicy(nonce))
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(new TextDecoder().decode(index).replaceAll(NONCE, nonce));
  return true;
}

/** Without slash, query or escapes; undefined where the address is no address. */
function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split("?")[0] ?? "").replace(/^\/+/, "");
  } catch {
    return undefined;
  }
}
