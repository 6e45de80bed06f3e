import type { FastifyReply, FastifyRequest } from "fastify";
import { isApiAddress } from "../../wire/paths.ts";
import { isScreenPath } from "../../wire/screens.ts";
import { acceptedEncodings } from "./compressed.ts";
import { pagePolicy } from "./security-headers.ts";

/** The built browser files by path below the site's root: `assets/x.js`, `assets/x.js.br`. */
export type BrowserFiles = ReadonlyMap<string, Uint8Array>;

const INDEX = "index.html";
const NONCE = "%STYLE_NONCE%";

/** The built files, and what answers with the page need beside them. */
interface Site {
  readonly files: BrowserFiles;
  /** Called for each answer. */
  newNonce(): string;
  /** Of images' addresses in answers, where they have one. */
  readonly imageOrigin: string | undefined;
}

/**
 * Answers addresses outside /api: with a built file, or with the page where the path has the shape of a screen, so that the
 * browser's own routes survive a reload. For other addresses browsers get the page too, which says so, with 404. False: there is
 * nothing to answer.
 */
export function answerPage(site: Site, request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  const url = request.raw.url ?? "/";
  const path = decodedPath(url);
  const index = site.files.get(INDEX);
  if (isApiAddress(url) || path === undefined || index === undefined) return false;
  const file = path === INDEX ? undefined : staticFile(site.files, path, acceptedEncodings(request));
  if (file !== undefined) {
    reply.headers(file.headers).send(file.bytes);
    return true;
  }
  const isScreen = isScreenPath(url.split("?")[0] ?? "");
  // Not in place of a chunk of an older build: the browser would run the page as a script.
  if (!isScreen && (path.startsWith("assets/") || !acceptsHtml(request))) return false;
  const nonce = site.newNonce();
  reply
    .status(isScreen ? 200 : 404)
    .header("content-security-policy", pagePolicy(nonce, site.imageOrigin))
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(new TextDecoder().decode(index).replaceAll(NONCE, nonce));
  return true;
}

/** As browsers do for an address that somebody opens, and not for scripts or images. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? "").includes("text/html");
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
