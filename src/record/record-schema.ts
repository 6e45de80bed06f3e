import type { FieldSchema } from "../model/field-schema.ts";

/** Keywords of a field that JSON Schema itself judges; all others are this product's own. */
const JUDGED = [
  "enum",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
] as const satisfies readonly (keyof FieldSchema)[];

/** A JSON Schema of plain keywords. */
export type PlainSchema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema by which a record is compiled: without `required` (conditions decide that) and without the
 * product's own keywords. Closed to nothing: undeclared keys are dropped before.
 */
export function recordSchema(properties: Readonly<Record<string, FieldSchema>>): PlainSchema {
  return { type: "object", properties: plainProperties(properties) };
}

function plainProperties(properties: Readonly<Record<string, FieldSchema>>): PlainSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plain(field)]));
}

function plain(field: FieldSchema): PlainSchema {
  const schema: Record<string, unknown> = { type: field.type };
  for (const keyword of JUDGED) {
    if (field[keyword] !== undefined) schema[keyword] = field[keyword];
  }
  // html is a kind of value, not a form that text can fail
  if (field.format !== undefined && field.format !== "html") schema.format = field.format;
  if (field.properties !== undefined) schema.properties = plainProperties(field.properties);
  if (field.items !== undefined) schema.items = plain(field.items);
  return schema;
}
