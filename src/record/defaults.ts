import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isGroup, mapObject } from "./walk.ts";

/** A new record before anything is typed: the defaults of its fields, nested ones included. */
export function defaultRecord(fields: readonly Field[]): RecordData {
  return mapObject(fields, {}, defaultValue);
}

export function defaultValue(field: Field): Json {
  // The compiler has checked that the default is a value of the field.
  const own = (field.schema.default as Json | undefined) ?? null;
  if (!isGroup(field)) return own;
  return { ...defaultRecord(field.fields), ...(own as RecordData | null) } as Json;
}
