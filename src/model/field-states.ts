import type { FieldState } from "./condition.ts";
import type { Field } from "./entity.ts";
import { fieldState, type Mode } from "./evaluate-conditions.ts";
import type { RecordData } from "./record.ts";

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
  const states = new Map<string, PlacedState>();
  const add = (inside: readonly Field[], at: string, around: PlacedState) => {
    for (const field of inside) {
      const state = placedState(field, around, record, mode);
      states.set(`${at}${field.name}`, state);
      if (field.fields !== undefined) add(field.fields, `${at}${field.name}.`, state);
    }
  };
  add(fields, "", OPEN);
  return states;
}
