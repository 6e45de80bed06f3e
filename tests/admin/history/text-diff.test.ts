import fc from "fast-check";
import { expect, it } from "vitest";
import { shortened, type TextPart, textDiff } from "../../../src/admin/history/text-diff.ts";

const signs = { same: "", removed: "-", added: "+" };
const written = (parts: readonly TextPart[]) =>
  parts.map(({ kind, text }) => (kind === "same" ? text : `[${signs[kind]}${text}]`)).join("");
const sideOf = (parts: readonly TextPart[], other: TextPart["kind"]) =>
  parts.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join("");

it.each([
  ["one two three", "one 2 three", "one [-two][+2] three"],
  ["one two three", "one three", "one [-two ]three"],
  ["", "new", "[+new]"],
  ["gone", "", "[-gone]"],
  ["a b c d", "a x y d", "a [-b c][+x y] d"],
  // A blank between two changes belongs to both; a line's end, or one beside what stays, does not.
  ["a b c", "x b y", "[-a][+x] b [-c][+y]"],
  ["one\ntwo", "1\n2", "[-one][+1]\n[-two][+2]"],
  ["one two", "two", "[-one ]two"],
  ["a x ", "b x ", "[-a][+b] x "],
  ["a b", "c", "[-a b][+c]"],
  ["a c", "a b c", "a [+b ]c"],
  ["same", "same", "same"],
  ["每杯折抵五元。", "每杯折抵十元。", "每杯折抵[-五元][+十元]。"],
])("%j and %j differ by words: %s", (was, now, expected) => {
  expect(written(textDiff(was, now, "zh-TW"))).toBe(expected);
});

it("has both texts whole, whatever they are", () => {
  const text = fc.array(fc.constantFrom("a ", "b", " ", "\n", "七", "八", "e\u0301"), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [was, now] = [one.join(""), other.join("")];
      const parts = textDiff(was, now);
      expect(sideOf(parts, "added")).toBe(was);
      expect(sideOf(parts, "removed")).toBe(now);
      expect(parts.every(({ text }) => text !== "")).toBe(true);
    }),
  );
});

it("compares long texts by lines, and what differs everywhere as a whole: in bounded time", () => {
  const lines = (word: string) => Array.from({ length: 1000 }, (_, index) => `${word} ${index} is here\n`);
  const [was, now] = [lines("old"), lines("old")];
  for (let index = 0; index < 1000; index += 2) now[index] = `other ${index} was\n`;
  const parts = textDiff(was.join(""), now.join(""));
  expect(parts.filter(({ kind }) => kind === "same")).toHaveLength(500);
  const all = textDiff(lines("one").join("").repeat(2), lines("two").join("").repeat(2));
  expect(all.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

it("cuts what stays the same to what is near a change", () => {
  const long = "word ".repeat(200);
  const parts = shortened(textDiff(`${long}old ${long}`, `${long}new ${long}`));
  expect(parts.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same"]);
  expect(parts[0]?.text).toMatch(/^ … /);
  expect(parts[3]?.text).toMatch(/ … $/);
  for (const { text } of parts) expect(text.length).toBeLessThan(100);
});

it("leaves so much on either side of a change, and cuts nothing that would be hardly shorter", () => {
  const same = (text: string): TextPart => ({ kind: "same", text });
  const changed: TextPart = { kind: "removed", text: "0123456789" };
  expect(shortened([same("abcdefg"), changed, same("abcdefg"), changed, same("abcdefg")], 2)).toEqual([
    same(" … fg"),
    changed,
    same("ab … fg"),
    changed,
    same("ab … "),
  ]);
  expect(shortened([changed, same("abcdef"), changed], 2)).toEqual([changed, same("abcdef"), changed]);
});
