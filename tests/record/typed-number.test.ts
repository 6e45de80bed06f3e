import { describe, expect, test } from "vitest";
import { readNumber, writeNumber } from "../../src/record/typed-number.ts";

describe("readNumber", () => {
  test.each([
    ["12", 12],
    [" 12 ", 12],
    ["-3", -3],
    ["+3", 3],
    ["12.5", 12.5],
    ["12.", 12],
    [".5", 0.5],
    ["0.10", 0.1],
    ["1,000", 1000],
    ["-1,000", -1000],
    ["1,234,567.5", 1234567.5],
    ["１２．５", 12.5],
  ])("%j is a number where a point is for decimals", (text, number) => {
    expect(readNumber(text, "en-GB")).toBe(number);
    expect(readNumber(text, "zh-TW")).toBe(number);
  });

  test.each([
    ["de", "3,5", 3.5],
    ["de", "1,234", 1.234],
    ["de", ",5", 0.5],
    ["de", "-1.234.567,5", -1234567.5],
    ["de", "3.5", 3.5],
    ["de", "1234.5", 1234.5],
    ["fr", "1 234,5", 1234.5],
    ["fr", "1\u00a0234", 1234],
    ["fr", "1.234", 1.234],
    ["de-CH", "1’234.5", 1234.5],
    ["de-CH", "1'234", 1234],
    // Its own digits are not read, nor is its sign.
    ["ar-EG", "3.5", 3.5],
  ])("in %s, %j is a number", (locale, text, number) => {
    expect(readNumber(text, locale)).toBe(number);
  });

  test.each([
    ["de", "1.234"],
    ["de", "1.234.567"],
    ["de", "1,2,3"],
    ["de", "1.23,4"],
    ["de", "1 234"],
    ["fr", "1 23"],
    ["en-GB", "1 234"],
  ])("in %s, %j is none", (locale, text) => {
    expect(readNumber(text, locale)).toBeUndefined();
  });

  test.each(["", "  ", "\u3000"])("%j is nothing", (text) => {
    expect(readNumber(text, "en-GB")).toBeNull();
  });

  test.each([
    "abc",
    "12a",
    "1e3",
    "-",
    ".",
    "1,2",
    "12,34,5",
    "1,000,",
    "1.2.3",
    "0x10",
    "--1",
    "Infinity",
    "9".repeat(400),
  ])("%j is no number", (text) => {
    expect(readNumber(text, "en-GB")).toBeUndefined();
  });
});

test.each([
  [1234.5, "en-GB", "1234.5"],
  [1234.5, "de", "1234,5"],
  [-0.25, "fr", "-0,25"],
  [12, "de", "12"],
  [3.5, "ar-EG", "3.5"],
])("%d is written in %s as %s, and read again as what it is", (value, locale, text) => {
  expect(writeNumber(value, locale)).toBe(text);
  expect(readNumber(text, locale)).toBe(value);
});
