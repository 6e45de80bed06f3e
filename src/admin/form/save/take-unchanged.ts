import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, StoredRecord } from "../../../model/record.ts";
import { isObject, ownValue } from "../../../record/json.ts";
import { readPath } from "../../../record/path.ts";
import { mapObject } from "../../../record/walk.ts";
import type { DraftField } from "../../services/drafts.ts";
import type { FormStore } from "../state/form-store.ts";
import { initialRecord, isSameValue } from "../state/form-values.ts";

/**
 * Before a form follows a newer record: takes from that what was not changed inside of objects that one widget edits. The form
 * keeps what was typed by field, so it would keep all parts of such an object as they were.
 */
export function takeUnchanged(
  entity: Entity,
  store: FormStore,
  before: StoredRecord,
  newer: StoredRecord,
): void {
  const [opened, next] = [initialRecord(entity, before), initialRecord(entity, newer)];
  for (const { formField, value } of store.typed()) {
    const { path, field } = formField;
    const merged = mergeParts(field, value, readPath(opened, path), readPath(next, path));
    if (!isSameValue(merged, value)) store.change(path, merged);
  }
}

/** The same of a draft that goes into the form of a newer record. */
export function draftOverNewer(
  fields: readonly DraftField[],
  entity: Entity,
  newer: StoredRecord,
): readonly DraftField[] {
  const next = initialRecord(entity, newer);
  return fields.map((one) => ({
    ...one,
    value: mergeParts(one.field, one.value, one.was, readPath(next, one.path)),
  }));
}

function mergeParts(field: Field, mine: Json, before: Json | undefined, theirs: Json | undefined): Json {
  if (isSameValue(mine, before)) return theirs ?? null;
  const isParts = field.fields !== undefined && field.schema.image !== true;
  if (!isParts || !isObject(mine) || !isObject(before) || !isObject(theirs)) return mine;
  return {
    ...mine,
    ...mapObject(field.fields, mine, (inner, value = null) =>
      mergeParts(inner, value, ownValue(before, inner.name), ownValue(theirs, inner.name)),
    ),
  };
}
