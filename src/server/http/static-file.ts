/** Built browser files by path below the site's root, as the composition root read them: `assets/x.js`, `assets/x.js.br`. */
export type BrowserFiles = ReadonlyMap<string, Uint8Array>;

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

export interface StaticFile {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A built file with its headers, compressed where the browser takes it; undefined where there is no such file. Names are
 * looked up, never put together to a path.
 * @param path below the root, decoded, without the leading slash
 */
export function staticFile(
  files: BrowserFiles,
  path: string,
  acceptEncoding: string,
): StaticFile | undefined {
  // Folders of the build's own (`.vite`) are not for browsers.
  if (path.split("/").some((segment) => segment.startsWith("."))) return undefined;
  const type = TYPES.get(path.slice(path.lastIndexOf(".") + 1));
  const plain = files.get(path);
  if (type === undefined || plain === undefined) return undefined;
  const accepted = new Set(acceptEncoding.split(",").flatMap(acceptedEncoding));
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

/** `br;q=0` is a refusal. */
function acceptedEncoding(entry: string): string[] {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
}
