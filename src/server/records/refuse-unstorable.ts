import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { splitPath } from "../../record/path.ts";
import { FIELDS, namedFields, valuesAt, walkObject } from "../../record/walk.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { PLAIN_JSON } from "../http/route.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { ruleError, type SpokenEntity } from "./field-refusal.ts";

/** Longer lists are refused whatever the schema allows: every item may cost a query. */
const MAX_ITEMS = 1_000;
/** Characters of a text without a limit of its own. */
const MAX_TEXT_LENGTH = 1_000_000;
/** It cannot be encoded as UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** What of the named fields cannot be stored or costs too much: very long lists and texts, NUL, lone surrogates. */
export function unstorable(
  target: SpokenEntity & Pick<EntityRuntime, "placed">,
  values: RecordData,
  named: ReadonlySet<string>,
): FieldError[] {
  return [...target.placed.values()].flatMap((one) => {
    if (!named.has(splitPath(one.path)[0] ?? "")) return [];
    const limit = Math.min(one.field.schema.maxItems ?? MAX_ITEMS, MAX_ITEMS);
    return valuesAt(values, one.path).flatMap(({ value, pointer }) => {
      const isLong = Array.isArray(value) && value.length > MAX_ITEMS;
      if (isLong) return [ruleError(target, one, "maxItems", pointer, { limit })];
      // Before anything reads all of a text, and before validation counts its characters.
      const max = typeof value === "string" ? brokenLimit(one.field, value) : undefined;
      if (max !== undefined) return [ruleError(target, one, "maxLength", pointer, { limit: max })];
      return isWhole(value) ? [] : [ruleError(target, one, "format", pointer)];
    });
  });
}

/** The limit that a text breaks. Validation checks a text against its `maxLength`, unless it has megabytes. */
function brokenLimit({ valueType, schema: { maxLength } }: Field, text: string): number | undefined {
  if (valueType === "html") return brokenHtmlLimit(text, maxLength);
  if (text.length <= MAX_TEXT_LENGTH) return undefined;
  if (maxLength === undefined) return MAX_TEXT_LENGTH;
  // JSON Schema counts characters: where each has two code units, a text is half as long.
  return text.length > maxLength * 2 ? maxLength : undefined;
}

/** Refuses a record that would make a page of its list too large: a hundred are answered at once. Throws TOO_LARGE. */
export function refuseLong({ listedFields }: Pick<EntityRuntime, "listedFields">, record: RecordData): void {
  let bytes = 0;
  for (const { value } of walkObject(FIELDS, namedFields(listedFields), record))
    if (typeof value === "string") bytes += Buffer.byteLength(value);
  if (bytes > PLAIN_JSON) throw new ApiError("TOO_LARGE", { values: { limit: sizeOf(PLAIN_JSON) } });
}

function isWhole(value: Json): boolean {
  return typeof value !== "string" || !(value.includes("\0") || LONE_SURROGATE.test(value));
}

/** Of HTML without a `maxLength`: cleaning costs time by the character. */
const MAX_HTML = 1_000_000;

// No class contains a blank or the character that follows it: matching is linear, and stays inside one attribute.
const INLINE_SOURCE =
  /\bsrc\s{0,9}=\s{0,9}(["'])data:image\/[\w.+-]{1,20}(?:;[\w=-]{1,40}){0,3};base64,([\w+/=%-]*)\1/gi;

/** The limit that the uncleaned text breaks. Inline pictures do not count: they become uploads. */
function brokenHtmlLimit(html: string, maxLength: number = MAX_HTML): number | undefined {
  if (html.length <= maxLength) return undefined;
  let counted = 0;
  let pairs = 0;
  for (const text of aroundPictures(html)) {
    counted += text.length;
    // A character has at most two code units.
    if (counted > maxLength * 2) return maxLength;
    pairs += pairsIn(text);
  }
  return counted - pairs > maxLength ? maxLength : undefined;
}

/** The HTML without the data of its inline pictures. */
function* aroundPictures(html: string): Generator<string> {
  let start = 0;
  for (const { index, 0: address, 2: payload = "" } of html.matchAll(INLINE_SOURCE)) {
    const end = index + address.length - 1;
    yield html.slice(start, end - payload.length);
    start = end;
  }
  yield html.slice(start);
}

function pairsIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) pairs += 1;
  }
  return pairs;
}
