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
  expect(readNumber(text)).toBe(number);
});

test.each(["", "  ", "\u3000"])("%j is nothing", (text) => {
  expect(readNumber(text)).toBeNull();
});

test.each(["abc", "12a", "1e3", "-", ".", "1,2", "12,34,5", "1.2.3", "0x10", "--1", "Infinity"])(
  "%j is no number and stays as typed",
  (text) => {
    expect(readNumber(text)).toBe(text);
  },
);
