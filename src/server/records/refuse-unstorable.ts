import type { Config } from "../../model/config.ts";
import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FieldError } from "../../record/messages.ts";
import { splitPath } from "../../record/path.ts";
import { FIELDS, namedFields, valuesAt, walkObject } from "../../record/walk.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { PLAIN_JSON } from "../runtime/route.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { ruleError } from "./field-refusal.ts";

/** Longer lists are refused whatever the schema allows: every item costs a look into the store. */
const MAX_ITEMS = 1_000;
/** Characters of a text without a limit of its own. */
const MAX_TEXT_LENGTH = 1_000_000;
/** Half of a pair: no encoding of the store has it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * What cannot be taken as it was given, or only at too high a price: lists and texts without end, NUL, lone surrogates.
 * @param named the top-level fields that are looked at
 */
export function unstorable(
  config: Config,
  { entity, placed }: Pick<EntityRuntime, "entity" | "placed">,
  values: RecordData,
  named: ReadonlySet<string>,
): FieldError[] {
  return [...placed.values()].flatMap((one) => {
    if (!named.has(splitPath(one.path)[0] ?? "")) return [];
    const limit = Math.min(one.field.schema.maxItems ?? MAX_ITEMS, MAX_ITEMS);
    return valuesAt(values, one.path).flatMap(({ value, pointer }) => {
      const isLong = Array.isArray(value) && value.length > MAX_ITEMS;
      if (isLong) return [ruleError(config, entity, one, "maxItems", pointer, { limit })];
      // Before anything reads all of a text, and before validation counts its characters.
      const most = typeof value === "string" ? brokenLimit(one.field, value) : undefined;
      if (most !== undefined) return [ruleError(config, entity, one, "maxLength", pointer, { limit: most })];
      return isWhole(value) ? [] : [ruleError(config, entity, one, "format", pointer)];
    });
  });
}

/** The limit that a text breaks, as far as it is to be known before validation; undefined where it breaks none. */
function brokenLimit({ valueType, schema: { maxLength } }: Field, text: string): number | undefined {
  return valueType === "html" ? brokenHtmlLimit(text, maxLength) : brokenTextLimit(text, maxLength);
}

/** A text with a limit of its own is held to that by validation, together with all else that is wrong, unless it is megabytes. */
function brokenTextLimit(text: string, maxLength: number | undefined): number | undefined {
  if (text.length <= MAX_TEXT_LENGTH) return undefined;
  if (maxLength === undefined) return MAX_TEXT_LENGTH;
  // JSON Schema counts characters: where each has two code units, a text is half as long.
  return text.length > maxLength * 2 ? maxLength : undefined;
}

/**
 * Refuses a record that would make pages of its list too long: a hundred of them are answered at once. Formatted texts
 * are not listed, and have limits of their own. Throws TOO_LARGE.
 */
export function refuseLong({ listedFields }: Pick<EntityRuntime, "listedFields">, record: RecordData): void {
  let bytes = 0;
  for (const { value } of walkObject(FIELDS, namedFields(listedFields), record))
    if (typeof value === "string") bytes += Buffer.byteLength(value);
  if (bytes > PLAIN_JSON) throw new ApiError("TOO_LARGE", { values: { limit: sizeOf(PLAIN_JSON) } });
}

function isWhole(value: Json): boolean {
  return typeof value !== "string" || !(value.includes("\0") || LONE_SURROGATE.test(value));
}

/** HTML of a field without a `maxLength` of its own is held to this: cleaning costs by the character. */
const MAX_HTML = 1_000_000;

// No class below holds what the next part begins with, and no blank: linear, and nothing but one value fits in.
const INLINE_SOURCE =
  /\bsrc\s{0,9}=\s{0,9}(["'])data:image\/[\w.+-]{1,20}(?:;[\w=-]{1,40}){0,3};base64,([\w+/=%-]*)\1/gi;

/** The limit that the text breaks before it is cleaned; undefined where it breaks none. Inline pictures do not count: they become uploads. */
function brokenHtmlLimit(html: string, maxLength: number = MAX_HTML): number | undefined {
  if (html.length <= maxLength) return undefined;
  let counted = 0;
  let pairs = 0;
  for (const text of aroundPictures(html)) {
    counted += text.length;
    // JSON Schema counts characters; those of two code units can only make the text shorter.
    if (counted > maxLength * 2) return maxLength;
    pairs += pairsIn(text);
  }
  return counted - pairs > maxLength ? maxLength : undefined;
}

/** All of the HTML but the bytes of its inline pictures. */
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
