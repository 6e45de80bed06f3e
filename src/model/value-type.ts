import type { FieldSchema } from "./field-schema.ts";
import type { ValueType } from "./plugin-manifest.ts";

/** The kind of value by which a field is matched with plugins. */
export function valueType(schema: FieldSchema): ValueType {
  if (schema.reference !== undefined) return "reference";
  if (schema.enum !== undefined) return "choice";
  switch (schema.type) {
    case "string":
      if (schema.format === "date" || schema.format === "date-time" || schema.format === "html") {
        return schema.format;
      }
      return "string";
    case "object":
      return schema.image === true ? "image" : "object";
    case "array":
      return schema.items?.image === true ? "images" : "array";
    default:
      return schema.type;
  }
}
