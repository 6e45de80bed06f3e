import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { mapInside, mapObject } from "../../record/walk.ts";

/** By these keys a request may name an uploaded image. */
const IMAGE_KEYS = ["fileName", "imgUrl"] as const;

/** The declared fields of a body, without other keys at any depth. Values of a wrong type stay: validation refuses them. */
export function pickValues(fields: readonly Field[], body: RecordData): { [field: string]: Json } {
  return mapObject(fields, body, pickValue);
}

function pickValue(field: Field, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (field.reference !== undefined) return pickReference(value);
  if (field.schema.image === true && isObject(value)) {
    const names = IMAGE_KEYS.flatMap((key) => {
      const name = ownValue(value, key);
      return typeof name === "string" ? [[key, name] as const] : [];
    });
    return Object.fromEntries(names);
  }
  return mapInside(field, value, pickValue);
}

/** Clients may send what a list answered, where a reference is the record, or blank for none. */
function pickReference(value: Json): Json {
  if (value === "") return null;
  const id = ownValue(value, "_id");
  return typeof id === "string" ? id : value;
}

/** Values of a request over the stored ones: objects are merged field by field, lists are replaced. */
export function mergeValues(
  fields: readonly Field[],
  stored: RecordData,
  named: RecordData,
): { [field: string]: Json } {
  return mapObject(fields, named, ({ name, fields: inner }, now) => {
    const before = ownValue(stored, name);
    const merges = inner !== undefined && isObject(before) && isObject(now);
    return merges ? mergeValues(inner, before, now) : ((now === undefined ? before : now) ?? null);
  });
}

/** A new record: the given values, and defaults for the rest, inside objects too. */
export function withDefaults(fields: readonly Field[], named: RecordData): { [field: string]: Json } {
  return mapObject(fields, named, defaulted);
}

function defaulted(field: Field, named: Json | undefined): Json {
  // The compiler checked that a default is a JSON value of its field.
  const value = named ?? (named === null ? null : (field.schema.default as Json | undefined));
  const inner = field.schema.image === true ? undefined : field.fields;
  if (inner === undefined) return value ?? null;
  if (value === undefined) return withDefaults(inner, {});
  return isObject(value) ? withDefaults(inner, value) : value;
}
