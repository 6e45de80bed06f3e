import { expect, it } from "vitest";
import { withoutGroupNames } from "../../../src/compiler/shape/pattern.ts";

it.each([
  ["(?<n>a+)+$", "(a+)+$"],
  ["(x)(?:y)(?<n>a)\\k<n>1", "(x)(?:y)(a)(?:\\2)1"],
  ["\\k<n>(?<n>a)", "(?:\\1)(a)"],
  ["(?<=a)(?<!b)(?=c)(?!d)(?<n>e)\\k<n>", "(?<=a)(?<!b)(?=c)(?!d)(e)(?:\\1)"],
  ["[(?<n>]\\(?<n>[\\](]\\\\(?<n>a)\\k<n>", "[(?<n>]\\(?<n>[\\](]\\\\(a)(?:\\1)"],
])("%s is %s", (pattern, same) => {
  expect(withoutGroupNames(pattern)).toBe(same);
});
