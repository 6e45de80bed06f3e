import type { Entity, Field } from "../../model/entity.ts";
import type { Mode } from "../../model/evaluate-conditions.ts";
import { isEmpty } from "../../model/is-empty.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isBlank } from "./paths.ts";

/**
 * What is sent of a record: no field that exists in the form alone, null for what is empty, and on edit no write-only
 * field that was left blank, which means unchanged.
 */
export function requestBody(entity: Entity, record: RecordData, mode: Mode): RecordData {
  return bodyOf(entity.fields, record, mode);
}

function bodyOf(fields: readonly Field[], record: RecordData, mode: Mode): RecordData {
  const sent: [string, Json][] = [];
  for (const field of fields) {
    if (field.schema.formOnly === true) continue;
    const value = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
    if (field.schema.writeOnly === true && mode === "edit" && isEmpty(value)) continue;
    sent.push([field.name, sentValue(field, value, mode)]);
  }
  return Object.fromEntries(sent);
}

function sentValue(field: Field, value: Json | undefined, mode: Mode): Json {
  if (isBlank(value)) return null;
  // Named one by one, since the server keeps what an object does not name.
  if (field.fields === undefined || typeof value !== "object" || Array.isArray(value)) return value;
  return bodyOf(field.fields, value as RecordData, mode) as Json;
}
