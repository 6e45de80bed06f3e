import type { FieldState, When } from "../model/condition.ts";
import type { Field } from "../model/entity.ts";
import type { RecordData } from "../model/record.ts";
import { isEmpty } from "./json.ts";
import { readPath } from "./path.ts";
import { FIELDS, namedFields, walkTree } from "./walk.ts";

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
    if (!isMet(when, record, mode)) continue;
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
export function isMet(when: When, record: RecordData, mode: Mode): boolean {
  if (when.all !== undefined) return when.all.every((test) => isMet(test, record, mode));
  if (when.any !== undefined) return when.any.some((test) => isMet(test, record, mode));
  if (when.not !== undefined) return !isMet(when.not, record, mode);
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

/** A field's state where it stands: what is inside something hidden is hidden, inside something disabled disabled. */
export interface PlacedState extends FieldState {
  /** What it holds: what was asked for, what it held before (disabled), or nothing (hidden, `whenHidden: "clear"`). */
  readonly holds: "wanted" | "before" | "nothing";
}

/** Around the top-level fields: shown, free to be left empty, open to changes. */
export const OPEN: PlacedState = { shown: true, required: false, disabled: false, holds: "wanted" };

/** @param around the state of the object or list that the field is inside of */
export function placedState(field: Field, around: PlacedState, record: RecordData, mode: Mode): PlacedState {
  const own = fieldState(field, record, mode);
  const shown = own.shown && around.shown;
  const disabled = own.disabled || around.disabled;
  const isCleared = around.holds === "nothing" || (!shown && field.whenHidden === "clear");
  const holds = isCleared ? "nothing" : disabled ? "before" : "wanted";
  return { shown, required: own.required && shown, disabled, holds };
}

/** The states of all fields by dotted path, those of objects' fields included. */
export function placedStates(
  fields: readonly Field[],
  record: RecordData,
  mode: Mode,
): ReadonlyMap<string, PlacedState> {
  const walked = walkTree<Field, { readonly path: string; readonly state: PlacedState }>(
    FIELDS,
    namedFields(fields),
    ({ name, path, field }, around) =>
      name === "*" ? undefined : { path, state: placedState(field, around?.state ?? OPEN, record, mode) },
  );
  return new Map([...walked].map(({ path, state }) => [path, state]));
}
