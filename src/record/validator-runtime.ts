import type { ErrorObject } from "ajv";
import { FORMAT_CHECKS } from "../model/formats.ts";

/** A compiled schema: returns whether a value is valid and sets `errors`. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Default export of a validator module: makes the validator. */
export type ValidatorModule = (require: (name: string) => unknown) => CompiledValidator;

/** The name by which compiled code requires the formats. */
export const FORMATS_MODULE = "formats";

/** What compiled code may require, by ajv's names. */
const RUNTIME: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["ajv/dist/runtime/ucs2length", { default: characters }],
  // For long enums, whose values are texts and numbers.
  ["ajv/dist/runtime/equal", { default: (a: unknown, b: unknown) => a === b }],
  [FORMATS_MODULE, FORMAT_CHECKS],
]);

/** The `require` of validator modules. */
export function requireForValidator(name: string): unknown {
  const found = RUNTIME.get(name);
  if (found === undefined)
    throw new Error(`A validator asks for "${name}", which is not part of its runtime.`);
  return found;
}

/** Length in characters as JSON Schema counts them: one for each, those outside the basic plane too. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
