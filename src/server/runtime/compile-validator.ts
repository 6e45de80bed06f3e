import { _, Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { FieldSchema } from "../../model/field-schema.ts";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import { SCHEMA_RULES } from "../../model/keywords.ts";
import type { SchemaError } from "../../record/validate.ts";
import { FORMATS_MODULE } from "../../record/validator-runtime.ts";

/** A JSON Schema of plain keywords. */
type PlainSchema = { readonly [keyword: string]: unknown };

/**
 * The JSON Schema by which a record is compiled: without `required` (conditions decide that) and without the
 * product's own keywords. Closed to nothing: undeclared keys are dropped before.
 */
function recordSchema(properties: Readonly<Record<string, FieldSchema>>): PlainSchema {
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

export interface CompiledRecordValidator {
  /** All that the JSON Schema finds wrong; conditions and required fields are `validateRecord`'s. */
  check(record: unknown): readonly SchemaError[];
  /**
   * The same as an ES module for browsers that forbid evaluation: `export default function (require) { … }` answers
   * the validator. `require` is `requireForValidator` of `record/validator-runtime.ts`.
   */
  readonly moduleCode: string;
}

/** Decimals to which `multipleOf` is exact: 0.3 is a multiple of 0.1, whatever binary fractions say. */
const PRECISION = 6;

/** Compiles fields, of an entity or of the registration page. Throws where they make no schema; checked configs do. */
export function compileValidator(properties: Readonly<Record<string, FieldSchema>>): CompiledRecordValidator {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    // Of a checked config it holds, and asking is quadratic in the choices of a field.
    validateSchema: false,
    multipleOfPrecision: PRECISION,
    formats: { ...FORMAT_CHECKS },
    code: { source: true, formats: _`require(${FORMATS_MODULE})` },
  });
  const validate = ajv.compile(recordSchema(properties));
  return {
    check: (record) => (validate(record) ? [] : (validate.errors ?? [])),
    moduleCode: asModule(standaloneCode(ajv, validate)),
  };
}

/** ajv writes a CommonJS module; its `require` and `module` are given as parameter and variable. */
function asModule(code: string): string {
  return `export default function (require) {
const module = { exports: {} };
${code}
return module.exports;
}
`;
}
