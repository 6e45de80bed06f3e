import type { Field } from "../../model/entity.ts";

export type FieldWidth = "short" | "medium" | "full";

/** As the config says, else as wide as what goes into the field. */
export function fieldWidth({ schema, valueType }: Field): FieldWidth {
  if (schema.width !== undefined) return schema.width;
  switch (valueType) {
    case "number":
    case "integer":
    case "boolean":
    case "date":
    case "date-time":
      return "short";
    case "choice":
    case "reference":
      return "medium";
    case "string":
      return (schema.maxLength ?? Number.POSITIVE_INFINITY) <= MEDIUM_TEXT ? "medium" : "full";
    default:
      return "full";
  }
}

/** Characters, also Chinese ones, that a medium field shows whole. */
const MEDIUM_TEXT = 20;
