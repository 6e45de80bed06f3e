import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import type { Mode } from "../../../record/conditions.ts";
import { isEmpty } from "../../../record/json.ts";
import { readPath } from "../../../record/path.ts";
import type { Say } from "../../messages/say.ts";
import { valueText } from "../field/value-text.ts";
import { formFieldsOf } from "../state/field-views.ts";
import { initialRecord, isBlank, isSameValue } from "../state/form-values.ts";

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

/**
 * What was typed, was sent, and is no field of the stored record: the server's config was newer than the form's. As text
 * to read; "" where everything was kept.
 */
export function unkeptValues(
  entity: Entity,
  { stored, sent, answer }: { stored: StoredRecord | undefined; sent: RecordData; answer: StoredRecord },
  say: Say,
): string {
  const initial = initialRecord(entity, stored);
  return formFieldsOf(entity)
    .flatMap(({ path, field }) => {
      const { writeOnly, formOnly } = field.schema;
      const value = readPath(sent, path);
      if (writeOnly === true || formOnly === true || isBlank(value)) return [];
      if (isSameValue(value, readPath(initial, path)) || readPath(answer, path) !== undefined) return [];
      return [`${field.label}: ${valueText(field, value, say)}`];
    })
    .join("; ");
}
