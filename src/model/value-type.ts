import type { FieldSchema } from "./field-schema.ts";
import type { ValueType } from "./plugin-manifest.ts";

/** The kinds of value in words, with the word that JSON has for them where it is another. */
const WORDS: Readonly<Record<ValueType, string>> = {
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
};

export function valueWords(type: ValueType): string {
  return WORDS[type];
}

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
