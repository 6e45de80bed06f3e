import { Ajv } from "ajv";
import type { Check } from "../draft.ts";
import { FORMATS } from "../field-schema.ts";
import { fieldWords } from "../placed-field.ts";
import { below } from "../pointer.ts";
import { recordSchema } from "../record-schema.ts";
import { fieldSets } from "./field-sets.ts";

/** Every pattern and every schema compiles, as it will be compiled to validate records. */
export const checkSchemas: Check = (draft, report) => {
  for (const set of fieldSets(draft)) {
    let patternsHold = true;
    for (const field of set.fields) {
      const { pattern } = field.schema;
      const fault = pattern === undefined ? undefined : patternFault(pattern);
      if (fault === undefined) continue;
      patternsHold = false;
      const message = `The pattern of ${fieldWords(field)} is no regular expression: ${fault}.`;
      report(set.file, below(field.path, "pattern"), "BAD_PATTERN", message);
    }
    if (!patternsHold) continue;
    // which keywords go with which types is told by check-fields, in better words
    const formats = Object.fromEntries(FORMATS.map((format) => [format, true as const]));
    const ajv = new Ajv({ strict: true, strictTypes: false, allErrors: true, formats, logger: false });
    try {
      ajv.compile(recordSchema(set.properties));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report(set.file, set.at, "BAD_SCHEMA", `The fields of ${set.words} make no schema: ${reason}.`);
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
