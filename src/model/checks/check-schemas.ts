import { Ajv } from "ajv";
import type { Check } from "../draft.ts";
import { below } from "../pointer.ts";
import { recordSchema } from "../record-schema.ts";
import { faultsOf } from "../shape.ts";
import { fieldSets } from "./field-sets.ts";

const ajv = new Ajv({ allErrors: true, verbose: true, logger: false });

/**
 * Every pattern compiles, and every schema is one: what holds here compiles when the validators are made (a test tries
 * thousands). Compiling here too would make a large config wait seconds for each edit.
 */
export const checkSchemas: Check = (draft, report) => {
  for (const set of fieldSets(draft)) {
    for (const field of set.fields) {
      const { pattern } = field.schema;
      const fault = pattern === undefined ? undefined : patternFault(pattern);
      if (fault === undefined) continue;
      const message = `The pattern is no regular expression: ${fault}.`;
      report(set.file, below(field.path, "pattern"), "BAD_PATTERN", message);
    }
    if (ajv.validateSchema(recordSchema(set.properties))) continue;
    for (const { path, part, code: _code, ...fault } of faultsOf(ajv.errors ?? [])) {
      report(set.file, `${set.at}${path}`, "BAD_SCHEMA", fault, part);
    }
  }
};

function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^Invalid regular expression: /, "")
      : String(error);
  }
}
