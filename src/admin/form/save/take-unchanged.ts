import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, StoredRecord } from "../../../model/record.ts";
import { isObject, ownValue } from "../../../record/json.ts";
import { pointerOfPath, readPath } from "../../../record/path.ts";
import { mapObject } from "../../../record/walk.ts";
import type { Conflict } from "../../../wire/error.ts";
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

/** What was typed and is other in the newer record too: of objects that one widget edits, their parts. */
export function overlapsWith(
  entity: Entity,
  store: FormStore,
  before: StoredRecord,
  newer: StoredRecord,
): readonly Conflict[] {
  const [opened, next] = [initialRecord(entity, before), initialRecord(entity, newer)];
  const pending = store.pending().map(({ formField, work }) => ({ formField, value: work.standIn ?? null }));
  const working = new Set(pending.map(({ formField }) => formField.path));
  const typed = store.typed().filter(({ formField }) => !working.has(formField.path));
  return [...typed, ...pending].flatMap(({ formField: { path, field }, value }) =>
    overlapsIn(field, path, {
      mine: value,
      was: readPath(opened, path) ?? null,
      theirs: readPath(next, path) ?? null,
    }),
  );
}

function overlapsIn(field: Field, path: string, { mine, was, theirs }: Sides): readonly Conflict[] {
  if (isSameValue(mine, was) || isSameValue(was, theirs) || isSameValue(mine, theirs)) return [];
  const isParts = field.fields !== undefined && field.schema.image !== true;
  if (!isParts || !isObject(mine) || !isObject(was) || !isObject(theirs))
    return [{ path: pointerOfPath(path), was, theirs, mine }];
  return field.fields.flatMap((inner) =>
    overlapsIn(inner, `${path}.${inner.name}`, {
      mine: ownValue(mine, inner.name) ?? null,
      was: ownValue(was, inner.name) ?? null,
      theirs: ownValue(theirs, inner.name) ?? null,
    }),
  );
}

type Sides = Required<Pick<Conflict, "mine" | "was" | "theirs">>;

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
