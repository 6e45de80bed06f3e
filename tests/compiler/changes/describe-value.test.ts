import { expect, it } from "vitest";
import { shortText } from "../../../src/compiler/changes/describe-value.ts";

it.each([
  ["", '""'],
  ["a text", "a text"],
  [[], "[]"],
  [["a", 1, true], "a, 1, true"],
  [{}, "{}"],
  [{ a: [], b: { c: "" } }, 'a: [], b: c: ""'],
  [null, "null"],
])("the value %j reads %s", (value, text) => {
  expect(shortText(value)).toBe(text);
});

it("a text of two hundred characters is whole, a longer one is cut to as many", () => {
  expect(shortText("x".repeat(200))).toBe("x".repeat(200));
  expect(shortText("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
});
