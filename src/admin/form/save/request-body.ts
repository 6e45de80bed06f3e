import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import type { Mode } from "../../../record/conditions.ts";
import { isEmpty, isObject, ownValue } from "../../../record/json.ts";
import { readPath } from "../../../record/path.ts";
import { type MakeValue, mapInside, mapObject } from "../../../record/walk.ts";
import type { Say } from "../../messages/say.ts";
import { valueText } from "../../messages/value-text.ts";
import { formFieldsOf } from "../state/field-views.ts";
import { initialRecord, isBlank, isSameValue } from "../state/form-values.ts";

/**
 * What is sent of a record: no `formOnly` field, null for what is blank, and on edit no blank write-only field: unchanged.
 * @param readOnly top-level fields that are left out
 */
export function requestBody(
  entity: Entity,
  record: RecordData,
  mode: Mode,
  readOnly: readonly string[] = [],
): RecordData {
  const sent: MakeValue = (field, value) => {
    const { formOnly, writeOnly } = field.schema;
    if (formOnly === true || (writeOnly === true && mode === "edit" && isEmpty(value))) return undefined;
    if (isBlank(value)) return null;
    // With every field, since the server keeps what an object lacks.
    return isObject(value) ? mapInside(field, value, sent) : value;
  };
  const fields = entity.fields.filter(({ name }) => !readOnly.includes(name));
  return mapObject(fields, record, sent);
}

/** Of a body what differs from the stored record, of objects the parts that do: the rest is others' to change. */
export function changedFields(
  fields: readonly Field[],
  body: RecordData,
  stored: RecordData,
): { [field: string]: Json } {
  return mapObject(fields, body, (field, value) => {
    const before = ownValue(stored, field.name);
    if (value === undefined || (before !== undefined && isSameValue(value, before))) return undefined;
    const inner = field.schema.image === true ? undefined : field.fields;
    const isPart = inner !== undefined && isObject(value) && isObject(before);
    return isPart ? changedFields(inner, value, before) : value;
  });
}

/** What was typed and sent, as text, but is not in the stored record, since the server's config was newer than the form's. */
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
