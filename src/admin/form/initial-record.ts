import type { Entity, Field } from "../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";

/** The record as the form opens with it: a new one's defaults, or the declared fields of a stored one. */
export function initialRecord(entity: Entity, stored: StoredRecord | undefined): RecordData {
  return objectOf(entity.fields, stored === undefined ? undefined : stored);
}

function objectOf(fields: readonly Field[], stored: RecordData | undefined): RecordData {
  return Object.fromEntries(fields.map((field) => [field.name, heldOrDefault(field, stored)]));
}

function heldOrDefault(field: Field, stored: RecordData | undefined): Json {
  const held = stored !== undefined && Object.hasOwn(stored, field.name) ? stored[field.name] : undefined;
  if (field.fields !== undefined && field.widget === undefined) {
    const inner =
      typeof held === "object" && held !== null && !Array.isArray(held) ? (held as RecordData) : {};
    return objectOf(field.fields, stored === undefined ? undefined : inner) as Json;
  }
  if (stored === undefined) return (field.schema.default as Json | undefined) ?? null;
  return held ?? null;
}
