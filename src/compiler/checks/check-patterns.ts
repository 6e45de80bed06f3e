import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below } from "../../record/path.ts";
import type { Check } from "../written-config.ts";
import { findPatternFault } from "../shape/pattern.ts";

/** Every pattern is a regular expression, and none can be kept busy very long by some text. */
export const checkPatterns: Check = function* (config, report) {
  for (const set of config.fieldSets) {
    for (const { schema, path } of set.fields) {
      if (schema.pattern === undefined) continue;
      yield;
      const found = patternFault(schema.pattern);
      if (found !== undefined) report(set.file, below(path, "pattern"), found.code, found.fault);
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
  return {
    code: "SLOW_PATTERN",
    fault: {
      message: "Nobody can tell whether some text would keep this pattern busy very long.",
      hint: "Write it in a plainer way: shorter, with fewer groups inside groups, without names of groups, without references back to them.",
    },
  };
}
