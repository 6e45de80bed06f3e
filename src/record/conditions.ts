import type { FieldState, When } from "../model/condition.ts";
import type { Field } from "../model/entity.ts";
import type { RecordData } from "../model/record.ts";
import { isEmpty } from "./json.ts";
import { readPath } from "./path.ts";
import { FIELDS, namedFields, walkTree } from "./walk.ts";

/** Whether the record is new or stored. */
export type Mode = "create" | "edit";

/**
 * The outcome of a field's conditions. For each effect the last condition counts that is true and names it, else the
 * default: shown, required as the schema says, not disabled. A hidden field is never required. Conditions read the record
 * from its top, those of nested fields too.
 */
export function fieldState(
  field: Pick<Field, "required" | "conditions">,
  record: RecordData,
  mode: Mode,
): FieldState {
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
 * Whether a test is true of a record. Values are compared strictly: a number never equals a text, and a missing value
 * is not `false`, nor above or below anything.
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

/** A field's state in its place: inside a hidden field it is hidden, inside a disabled one disabled. */
export interface PlacedState extends FieldState {
  /** Its value: what was asked for, its value before (disabled), or nothing (hidden and `whenHidden: "clear"`). */
  readonly holds: "wanted" | "before" | "nothing";
}

/** The state around the top-level fields. */
export const OPEN: PlacedState = { shown: true, required: false, disabled: false, holds: "wanted" };

/** @param around the state of the object or list around the field */
export function placedState(field: Field, around: PlacedState, record: RecordData, mode: Mode): PlacedState {
  const own = fieldState(field, record, mode);
  const shown = own.shown && around.shown;
  const disabled = own.disabled || around.disabled;
  const isCleared = around.holds === "nothing" || (!shown && field.whenHidden === "clear");
  const holds = isCleared ? "nothing" : disabled ? "before" : "wanted";
  return { shown, required: own.required && shown, disabled, holds };
}

/** The states of all fields by path, those inside objects included, those of items of lists not. */
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
