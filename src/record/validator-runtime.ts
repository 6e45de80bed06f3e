import type { ErrorObject } from "ajv";
import { FORMAT_CHECKS } from "../model/formats.ts";

/** A compiled schema: judges a value and leaves what is wrong in `errors`. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Default export of a validator module: makes the validator from the functions that it needs. */
export type ValidatorModule = (require: (name: string) => unknown) => CompiledValidator;

/** Name under which compiled code asks for the formats. */
export const FORMATS_MODULE = "formats";

/** What the code of a compiled schema may ask for, under the names that ajv gives them. */
const RUNTIME: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["ajv/dist/runtime/ucs2length", { default: characters }],
  // Asked for by long enums, whose values are texts and numbers.
  ["ajv/dist/runtime/equal", { default: same }],
  [FORMATS_MODULE, FORMAT_CHECKS],
]);

/** The `require` of validator modules. Throws for a name that no compiled schema uses. */
export function requireForValidator(name: string): unknown {
  const found = RUNTIME.get(name);
  if (found === undefined)
    throw new Error(`A validator asks for "${name}", which is not part of its runtime.`);
  return found;
}

/** Length in characters, one for those outside the basic plane too, as JSON Schema counts. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function same(a: unknown, b: unknown): boolean {
  return a === b;
}
