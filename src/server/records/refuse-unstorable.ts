import type { Config } from "../../model/config.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { FieldError } from "../../wire/error.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { ruleError } from "./field-refusal.ts";
import { valuesAt } from "./field-walk.ts";
import { brokenHtmlLimit } from "./html-length.ts";

/** Longer lists are refused whatever the schema allows: every item costs a look into the store. */
const MAX_ITEMS = 1_000;
/** Half of a character: no encoding of the store has it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * What cannot be taken as it was given, or only at too high a price: lists and HTML without end, NUL, halves of characters.
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
      if (one.field.valueType !== "html" || typeof value !== "string") return [];
      const most = brokenHtmlLimit(value, one.field.schema.maxLength);
      return most === undefined
        ? []
        : [ruleError(config, entity, one, "maxLength", pointer, { limit: most })];
    });
  });
}

function isWhole(value: Json): boolean {
  return typeof value !== "string" || !(value.includes("\0") || LONE_SURROGATE.test(value));
}
