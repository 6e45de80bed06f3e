import type { FieldSchema } from "../../model/field-schema.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { type ValueType, valueType, valueWords } from "../../model/value-type.ts";

/** Whether a widget takes the field, or a cell the kind of value. */
export function serves({ values, items }: PluginManifest, edited: FieldSchema | ValueType): boolean {
  if (typeof edited === "string") return values.includes(edited);
  const type = valueType(edited);
  if (!values.includes(type)) return false;
  if (type !== "array" || items === undefined || edited.items === undefined) return true;
  const item = valueType(edited.items);
  if (!items.values.includes(item)) return false;
  if (item !== "object" || items.fields === undefined) return true;
  const fields = Object.values(edited.items.properties ?? {}).map(valueType);
  return items.fields.some((one) => fields.includes(one));
}

/** What a plugin serves, in words: `a number ("number"), a list of objects with a reference`. */
export function servedWords({ values, items }: PluginManifest): string {
  const words = values.map((type) => {
    if (type !== "array" || items === undefined) return valueWords(type);
    const fields = (items.fields ?? []).map(valueWords).join(" or ");
    const kinds = items.values.map((item) => listWords(item));
    return kinds.map((one) => (one === OBJECTS && fields !== "" ? `${one} with ${fields}` : one)).join(", ");
  });
  return words.join(", ");
}

/** What a field holds, in words: a list with what its items are. */
export function fieldWords(field: FieldSchema): string {
  const type = valueType(field);
  return type === "array" && field.items !== undefined ? listWords(valueType(field.items)) : valueWords(type);
}

const listWords = (item: ValueType) => `a list of ${MANY[item]}`;

const MANY: Readonly<Record<ValueType, string>> = {
  string: 'texts ("string")',
  number: 'numbers ("number")',
  integer: 'whole numbers ("integer")',
  boolean: 'yes/nos ("boolean")',
  object: 'objects ("object")',
  array: 'lists ("array")',
  choice: 'choices ("enum")',
  reference: "references",
  date: "dates",
  "date-time": 'moments ("date-time")',
  html: 'formatted texts ("html")',
  image: "pictures",
  images: "lists of pictures",
};
const OBJECTS = listWords("object");
