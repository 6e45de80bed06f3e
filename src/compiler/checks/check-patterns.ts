import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below } from "../../record/path.ts";
import { findPatternFault } from "../shape/pattern.ts";
import type { Check } from "../written-config.ts";

/** Every pattern is a regular expression, and no text keeps one busy very long. */
export const checkPatterns: Check = function* ({ fieldSets }) {
  for (const { fields, report } of fieldSets) {
    for (const { schema, path } of fields) {
      if (schema.pattern === undefined) continue;
      yield;
      const found = patternFault(schema.pattern);
      if (found !== undefined) report(below(path, "pattern"), found.code, found.fault);
    }
  }
};

/** What is wrong with a pattern, in words. */
export function patternFault(
  pattern: string,
): { readonly code: ProblemCode; readonly fault: Fault } | undefined {
  const fault = findPatternFault(pattern);
  if (fault === undefined) return undefined;
  if (fault.kind === "none") {
    const message = `The pattern is no regular expression: ${fault.reason}.`;
    return { code: "BAD_PATTERN", fault: { message } };
  }
  if (fault.kind === "slow") {
    const message = "Some text would keep this pattern busy very long.";
    return { code: "SLOW_PATTERN", fault: { message } };
  }
  const message = "Nobody can tell whether some text would keep this pattern busy very long.";
  const hint =
    "Write it in a plainer way: shorter, with fewer groups inside groups, without names of groups, without references back to them.";
  return { code: "SLOW_PATTERN", fault: { message, hint } };
}
