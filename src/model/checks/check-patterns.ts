import type { Check } from "../draft.ts";
import { judgePattern } from "../judge-pattern.ts";
import { below } from "../pointer.ts";
import { fieldSets } from "./field-sets.ts";

/** Every pattern is a regular expression, and none can be kept busy for ever by some text. */
export const checkPatterns: Check = (draft, report) => {
  for (const set of fieldSets(draft)) {
    for (const { schema, path } of set.fields) {
      const fault = schema.pattern === undefined ? undefined : judgePattern(schema.pattern);
      if (fault === undefined) continue;
      const at = below(path, "pattern");
      if (fault.kind === "none") {
        report(set.file, at, "BAD_PATTERN", `The pattern is no regular expression: ${fault.reason}.`);
      } else {
        report(set.file, at, "SLOW_PATTERN", "Some text would keep this pattern busy for ever.");
      }
    }
  }
};
