import type { Entity } from "../../../model/entity.ts";
import type { RecordData } from "../../../model/record.ts";
import { applyConditions, conditionOrder } from "../../../record/apply-conditions.ts";
import { type Mode, type PlacedState, placedStates } from "../../../record/conditions.ts";
import { type FieldError, fieldErrors } from "../../../record/field-errors.ts";
import type { MessageTable } from "../../../record/messages.ts";
import { validateRecord } from "../../../record/validate.ts";
import type { SchemaCheck } from "../../api/load-validator.ts";

/** Conditions and validation of an entity, by the functions that the server uses. */
export interface FormRules {
  /** What conditions make of `wanted`: a disabled field has the value of `base`, a cleared one none. */
  applyConditions(wanted: RecordData, base: RecordData): RecordData;
  /** The states of all fields by dotted path, objects around fields included. */
  states(record: RecordData): ReadonlyMap<string, PlacedState>;
  /** At most one for each field or part; none for hidden ones. */
  errors(record: RecordData): readonly FieldError[];
}

/** @param tables where messages are looked up (`messageTables`) */
export function makeFormRules(
  { fields }: Pick<Entity, "fields">,
  mode: Mode,
  tables: readonly MessageTable[],
  check: SchemaCheck,
): FormRules {
  const order = conditionOrder(fields);
  return {
    applyConditions: (wanted, base) => applyConditions(wanted, { order, mode, base }),
    states: (record) => placedStates(fields, record, mode),
    errors: (record) =>
      fieldErrors(validateRecord({ fields, mode, record, check, withFormOnly: true }), fields, tables),
  };
}
