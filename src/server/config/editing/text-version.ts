import { createHash } from "node:crypto";

/** Identifies a text: whoever saves over it names the one that they have read. */
export function textVersion(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The same for a file that may not be there. */
export function versionOf(files: ReadonlyMap<string, string>, path: string): string | null {
  const text = files.get(path);
  return text === undefined ? null : textVersion(text);
}
