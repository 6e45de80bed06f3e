import type { FieldSchema } from "../../model/field-schema.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { type ValueType, valueType, valueWords } from "../../model/value-type.ts";

/** Whether a widget takes the field, or a cell the kind of value. */
export function serves({ values, itemField }: PluginManifest, edited: FieldSchema | ValueType): boolean {
  if (typeof edited === "string") return values.includes(edited);
  const type = valueType(edited);
  if (!values.includes(type)) return false;
  const { items } = edited;
  if (type !== "array" || itemField === undefined || items === undefined) return true;
  return Object.values(items.properties ?? {}).some(({ reference }) => reference !== undefined);
}

/** What a plugin serves, in words: `a number ("number"), a list of objects that hold a reference`. */
export function servedWords({ values, itemField }: PluginManifest): string {
  const isOfObjects = (type: ValueType) => type === "array" && itemField !== undefined;
  return values
    .map((type) => (isOfObjects(type) ? "a list of objects that hold a reference" : valueWords(type)))
    .join(", ");
}

/** What a field holds, in words: of a list, what its items are. */
export function fieldWords(field: FieldSchema): string {
  const type = valueType(field);
  if (type !== "array" || field.items === undefined) return valueWords(type);
  const { properties = {} } = field.items;
  const item = valueType(field.items);
  if (item !== "object") return `a list of ${MANY[item]}`;
  const has = Object.values(properties).some(({ reference }) => reference !== undefined);
  return `a list of objects ${has ? "with" : "without"} a reference`;
}

const MANY: Readonly<Record<Exclude<ValueType, "object">, string>> = {
  string: 'texts ("string")',
  number: 'numbers ("number")',
  integer: 'whole numbers ("integer")',
  boolean: 'yes/nos ("boolean")',
  array: 'lists ("array")',
  choice: 'choices ("enum")',
  reference: "references",
  date: "dates",
  "date-time": 'moments ("date-time")',
  html: 'formatted texts ("html")',
  image: "pictures",
  images: "lists of pictures",
};
