import type { FastifyReply, FastifyRequest } from "fastify";
import { API } from "../../wire/paths.ts";
import { acceptedEncodings } from "./compressed.ts";
import { pagePolicy } from "./security-headers.ts";

/** The built browser files by path below the site's root: `assets/x.js`, `assets/x.js.br`. */
export type BrowserFiles = ReadonlyMap<string, Uint8Array>;

const INDEX = "index.html";
const NONCE = "%STYLE_NONCE%";

/**
 * Answers addresses outside /api: with a built file, else with the page, so that the browser's own routes survive a
 * reload. False: there is nothing to answer.
 * @param newNonce called for each answer
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
  const file = path === INDEX ? undefined : staticFile(files, path, acceptedEncodings(request));
  if (file !== undefined) {
    reply.headers(file.headers).send(file.bytes);
    return true;
  }
  // A chunk of an older build: the browser would run the page as a script.
  if (path.startsWith("assets/")) return false;
  const nonce = newNonce();
  reply
    .header("content-security-policy", pagePolicy(nonce))
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(new TextDecoder().decode(index).replaceAll(NONCE, nonce));
  return true;
}

/** Without leading slashes, query or escapes; undefined where it cannot be decoded. */
function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split("?")[0] ?? "").replace(/^\/+/, "");
  } catch {
    return undefined;
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["html", "text/html; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["txt", "text/plain; charset=utf-8"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["webp", "image/webp"],
  ["ico", "image/x-icon"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
  ["ttf", "font/ttf"],
]);

/** Encodings with the ending of the compressed file, the best first. */
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** A built file with its headers, compressed where the browser accepts that. Names are looked up, never joined to paths of the disk. */
function staticFile(files: BrowserFiles, path: string, accepted: ReadonlySet<string>) {
  // The build's own folders (`.vite`) are not for browsers.
  if (path.split("/").some((segment) => segment.startsWith("."))) return undefined;
  const type = TYPES.get(path.slice(path.lastIndexOf(".") + 1));
  const plain = files.get(path);
  if (type === undefined || plain === undefined) return undefined;
  const headers = {
    "content-type": type,
    // Built names change with their content.
    "cache-control": path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
  };
  for (const [encoding, ending] of ENCODINGS) {
    const bytes = accepted.has(encoding) ? files.get(path + ending) : undefined;
    if (bytes !== undefined) return { bytes, headers: { ...headers, "content-encoding": encoding } };
  }
  return { bytes: plain, headers };
}
