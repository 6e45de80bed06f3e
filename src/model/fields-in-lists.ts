import type { Field } from "./entity.ts";
import type { FieldSchema } from "./field-schema.ts";
import { valueType } from "./value-type.ts";

/**
 * Whether answers of lists have a field. They leave formatted texts (HTML) out, which would make megabytes of a page. A
 * PUT of such an answer keeps what is absent. It replaces a list as a whole, so a list whose items have HTML is left out as
 * a whole; an object is there without its HTML.
 */
export function isInLists(schema: FieldSchema): boolean {
  if (schema.type === "array") return schema.items === undefined || !hasHtml(schema.items);
  return valueType(schema) !== "html";
}

function hasHtml(schema: FieldSchema): boolean {
  if (valueType(schema) === "html") return true;
  const inner = schema.type === "array" ? [schema.items] : Object.values(schema.properties ?? {});
  return inner.some((one) => one !== undefined && hasHtml(one));
}

/** The fields that answers of lists have, objects with those of their fields. */
export function fieldsInLists(fields: readonly Field[]): readonly Field[] {
  return fields
    .filter(({ schema }) => isInLists(schema))
    .map((field) => (field.fields === undefined ? field : { ...field, fields: fieldsInLists(field.fields) }));
}
