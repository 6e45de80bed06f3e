import { expect, test } from "vitest";
import { readNumber } from "../../../../src/stock/widgets/number/read-number.ts";

test.each([
  ["12", 12],
  [" 12 ", 12],
  ["-3", -3],
  ["+3", 3],
  ["12.5", 12.5],
  ["12.", 12],
  ["0.10", 0.1],
  ["1,000", 1000],
  ["1,234,567.5", 1234567.5],
  ["１２．５", 12.5],
])("%j is a number", (text, number) => {
  expect(readNumber(text, "en-GB")).toBe(number);
});

test.each(["", "  ", "\u3000"])("%j is nothing", (text) => {
  expect(readNumber(text, "en-GB")).toBeNull();
});

test.each(["abc", "12a", "1e3", "-", ".", "1,2", "12,34,5", "1.2.3", "0x10", "--1", "Infinity"])(
  "%j is no number and stays as typed",
  (text) => {
    expect(readNumber(text, "en-GB")).toBe(text);
  },
);

test.each([
  ["de", "1,234", "1,234"],
  ["fr", "1,234", "1,234"],
  ["de", "1234.5", 1234.5],
  ["zh-TW", "1,234", 1234],
])("in %s, %j is %j: a comma groups thousands where the locale writes them so", (locale, text, value) => {
  expect(readNumber(text, locale)).toBe(value);
});
