import type { Check } from "../draft.ts";
import { judgePattern } from "../judge-pattern.ts";
import { below } from "../pointer.ts";
import { fieldSets } from "./field-sets.ts";

/** Every pattern is a regular expression, and none can be kept busy very long by some text. */
export const checkPatterns: Check = function* (draft, report) {
  for (const set of fieldSets(draft)) {
    for (const { schema, path } of set.fields) {
      if (schema.pattern === undefined) continue;
      yield;
      const fault = judgePattern(schema.pattern);
      if (fault === undefined) continue;
      const at = below(path, "pattern");
      if (fault.kind === "none") {
        report(set.file, at, "BAD_PATTERN", `The pattern is no regular expression: ${fault.reason}.`);
      } else if (fault.kind === "slow") {
        report(set.file, at, "SLOW_PATTERN", "Some text would keep this pattern busy very long.");
      } else {
        report(set.file, at, "SLOW_PATTERN", {
          message: "Nobody can tell whether some text would keep this pattern busy very long.",
          mend: "Write it in a plainer way: shorter, with fewer groups inside groups, without names of groups, without references back to them.",
        });
      }
    }
  }
};
