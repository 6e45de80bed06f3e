import type { Field } from "./entity.ts";
import type { FieldSchema } from "./field-schema.ts";
import { valueType } from "./value-type.ts";

/**
 * Answers of lists leave formatted texts (HTML) out: a page of long ones would be megabytes that no list shows. They are
 * absent, so that a PUT of what a list answered keeps them. A PUT replaces a list as a whole, so one whose items hold
 * some is left out whole; an object is there without them.
 */
export function isListed(schema: FieldSchema): boolean {
  if (schema.type === "array") return schema.items === undefined || !holdsHtml(schema.items);
  return valueType(schema) !== "html";
}

function holdsHtml(schema: FieldSchema): boolean {
  if (valueType(schema) === "html") return true;
  const inner = schema.type === "array" ? [schema.items] : Object.values(schema.properties ?? {});
  return inner.some((one) => one !== undefined && holdsHtml(one));
}

/** The fields as answers of lists have them. */
export function listedFields(fields: readonly Field[]): readonly Field[] {
  return fields
    .filter(({ schema }) => isListed(schema))
    .map((field) => {
      if (field.fields === undefined) return field;
      const inner = listedFields(field.fields);
      return inner.every((one, index) => one === field.fields?.[index]) &&
        inner.length === field.fields.length
        ? field
        : { ...field, fields: inner };
    });
}
