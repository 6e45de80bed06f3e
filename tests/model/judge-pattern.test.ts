import { expect, it } from "vitest";
import { judgePattern } from "../../src/model/judge-pattern.ts";

it.each(["(a+)+$", "(a|a)*b", "^(\\d+)*$", "^([0-9]+-?)+$", "^(.*)*x$", "^\\S+@\\S+\\.\\S+$"])(
  "%s can hang: refused within a second",
  (pattern) => {
    const start = performance.now();
    expect(judgePattern(pattern)).toEqual({ kind: "slow" });
    expect(performance.now() - start).toBeLessThan(3000);
  },
);

it.each([
  "^97[89][0-9]{10}$",
  "^L-[0-9]{4}$",
  "^(09\\d{8}|0[2-8]\\d{7,8})$",
  "^[a-z]+(-[a-z]+)*$",
  "^[^\\s@]+@[^\\s@]+$",
  "^\\p{Script=Han}{2,4}$",
  "^\\d{1,3}(,\\d{3})*$",
  "^(?=.*\\d).{8,}$",
  "a",
])("%s answers every text quickly", (pattern) => {
  expect(judgePattern(pattern)).toBeUndefined();
});

it("says why a pattern is none", () => {
  expect(judgePattern("[0-9")).toEqual({ kind: "none", reason: expect.stringContaining("Unterminated") });
});
