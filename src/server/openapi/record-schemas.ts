import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import type { Field, ResolvedReference } from "../../model/entity.ts";
import { SCHEMA_RULES } from "../../model/keywords.ts";
import { arrayOf, exactObject, nullable, shared, VALUE } from "./schema-parts.ts";

/** What a reference is answered as; undefined: as the plain id. */
export type ReferenceSchema = (reference: ResolvedReference) => JsonSchema | undefined;

const asId: ReferenceSchema = () => undefined;

export const SYSTEM_PROPERTIES = {
  _id: VALUE.text,
  createdAt: VALUE.moment,
  updatedAt: VALUE.moment,
  updatedBy: VALUE.textOrNull,
  updatedById: VALUE.textOrNull,
  isProtected: VALUE.yesNo,
};

/**
 * Fields as they are answered: each of them is there. Only their types are certain: what was stored before a rule was
 * written may break it.
 */
export function answeredProperties(
  fields: readonly Field[],
  referenceSchema: ReferenceSchema = asId,
): Record<string, JsonSchema> {
  const readable = fields.filter(({ schema }) => schema.writeOnly !== true && schema.formOnly !== true);
  return Object.fromEntries(readable.map((field) => [field.name, answeredValue(field, referenceSchema)]));
}

function answeredValue(field: Field, referenceSchema: ReferenceSchema): JsonSchema {
  const { schema, reference, fields, items } = field;
  const said = wordsOf(field);
  const record = reference && referenceSchema(reference);
  if (record !== undefined) return { ...said, ...nullable(record) };
  if (schema.image === true) return { ...said, ...nullable(shared("Image")) };
  if (fields !== undefined) return { ...said, ...exactObject(answeredProperties(fields, referenceSchema)) };
  if (schema.type !== "array") return { ...said, type: [schema.type, "null"] };
  return { ...said, ...arrayOf(items === undefined ? {} : answeredValue(items, referenceSchema)) };
}

/** Fields as they are sent, with the rules that JSON Schema can say. The server may refuse more: what depends on other fields. */
export function sentProperties(fields: readonly Field[]): Record<string, JsonSchema> {
  const sent = fields.filter(({ schema }) => schema.formOnly !== true);
  return Object.fromEntries(sent.map((field) => [field.name, sentValue(field)]));
}

/** The fields without which no record is made, whatever else is in it. */
export function requiredNames(fields: readonly Field[]): readonly string[] {
  const always = fields.filter(
    ({ schema, required, conditions }) =>
      required && conditions.length === 0 && schema.default === undefined && schema.formOnly !== true,
  );
  return always.map(({ name }) => name);
}

/** Written as the field has them. What the others say depends on whether the field may be empty. */
const KEYWORDS = [
  ...SCHEMA_RULES.filter((rule) => rule !== "type" && rule !== "enum" && rule !== "format"),
  "default",
] as const;

function sentValue(field: Field): JsonSchema {
  const { schema, required, fields, items } = field;
  const said = wordsOf(field);
  if (schema.image === true) {
    const image = { type: "object", properties: { fileName: VALUE.text }, required: ["fileName"] };
    return { ...said, ...(required ? image : nullable(image)) };
  }
  const rules = KEYWORDS.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]]));
  const choices = schema.enum === undefined ? {} : { enum: required ? schema.enum : [...schema.enum, null] };
  // Of formatted text JSON Schema knows no format.
  const format = schema.format === undefined || schema.format === "html" ? {} : { format: schema.format };
  return {
    ...said,
    type: required ? schema.type : [schema.type, "null"],
    ...Object.fromEntries(rules),
    ...choices,
    ...format,
    ...(schema.writeOnly === true ? { writeOnly: true } : {}),
    ...(fields === undefined ? {} : { properties: sentProperties(fields) }),
    ...(items === undefined ? {} : { items: sentValue(items) }),
  };
}

function wordsOf({ label, schema: { description } }: Field): JsonSchema {
  return {
    ...(label === "" ? {} : { title: label }),
    ...(description === undefined ? {} : { description }),
  };
}
