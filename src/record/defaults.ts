import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isObject } from "./json.ts";
import { isGroup, mapObject } from "./walk.ts";

/** A new record before anything is typed: the defaults of its fields, nested ones included. */
export function defaultRecord(fields: readonly Field[]): RecordData {
  return mapObject(fields, {}, defaultValue);
}

/** @param given what the default of the object around has for the field: it goes before the field's own */
export function defaultValue(field: Field, given?: Json): Json {
  // The compiler has checked that the default is a value of the field.
  const own = given ?? (field.schema.default as Json | undefined) ?? null;
  return isGroup(field) ? mapObject(field.fields, isObject(own) ? own : {}, defaultValue) : own;
}
