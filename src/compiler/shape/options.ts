import { Ajv, type ValidateFunction } from "ajv";
import { FORMAT_CHECKS } from "../../model/formats.ts";
import { type OptionSchema, plainOption } from "../../model/option-schema.ts";
import { FAST_TO_COMPILE, faultsOf, type ShapeFault } from "./shape.ts";

// The shape of the schema is checked already (`option-schema.ts`).
const AJV_OPTIONS = {
  ...FAST_TO_COMPILE,
  allErrors: true,
  verbose: true,
  strict: false,
  useDefaults: true,
  formats: FORMAT_CHECKS,
} as const;

const compiled = new WeakMap<OptionSchema, ValidateFunction>();

/** The faults of a value, with defaults filled into a copy. The schema's patterns must be regular expressions. */
export function optionFaults(schema: OptionSchema, value: unknown): readonly ShapeFault[] {
  const validate = compileOptions(schema);
  return validate(structuredClone(value)) ? [] : faultsOf(validate.errors ?? [], "It");
}

/** A validator that fills defaults into the value. */
export function compileOptions<T>(schema: OptionSchema): ValidateFunction<T> {
  const known = compiled.get(schema);
  // A new Ajv each time: a shared one keeps every schema that it ever compiled.
  const validate = known ?? new Ajv(AJV_OPTIONS).compile(plainOption(schema));
  compiled.set(schema, validate);
  return validate as ValidateFunction<T>;
}
