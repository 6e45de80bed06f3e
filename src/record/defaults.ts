import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isGroup, mapObject } from "./walk.ts";

/** What a new record holds before anybody typed: defaults, inside objects whose fields are edited one by one too. */
export function defaultRecord(fields: readonly Field[]): RecordData {
  return mapObject(fields, {}, defaultValue);
}

export function defaultValue(field: Field): Json {
  // The door checked that a default is a JSON value fit for its field.
  const own = (field.schema.default as Json | undefined) ?? null;
  if (!isGroup(field)) return own;
  return { ...defaultRecord(field.fields), ...(own as RecordData | null) } as Json;
}
