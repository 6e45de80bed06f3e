import type { JSONSchema } from "vscode-json-languageservice";
import { TYPES_KEYWORD } from "../../../model/published-keyword.ts";
import { ownValue } from "../../../record/json.ts";
import { valueAt } from "../../../record/path.ts";

/** The keys of a field that nearly every field needs. The others follow in the order of the schema. */
const FIRST: readonly string[] = [
  "type",
  "title",
  "format",
  "enum",
  "labels",
  "reference",
  "items",
  "properties",
  "required",
  "image",
];
/** Editors need it, people do not. */
const LAST = "$schema";

/** Keys of an object in the order in which people need them. */
export function inOrderOfNeed<T extends { readonly label: string }>(
  keys: readonly T[],
  first: readonly string[] = [],
): readonly T[] {
  const rank = ({ label }: T) => {
    const index = first.indexOf(label);
    return label === LAST ? first.length + 1 : index === -1 ? first.length : index;
  };
  return [...keys].sort((one, other) => rank(one) - rank(other));
}

/** Keys of a field likewise, without those that its type cannot have. @param field as it is written so far */
export function fieldKeys<T extends { readonly label: string }>(
  keys: readonly T[],
  field: unknown,
  schema: JSONSchema,
): readonly T[] {
  const type = ownValue(field, "type");
  const may = ({ label }: T) => {
    const types = valueAt(schema, ["definitions", "FieldSchema", "properties", label, TYPES_KEYWORD]);
    return type === undefined || !Array.isArray(types) || types.includes(type);
  };
  return inOrderOfNeed(keys.filter(may), FIRST);
}
