import type { Field } from "../../model/entity.ts";
import { fieldState, type Mode } from "../../model/evaluate-conditions.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isObject, ownValue } from "./field-walk.ts";

/** The record without the values of hidden fields that are to be cleared. Conditions read the record as it came. */
export function clearHidden(fields: readonly Field[], record: RecordData, mode: Mode): RecordData {
  const clearFields = (inside: readonly Field[], object: RecordData): RecordData => {
    const cleared: { [field: string]: Json | undefined } = { ...object };
    for (const field of inside) {
      const value = ownValue(object, field.name);
      if (value === undefined || value === null) continue;
      const gone = field.whenHidden === "clear" && !fieldState(field, record, mode).shown;
      cleared[field.name] = gone ? null : clearValue(field, value);
    }
    return cleared;
  };
  const clearValue = (field: Field, value: Json): Json => {
    const { items } = field;
    if (items !== undefined && Array.isArray(value))
      return value.map((item: Json) => clearValue(items, item));
    return field.fields !== undefined && isObject(value) ? (clearFields(field.fields, value) as Json) : value;
  };
  return clearFields(fields, record);
}
