import type { FieldState, When } from "./condition.ts";
import type { Field } from "./entity.ts";
import { isEmpty } from "./is-empty.ts";
import { readPath } from "./read-path.ts";
import type { RecordData } from "./record.ts";

/** Which form a record is in: a new one, or one that is stored. */
export type Mode = "create" | "edit";

/**
 * What a field's conditions come to. Each effect is that of the last condition that holds and names it, else the
 * field's own: shown, required as the schema says, not disabled. A hidden field is never required.
 * Conditions always read the whole record, also those of nested fields.
 */
export function fieldState(field: Field, record: RecordData, mode: Mode): FieldState {
  let shown = true;
  let required = field.required;
  let disabled = false;
  for (const { when, show, require, disable } of field.conditions) {
    if (!holds(when, record, mode)) continue;
    if (show !== undefined) shown = show;
    if (require !== undefined) required = require;
    if (disable !== undefined) disabled = disable;
  }
  return { shown, required: required && shown, disabled };
}

/**
 * Whether a test is true of a record. Values are compared as they are: a number is never equal to a text, no value
 * is neither above nor below anything, and `is: false` does not hold where there is no value.
 */
export function holds(when: When, record: RecordData, mode: Mode): boolean {
  if (when.all !== undefined) return when.all.every((test) => holds(test, record, mode));
  if (when.any !== undefined) return when.any.some((test) => holds(test, record, mode));
  if (when.not !== undefined) return !holds(when.not, record, mode);
  if (when.mode !== undefined) return when.mode === mode;
  if (when.field === undefined) return false;
  const value = readPath(record, when.field);
  if (when.is !== undefined) return value === when.is;
  if (when.isNot !== undefined) return value !== when.isNot;
  if (when.in !== undefined) return when.in.some((one) => one === value);
  if (when.empty !== undefined) return isEmpty(value) === when.empty;
  if (when.above !== undefined) return typeof value === "number" && value > when.above;
  if (when.below !== undefined) return typeof value === "number" && value < when.below;
  return false;
}
