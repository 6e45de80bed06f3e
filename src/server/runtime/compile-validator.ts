import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { FieldSchema } from "../../model/field-schema.ts";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import { SCHEMA_RULES } from "../../model/keywords.ts";
import type { SchemaError } from "../../record/validate.ts";
import { FORMATS_MODULE } from "../../record/validator-runtime.ts";

/** A JSON Schema of plain keywords. */
type PlainSchema = { readonly [keyword: string]: unknown };

/** What a validator is made of. */
export function plainProperties(properties: Readonly<Record<string, FieldSchema>>): PlainSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plain(field)]));
}

function plain(field: FieldSchema): PlainSchema {
  const schema: Record<string, unknown> = {};
  for (const keyword of SCHEMA_RULES) {
    // Any text is valid as html.
    if (field[keyword] !== undefined && field[keyword] !== "html") schema[keyword] = field[keyword];
  }
  if (field.properties !== undefined) schema.properties = plainProperties(field.properties);
  if (field.items !== undefined) schema.items = plain(field.items);
  return schema;
}

export interface CompiledRecordValidator {
  /** The errors of the JSON Schema; `validateRecord` adds conditions and required fields. */
  check(record: unknown): readonly SchemaError[];
  /**
   * The same as an ES module, because the page forbids evaluation: `export default function (require) { … }` returns the
   * validator. `require` is `requireForValidator` of `record/validator-runtime.ts`.
   */
  readonly moduleCode: string;
}

/** Decimals of `multipleOf`: 0.3 is a multiple of 0.1 in spite of binary fractions. */
const PRECISION = 6;

/**
 * Compiles the fields of an entity or of the registration page, without `required` (conditions decide that) and without
 * our own keywords. Undeclared keys are allowed: they were dropped before.
 */
export function compileValidator(properties: Readonly<Record<string, FieldSchema>>): CompiledRecordValidator {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    // The config is checked already, and this is quadratic in the choices of a field.
    validateSchema: false,
    multipleOfPrecision: PRECISION,
    formats: { ...FORMAT_CHECKS },
    code: { source: true, formats: _`require(${FORMATS_MODULE})` },
  });
  const validate = ajv.compile({ type: "object", properties: plainProperties(properties) });
  return {
    check: (record) => (validate(record) ? [] : (validate.errors ?? [])),
    moduleCode: asModule(standaloneCode(ajv, validate)),
  };
}

/** ajv writes a CommonJS module: it gets `require` as a parameter and `module` as a variable. */
function asModule(code: string): string {
  return `export default function (require) {
const module = { exports: {} };
${code}
return module.exports;
}
`;
}
