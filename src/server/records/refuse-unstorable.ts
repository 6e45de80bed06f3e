import type { Config } from "../../model/config.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FieldError } from "../../record/messages.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { PLAIN_JSON } from "../runtime/route.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { ruleError } from "./field-refusal.ts";
import { valuesAt, walkFields } from "./field-walk.ts";

/** Longer lists are refused whatever the schema allows: every item costs a look into the store. */
const MAX_ITEMS = 1_000;
/** Characters of a text without a limit of its own. */
const MAX_TEXT_LENGTH = 1_000_000;
/** Hook of a character: no encoding of the store has it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * What cannot be taken as it was given, or only at too high a price: lists and texts without end, NUL, hooks of characters.
 * @param named the top-level fields that are looked at
 */
export function unstorable(
  config: Config,
  { entity, placed }: Pick<EntityRuntime, "entity" | "placed">,
  values: RecordData,
  named: ReadonlySet<string>,
): FieldError[] {
  return [...placed.values()].flatMap((one) => {
    if (!named.has(one.path.split(".")[0] ?? "")) return [];
    const limit = Math.min(one.field.schema.maxItems ?? MAX_ITEMS, MAX_ITEMS);
    return valuesAt(values, one.path).flatMap(({ value, pointer }) => {
      const isLong = Array.isArray(value) && value.length > MAX_ITEMS;
      if (isLong) return [ruleError(config, entity, one, "maxItems", pointer, { limit })];
      if (!isWhole(value)) return [ruleError(config, entity, one, "format", pointer)];
      if (typeof value !== "string") return [];
      const most =
        one.field.valueType === "html"
          ? brokenHtmlLimit(value, one.field.schema.maxLength)
          : brokenTextLimit(value, one.field.schema.maxLength);
      return most === undefined
        ? []
        : [ruleError(config, entity, one, "maxLength", pointer, { limit: most })];
    });
  });
}

/** A text with a limit of its own is held to that by validation, in its own words. */
function brokenTextLimit(text: string, maxLength: number | undefined): number | undefined {
  return maxLength === undefined && text.length > MAX_TEXT_LENGTH ? MAX_TEXT_LENGTH : undefined;
}

/**
 * Refuses a record that would make pages of its list too long: a hundred of them are answered at once. Formatted texts
 * are not listed, and have limits of their own. Throws TOO_LARGE.
 */
export function refuseLong({ listedFields }: Pick<EntityRuntime, "listedFields">, record: RecordData): void {
  let bytes = 0;
  for (const { path } of walkFields(listedFields))
    for (const { value } of valuesAt(record, path))
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
  let counted = html.length;
  for (const [, , payload = ""] of html.matchAll(INLINE_SOURCE)) counted -= payload.length;
  // JSON Schema counts characters; those of two hooks can only make the text shorter.
  if (counted > maxLength * 2) return maxLength;
  return counted - pairsIn(html) > maxLength ? maxLength : undefined;
}

function pairsIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) pairs += 1;
  }
  return pairs;
}
