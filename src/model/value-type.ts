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

/** A text of each format is a kind of its own, or a plain text that keeps a form. */
const TEXT_TYPES: Readonly<Record<NonNullable<FieldSchema["format"]>, ValueType>> = {
  date: "date",
  "date-time": "date-time",
  html: "html",
  email: "string",
  uri: "string",
};

export function valueType(schema: FieldSchema): ValueType {
  if (schema.reference !== undefined) return "reference";
  if (schema.enum !== undefined) return "choice";
  switch (schema.type) {
    case "string":
      return schema.format === undefined ? "string" : TEXT_TYPES[schema.format];
    case "object":
      return schema.image === true ? "image" : "object";
    case "array":
      return schema.items?.image === true ? "images" : "array";
    default:
      return schema.type;
  }
}
