import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";

/** Keys of an uploaded image that a request may name it by. */
const IMAGE_KEYS = ["fileName", "imgUrl"] as const;

/**
 * The declared fields that a body names, and nothing else of it: system fields and undeclared keys are dropped at any
 * depth. Values of the wrong kind stay for validation to refuse.
 */
export function pickValues(fields: readonly Field[], body: RecordData): { [field: string]: Json } {
  const picked: { [field: string]: Json } = {};
  for (const field of fields) {
    const value = ownValue(body, field.name);
    if (value !== undefined) picked[field.name] = pickValue(field, value);
  }
  return picked;
}

function pickValue(field: Field, value: Json): Json {
  if (field.reference !== undefined) return pickReference(value);
  if (field.schema.image === true && isObject(value)) {
    const names = IMAGE_KEYS.flatMap((key) => {
      const name = ownValue(value, key);
      return typeof name === "string" ? [[key, name] as const] : [];
    });
    return Object.fromEntries(names);
  }
  if (field.fields !== undefined && isObject(value)) return pickValues(field.fields, value);
  const { items } = field;
  if (items !== undefined && Array.isArray(value)) return value.map((item: Json) => pickValue(items, item));
  return value;
}

/** Clients send what they read in a list, where a reference is the record, and blank for none. */
function pickReference(value: Json): Json {
  if (value === "") return null;
  const id = ownValue(value, "_id");
  return typeof id === "string" ? id : value;
}

/** Values of a request over those stored; objects are merged field by field, lists replaced. */
export function mergeValues(fields: readonly Field[], stored: RecordData, named: RecordData): RecordData {
  const merged: { [field: string]: Json } = {};
  for (const field of fields) {
    const before = ownValue(stored, field.name);
    const now = ownValue(named, field.name);
    const inner = field.fields !== undefined && isObject(before) && isObject(now);
    merged[field.name] = inner
      ? (mergeValues(field.fields, before, now) as Json)
      : ((now === undefined ? before : now) ?? null);
  }
  return merged;
}

/** A new record: what the request names, defaults for the rest, inside objects too. */
export function withDefaults(fields: readonly Field[], named: RecordData): { [field: string]: Json } {
  const record: { [field: string]: Json } = {};
  for (const field of fields) record[field.name] = defaulted(field, ownValue(named, field.name));
  return record;
}

function defaulted(field: Field, named: Json | undefined): Json {
  // The door checked that a default is a JSON value fit for its field.
  const value = named ?? (named === null ? null : (field.schema.default as Json | undefined));
  const inner = field.schema.image === true ? undefined : field.fields;
  if (inner === undefined) return value ?? null;
  if (value === undefined) return withDefaults(inner, {});
  return isObject(value) ? withDefaults(inner, value) : value;
}
