import type { Entity } from "../../../model/entity.ts";
import type { RecordData, StoredRecord } from "../../../model/record.ts";
import type { Mode } from "../../../record/conditions.ts";
import { isEmpty, isObject } from "../../../record/json.ts";
import { readPath } from "../../../record/path.ts";
import { type MakeValue, mapInside, mapObject } from "../../../record/walk.ts";
import type { Say } from "../../messages/say.ts";
import { valueText } from "../field/value-text.ts";
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
