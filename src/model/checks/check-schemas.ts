import { Ajv } from "ajv";
import type { Check } from "../draft.ts";
import { recordSchema } from "../record-schema.ts";
import { faultsOf } from "../shape.ts";
import { fieldSets } from "./field-sets.ts";

const ajv = new Ajv({ allErrors: true, verbose: true, logger: false });

/**
 * The rules of the fields make a JSON Schema: what holds here compiles when the validators are made (a test tries
 * thousands). Compiling here too would make a large config wait seconds for each edit.
 */
export const checkSchemas: Check = (draft, report) => {
  for (const set of fieldSets(draft)) {
    if (ajv.validateSchema(recordSchema(set.properties))) continue;
    for (const { path, part, code: _code, missing: _missing, ...fault } of faultsOf(ajv.errors ?? [])) {
      report(set.file, `${set.at}${path}`, "BAD_SCHEMA", fault, part);
    }
  }
};
