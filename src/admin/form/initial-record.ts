import { defaultRecord, defaultValue } from "../../model/default-record.ts";
import type { Entity, Field } from "../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";

/**
 * The record as the form opens with it: the declared fields of a stored one, defaults where it was read before a field
 * was there; a new one's defaults. It is what a disabled field holds.
 */
export function initialRecord(entity: Entity, stored: StoredRecord | undefined): RecordData {
  if (stored === undefined) return defaultRecord(entity.fields);
  const secrets = entity.fields.filter(({ schema }) => schema.writeOnly === true);
  return objectOf(entity.fields, {
    ...Object.fromEntries(secrets.map(({ name }) => [name, null])),
    ...stored,
  });
}

function objectOf(fields: readonly Field[], stored: RecordData): RecordData {
  return Object.fromEntries(fields.map((field) => [field.name, heldOrDefault(field, stored)]));
}

function heldOrDefault(field: Field, stored: RecordData): Json {
  const held = Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
  if (held === undefined) return defaultValue(field);
  if (field.fields === undefined || field.widget !== undefined) return held;
  const inner = typeof held === "object" && held !== null && !Array.isArray(held) ? (held as RecordData) : {};
  return objectOf(field.fields, inner) as Json;
}
