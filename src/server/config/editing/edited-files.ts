import type { Json } from "../../../model/record.ts";
import { isObject, ownValue } from "../../../record/json.ts";
import { ApiError } from "../../http/api-error.ts";

/** Texts of a config with many entities; they arrive in one body. */
export const EDIT_JSON = 4 * 1024 * 1024;

/** The `files` of a body, each read by `read`. Throws BAD_REQUEST. */
export function editedFiles<T>(body: Json | undefined, read: (file: Json) => T): ReadonlyMap<string, T> {
  const files = ownValue(body, "files");
  if (!isObject(files)) throw new ApiError("BAD_REQUEST");
  return new Map(Object.entries(files).map(([path, file]) => [path, read(file)]));
}

/** Nobody edits longer texts on a page, and checking more of one would hold everybody up. */
const MAX_TEXT_LENGTH = 256 * 1024;
const MAX_TEXT_VALUES = 10_000;

/** Refuses texts that are too long to be checked beside everyone else's requests. Throws TOO_LARGE. */
export function refuseLongTexts(texts: ReadonlyMap<string, string | null>): void {
  for (const [file, text] of texts) {
    if (text === null || (text.length <= MAX_TEXT_LENGTH && valuesIn(text) <= MAX_TEXT_VALUES)) continue;
    throw new ApiError("TOO_LARGE", { key: "config.tooLong", values: { file } });
  }
}

/** At least as many as there are: what stands in texts is counted with them. */
function valuesIn(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACKET || code === BRACE) count += 1;
  }
  return count;
}
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** A text as it would be on disk, null for a file that goes. Throws BAD_REQUEST. */
export function readText(text: unknown): string | null {
  // half a character cannot be written, so what is read back would be another text
  if (text === null || (typeof text === "string" && !/\p{Surrogate}/u.test(text))) return text;
  throw new ApiError("BAD_REQUEST");
}

/** A version as it was answered, null where there was no file. Throws BAD_REQUEST. */
export function readVersion(version: unknown): string | null {
  if (version === null || typeof version === "string") return version;
  throw new ApiError("BAD_REQUEST");
}

/** The files with these texts in their place. */
export function withTexts(
  files: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  const after = new Map(files);
  for (const [path, text] of texts) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}
