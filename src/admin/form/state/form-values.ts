import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import { convertValue } from "../../../record/convert.ts";
import { defaultRecord, defaultValue } from "../../../record/defaults.ts";
import { deepFreeze, isObject } from "../../../record/json.ts";
import { isGroup, mapObject } from "../../../record/walk.ts";

/**
 * The record as the form opens with it: the declared fields of a stored one, defaults where it was read before a field
 * was there; a new one's defaults. It is what a disabled field holds, so no widget may change it in place.
 */
export function initialRecord(entity: Entity, stored: StoredRecord | undefined): RecordData {
  if (stored === undefined) return deepFreeze(defaultRecord(entity.fields));
  const secrets = entity.fields.filter(({ schema }) => schema.writeOnly === true);
  const read = { ...Object.fromEntries(secrets.map(({ name }) => [name, null])), ...stored };
  return deepFreeze(mapObject(entity.fields, read, heldOrDefault));
}

function heldOrDefault(field: Field, held: Json | undefined): Json {
  if (held === undefined) return defaultValue(field);
  // A record that was read before its field became one of another kind.
  const value = convertValue(field, held) ?? held;
  return isGroup(field) ? mapObject(field.fields, isObject(value) ? value : {}, heldOrDefault) : value;
}

/** Whether a field holds nothing at all: what is sent as null. */
export function isBlank(value: Json | undefined): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}

/** Equal as far as a person can see: nothing is nothing, however it is written. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other || (isBlank(one) && isBlank(other))) return true;
  return JSON.stringify(one) === JSON.stringify(other);
}
