import fc from "fast-check";
import { expect, it } from "vitest";
import { lineDiff } from "../../src/cli/migrate.ts";

it("shows what differs with two lines around it, and leaves out the rest", () => {
  const before = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
  const after = ["a", "b", "c", "d", "E", "f", "g", "h", "i"];
  expect(lineDiff(before.join("\n"), after.join("\n"))).toEqual([
    ...["  c", "  d", "- e", "+ E", "  f", "  g", "  …"],
  ]);
});

it("shows nothing of texts that are the same", () => {
  expect(lineDiff("a\nb", "a\nb")).toEqual([]);
});

it("takes away and adds what makes one text of the other", () => {
  const text = fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 4 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const rows = lineDiff(before, after);
      const lines = (mark: string) => rows.filter((row) => row.startsWith(mark)).map((row) => row.slice(2));
      const rest = (whole: string, part: string[]) => whole.split("\n").length - part.length;
      expect(rest(before, lines("-"))).toBe(rest(after, lines("+")));
      expect(before.split("\n")).toEqual(expect.arrayContaining(lines("-")));
      expect(after.split("\n")).toEqual(expect.arrayContaining(lines("+")));
    }),
  );
});
