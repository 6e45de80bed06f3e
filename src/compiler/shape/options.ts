import { Ajv, type ValidateFunction } from "ajv";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import { type OptionSchema, plainOption } from "../../model/option-schema.ts";
import { faultsOf, type ShapeFault } from "./shape.ts";

// The schema itself is checked already, by its own shape (`option-schema.ts`).
const AJV_OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  meta: false,
  validateSchema: false,
  useDefaults: true,
  formats: FORMAT_CHECKS,
} as const;

/** A cache, and nothing more: what is compiled follows from the schema alone. */
const compiled = new WeakMap<OptionSchema, ValidateFunction>();

/**
 * What a schema of options refuses of a value, once defaults are filled in: the value itself stays as it is. The schema's
 * patterns must be regular expressions.
 */
export function optionFaults(schema: OptionSchema, value: unknown): readonly ShapeFault[] {
  const validate = compileOptions(schema);
  return validate(structuredClone(value)) ? [] : faultsOf(validate.errors ?? [], "It");
}

/** The same as a function that fills in defaults: it changes what it is given. */
export function compileOptions<T>(schema: OptionSchema): ValidateFunction<T> {
  const known = compiled.get(schema);
  // An Ajv of its own: one that is shared keeps every schema that it ever compiled.
  const validate = known ?? new Ajv(AJV_OPTIONS).compile(plainOption(schema));
  compiled.set(schema, validate);
  return validate as ValidateFunction<T>;
}
