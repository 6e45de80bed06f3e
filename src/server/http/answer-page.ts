import type { FastifyReply, FastifyRequest } from "fastify";
import { API } from "../../wire/paths.ts";
import { acceptedEncodings } from "./compressed.ts";
import { pagePolicy } from "./security-headers.ts";

/** Built browser files by path below the site's root, as the composition root read them: `assets/x.js`, `assets/x.js.br`. */
export type BrowserFiles = ReadonlyMap<string, Uint8Array>;

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
  const file = path === INDEX ? undefined : staticFile(files, path, acceptedEncodings(request));
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

/** Best first; the ending of a file's compressed neighbour. */
const ENCODINGS = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

interface StaticFile {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A built file with its headers, compressed where the browser takes it; undefined where there is no such file. Names are
 * looked up, never put together to a path.
 * @param path below the root, decoded, without the leading slash
 */
function staticFile(
  files: BrowserFiles,
  path: string,
  accepted: ReadonlySet<string>,
): StaticFile | undefined {
  // Folders of the build's own (`.vite`) are not for browsers.
  if (path.split("/").some((segment) => segment.startsWith("."))) return undefined;
  const type = TYPES.get(path.slice(path.lastIndexOf(".") + 1));
  const plain = files.get(path);
  if (type === undefined || plain === undefined) return undefined;
  const encoding = ENCODINGS.find(({ name, ending }) => accepted.has(name) && files.has(path + ending));
  return {
    bytes: (encoding === undefined ? undefined : files.get(path + encoding.ending)) ?? plain,
    headers: {
      "content-type": type,
      // Built names change with their content.
      "cache-control": path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(encoding === undefined ? {} : { "content-encoding": encoding.name }),
    },
  };
}
