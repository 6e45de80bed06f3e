import { createHash } from "node:crypto";

/** Identifies a text: a save names the version that was read. */
export function textVersion(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The version of a file, null if there is none. */
export function textVersionIn(files: ReadonlyMap<string, string>, path: string): string | null {
  const text = files.get(path);
  return text === undefined ? null : textVersion(text);
}
