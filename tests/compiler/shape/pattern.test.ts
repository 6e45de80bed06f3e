import { expect, it } from "vitest";
import { findPatternFault } from "../../../src/compiler/shape/pattern.ts";

it.each([
  "(a+)+$",
  "(a|a)*b",
  "^(\\d+)*$",
  "^([0-9]+-?)+$",
  "^(.*)*x$",
  "^\\S+@\\S+\\.\\S+$",
  "^(?<n>a+)+$",
  "^(?<日>a+)+$",
  "^(?<n>[)(]+)+\\)$",
  "^(x)(?<n>a+)\\k<n>+$",
  "^(?:\\k<n>1)*(?<n>a*)*$",
  "(\\p{L}+)+$",
])("%s can hang: refused within a second", (pattern) => {
  const start = performance.now();
  expect(findPatternFault(pattern)).toEqual({ kind: "slow" });
  expect(performance.now() - start).toBeLessThan(3000);
});

it.each([
  "^(?<\\u0061>x)\\k<a>$",
  `${"(".repeat(11)}a${")".repeat(11)}`,
  `${"(".repeat(3000)}a${")".repeat(3000)}`,
  "a".repeat(501),
  `^${"(?:".repeat(80)}a${")*".repeat(80)}$`,
  `^(${"a|b".repeat(200)})$`,
])("%s cannot be checked: refused too", (pattern) => {
  expect(() => new RegExp(pattern, "u")).not.toThrow();
  const start = performance.now();
  expect(findPatternFault(pattern)).toEqual({ kind: "unreadable" });
  expect(performance.now() - start).toBeLessThan(1000);
});

it.each([
  "^97[89][0-9]{10}$",
  "^L-[0-9]{4}$",
  "^(09\\d{8}|0[2-8]\\d{7,8})$",
  "^[a-z]+(-[a-z]+)*$",
  "^[^\\s@]+@[^\\s@]+$",
  "^\\p{Script=Han}{2,4}$",
  "^\\d{1,3}(,\\d{3})*$",
  "^(?=.*\\d).{8,}$",
  "^\\(\\(\\(\\(\\(\\(\\(\\(\\(\\(\\([((((((((((((]((((((((((a))))))))))$",
  "^(?<year>\\d{4})-(?<month>\\d{2})$",
  "^(?<mark>[-/])\\d\\k<mark>1$",
  "^(?<=a)[(?<n>]b\\(?<?c>$",
  `^${"(\\d)-".repeat(12)}x$`,
  `^${"(?<y>a)".replace("y", "y1")}${"((b)(c))".repeat(11)}$`,
  `^${"(".repeat(10)}a${")".repeat(10)}$`,
  `^${"a".repeat(498)}$`,
  "a",
])("%s answers every text quickly", (pattern) => {
  expect(findPatternFault(pattern)).toBeUndefined();
});

it("says why a pattern is none", () => {
  expect(findPatternFault("[0-9")).toEqual({ kind: "none", reason: expect.stringContaining("Unterminated") });
});
