import type { FieldSchema } from "../model/field-schema.ts";
import { SCHEMA_RULES } from "../model/keywords.ts";

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
  const schema: Record<string, unknown> = {};
  for (const keyword of SCHEMA_RULES) {
    // html is a kind of value, not a form that text can fail
    if (field[keyword] !== undefined && field[keyword] !== "html") schema[keyword] = field[keyword];
  }
  if (field.properties !== undefined) schema.properties = plainProperties(field.properties);
  if (field.items !== undefined) schema.items = plain(field.items);
  return schema;
}
