import { clearHidden } from "../../model/clear-hidden.ts";
import type { FieldState } from "../../model/condition.ts";
import type { Entity, Field } from "../../model/entity.ts";
import { fieldState, type Mode } from "../../model/evaluate-conditions.ts";
import type { RecordData } from "../../model/record.ts";
import type { FieldError } from "../../wire/error.ts";
import { fieldErrors, ruleSentences } from "../../wire/field-errors.ts";
import { validateRecord } from "../../wire/validate-record.ts";
import type { SchemaCheck } from "../api/load-validator.ts";

/** What the form knows of its entity's rules: conditions and validation, by the functions that the server uses. */
export interface FormRules {
  /** Without the values that are to be cleared while they are hidden; the same record where there are none. */
  settle(record: RecordData): RecordData;
  /** What the conditions come to, by dotted path, objects around fields included. */
  states(record: RecordData): ReadonlyMap<string, FieldState>;
  /** At most one for each field or part, with its sentence; none for what is hidden. */
  errors(record: RecordData): readonly FieldError[];
}

/** `messages`: the sentences of messages.json in the entity's language. */
export function makeFormRules(
  { fields, messages: own }: Pick<Entity, "fields" | "messages">,
  mode: Mode,
  messages: Readonly<Record<string, string>>,
  check: SchemaCheck,
): FormRules {
  const sentence = ruleSentences(own, messages);
  return {
    settle: (record) => clearHidden(fields, record, mode),
    states(record) {
      const states = new Map<string, FieldState>();
      addStates(states, fields, "", true, record, mode);
      return states;
    },
    errors: (record) =>
      fieldErrors(validateRecord({ fields, mode, record, check, withFormOnly: true }), fields, sentence),
  };
}

/** What is inside a hidden object is hidden too. */
function addStates(
  states: Map<string, FieldState>,
  fields: readonly Field[],
  at: string,
  isAroundShown: boolean,
  record: RecordData,
  mode: Mode,
): void {
  for (const field of fields) {
    const state = fieldState(field, record, mode);
    const path = `${at}${field.name}`;
    const shown = state.shown && isAroundShown;
    states.set(path, { ...state, shown, required: state.required && shown });
    if (field.fields !== undefined && field.widget === undefined) {
      addStates(states, field.fields, `${path}.`, shown, record, mode);
    }
  }
}
