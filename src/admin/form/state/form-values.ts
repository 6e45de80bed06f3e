import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import { convertValue } from "../../../record/convert.ts";
import { defaultRecord, defaultValue } from "../../../record/defaults.ts";
import { deepFreeze, isObject } from "../../../record/json.ts";
import { isGroup, mapObject } from "../../../record/walk.ts";

/**
 * What the form opens with: the defaults of a new record, with what this person's records have (`own`); the fields of a stored one, with defaults for those that it lacks.
 */
export function initialRecord(
  entity: Entity,
  stored: StoredRecord | undefined,
  own: RecordData = {},
): RecordData {
  if (stored === undefined) return deepFreeze({ ...defaultRecord(entity.fields), ...own });
  const secrets = entity.fields.filter(({ schema }) => schema.writeOnly === true);
  const read = { ...Object.fromEntries(secrets.map(({ name }) => [name, null])), ...stored };
  return deepFreeze(mapObject(entity.fields, read, storedOrDefault));
}

function storedOrDefault(field: Field, stored: Json | undefined): Json {
  if (stored === undefined) return defaultValue(field);
  // The record may have been read before the field changed its kind.
  const value = convertValue(field, stored) ?? stored;
  return isGroup(field) ? mapObject(field.fields, isObject(value) ? value : {}, storedOrDefault) : value;
}

/** Whether a field has no value at all, which is sent as null. */
export function isBlank(value: Json | undefined): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}

/** Equal for a person: all ways to have no value are one. */
export function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other || (isBlank(one) && isBlank(other))) return true;
  return JSON.stringify(one) === JSON.stringify(other);
}
