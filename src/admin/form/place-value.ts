import type { Field } from "../../model/entity.ts";
import { fitValue, kindOf } from "../../model/fit-value.ts";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import { isEmpty } from "../../model/is-empty.ts";
import type { Json } from "../../model/record.ts";

/**
 * A value that was typed into a field, as a value of the field that stands in its place now; undefined where that could
 * not hold it, or its widget could not show it. What only breaks a rule stays: the form says so at the field.
 * @param before undefined: the value was part of another field's
 */
export function placeValue(field: Field, before: Field | undefined, value: Json): Json | undefined {
  if (isEmpty(value)) return value;
  const isSameKind = before !== undefined && kindOf(before) === kindOf(field);
  // Where the kind is the same, also what is not of it stays as it was typed.
  const placed = isSameKind ? value : fitValue(field, value);
  if (placed === undefined || before?.reference?.entity !== field.reference?.entity) return undefined;
  if (before?.valueType === field.valueType && field.valueType !== "choice") return placed;
  return canShow(field, placed) ? placed : undefined;
}

function canShow({ schema, valueType }: Field, value: Json): boolean {
  switch (valueType) {
    case "date":
    case "date-time":
      return typeof value === "string" && FORMAT_CHECKS[valueType](value);
    case "choice":
      return schema.enum?.some((one) => one === value) ?? true;
    default:
      return true;
  }
}
