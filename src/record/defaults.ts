import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";

/** What a new record holds before anybody typed: defaults, inside objects whose fields are edited one by one too. */
export function defaultRecord(fields: readonly Field[]): RecordData {
  return Object.fromEntries(fields.map((field) => [field.name, defaultValue(field)]));
}

export function defaultValue(field: Field): Json {
  // The door checked that a default is a JSON value fit for its field.
  const own = (field.schema.default as Json | undefined) ?? null;
  if (field.fields === undefined || field.widget !== undefined) return own;
  return { ...defaultRecord(field.fields), ...(own as RecordData | null) } as Json;
}
