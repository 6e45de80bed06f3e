import { Ajv, type ValidateFunction } from "ajv";
import { FORMAT_CHECKS } from "./formats.ts";
import { type OptionSchema, plainOption } from "./option-schema.ts";
import { faultsOf, type ShapeFault } from "./shape.ts";

// What a schema may say, its own shape has judged (`option-schema.ts`).
const JUDGING = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  formats: FORMAT_CHECKS,
} as const;
const judging = new Ajv(JUDGING);
const filling = new Ajv({ ...JUDGING, useDefaults: true });

/** What a schema of options refuses of a value. Its patterns must be regular expressions. */
export function optionFaults(schema: OptionSchema, value: unknown): readonly ShapeFault[] {
  const validate = judging.compile(plainOption(schema));
  return validate(value) ? [] : faultsOf(validate.errors ?? [], "It");
}

/** The same as a function that fills in defaults: it changes what it is given. */
export function compileOptions<T>(schema: OptionSchema): ValidateFunction<T> {
  return filling.compile<T>(plainOption(schema));
}
