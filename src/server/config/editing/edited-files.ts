import type { Json } from "../../../model/record.ts";
import { isObject, ownValue } from "../../../record/json.ts";
import { ApiError } from "../../http/api-error.ts";

/** A body with the texts of a config with many entities. */
export const EDIT_JSON = 4 * 1024 * 1024;

/** The `files` of a body, each read by `read`. Throws BAD_REQUEST. */
export function editedFiles<T>(body: Json | undefined, read: (file: Json) => T): ReadonlyMap<string, T> {
  const files = ownValue(body, "files");
  if (!isObject(files)) throw new ApiError("BAD_REQUEST");
  return new Map(Object.entries(files).map(([path, file]) => [path, read(file)]));
}

/** Checking longer texts would hold the event loop for too long. */
const MAX_TEXT_LENGTH = 256 * 1024;
const MAX_TEXT_VALUES = 10_000;

/** Throws TOO_LARGE for texts that take too long to check. */
export function refuseLongTexts(texts: ReadonlyMap<string, string | null>): void {
  for (const [file, text] of texts) {
    if (text === null || (text.length <= MAX_TEXT_LENGTH && valuesIn(text) <= MAX_TEXT_VALUES)) continue;
    throw new ApiError("TOO_LARGE", { key: "config.tooLong", values: { file } });
  }
}

/** An upper bound: the characters inside strings are counted too. A key and a text have four quotes together. */
function valuesIn(text: string): number {
  let count = 1;
  let quotes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACKET || code === BRACE) count += 1;
    else if (code === QUOTE) quotes += 1;
  }
  return Math.max(count, quotes / 4);
}
const [COMMA, BRACKET, BRACE, QUOTE] = [0x2c, 0x5b, 0x7b, 0x22];

/** A text as it would be on disk, null to delete the file. Throws BAD_REQUEST. */
export function readText(text: unknown): string | null {
  // A lone surrogate cannot be written as UTF-8: the text read back would be another one.
  if (text === null || (typeof text === "string" && !/\p{Surrogate}/u.test(text))) return text;
  throw new ApiError("BAD_REQUEST");
}

/** A version as it was answered, null if there was no file. Throws BAD_REQUEST. */
export function readVersion(version: unknown): string | null {
  if (version === null || typeof version === "string") return version;
  throw new ApiError("BAD_REQUEST");
}

/** The files after these changes. */
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
