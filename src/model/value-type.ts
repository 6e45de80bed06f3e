import type { FieldSchema } from "./field-schema.ts";

/** The kinds of value by which fields and plugins are matched, each with its name in messages. */
const VALUE_WORDS = {
  string: 'a text ("string")',
  number: 'a number ("number")',
  integer: 'a whole number ("integer")',
  boolean: 'a yes/no ("boolean")',
  object: "an object",
  array: 'a list ("array")',
  choice: 'a choice ("enum")',
  reference: "a reference",
  date: "a date",
  "date-time": 'a moment ("date-time")',
  html: 'a formatted text ("html")',
  image: "a picture",
  images: "a list of pictures",
} as const;

export type ValueType = keyof typeof VALUE_WORDS;
export const VALUE_TYPES = Object.keys(VALUE_WORDS) as readonly ValueType[];

export function valueWords(type: ValueType): string {
  return VALUE_WORDS[type];
}

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
