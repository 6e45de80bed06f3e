import { describe, expect, it } from "vitest";
import { parseJsonFile } from "../../../src/compiler/source/json-file.ts";
import { followSyntaxHints } from "./applied-syntax-hint.ts";

const TEXT = `{
  "type": "integer",
  "unique": true,
  "limit": 1450,
  "title": "As on the spine",
  "list": ["a", "b"],
  "inner": {
    "x": 1
  },
  "last": 2
}
`;

/** What is reported of the text with one change: place, sentence, what to do. */
function reported(from: string, to: string): string[] {
  const text = TEXT.replace(from, () => to);
  expect(text).not.toBe(TEXT);
  return parseJsonFile("x.json", text).faults.map(
    ({ place, message, hint }) => `${place.line}:${place.column} ${message} ${hint}`,
  );
}

const QUOTE = 'The closing quote of this text is missing. Add " at its end, on the same line.';
const INSIDE = 'the line goes on without a comma. A " inside a text is written \\".';

/** What is written in place of a part of the text, and what is reported then. */
// biome-ignore format: a table, one row a case
const MISTAKES: readonly (readonly [from: string, to: string, says: string])[] = [
  ['"integer"', "\u201Cinteger\u201D", '2:11 \u201C is a curly quote. Write a straight " instead.'],
  ['"integer"', "'integer'", "2:11 ' is a single quote. Write a double \" instead."],
  ['"integer",', '"integer"\uFF0C', '2:20 \uFF0C is the full-width form of ",". Write , instead.'],
  ['"type": ', '"type"\uFF1A', '2:9 \uFF1A is the full-width form of ":". Write : instead.'],
  ['"integer",', '"integer"\u3001', "2:20 \u3001 stands where it means nothing. Write , instead."],
  ['"integer",', '"integer";', "2:20 ; stands where it means nothing. Write , instead."],
  ["true", "\u3000true", "3:13 This space is not an ordinary one. Write an ordinary space instead."],
  ["true", "True", "3:13 True is no word of JSON. Write true, all in small letters and without quotes."],
  ["true", "NULL", "3:13 NULL is no word of JSON. Write null, all in small letters and without quotes."],
  ["true", "None", "3:13 None is no word of JSON. Write null, all in small letters and without quotes."],
  ['"unique"', "unique", '3:3 The key unique stands without quotes. Write "unique".'],
  ['"unique"', '"unique', `3:3 ${QUOTE}`],
  ['"unique"', 'unique"', '3:3 The quote before unique is missing. Write "unique".'],
  ['"As on the spine"', "As on the spine", '5:12 The text As on the spine stands without quotes. Write "As on the spine".'],
  ['"As on the spine"', '"As on the spine', `5:12 ${QUOTE}`],
  ['"As on the spine"', '"As on "the" spine"', `5:20 After the text "As on " ${INSIDE}`],
  ['"As on the spine",\n  "list"', '"As on the spine"\n  list"', '6:3 The quote before list is missing. Write "list".'],
  ["1450", "12,345,678", "4:12 The number 12,345,678 has a comma in it. Write 12345678."],
  ["1450", "1,450", "4:12 The number 1,450 has a comma in it. Write 1450."],
  ["1450", "12,5", "4:12 The number 12,5 has a comma in it. Write 12.5."],
  ['["a", "b"]', "[1, 1,000]", "6:15 The number 1,000 has a comma in it. Write 1000."],
  ["true,", "true, # yes", "3:19 JSON has no comments. Remove the comment."],
  ["true,", "true", "4:3 A comma is missing at the end of line 3. Put a comma there."],
  ['"b"],', '"b",', "6:11 The [ of line 6 is not closed. Write ] where it ends, by the indentation before line 7."],
  ['["a"', '"a"', "6:19 The ] of line 6 closes nothing. Write [ where that begins which it closes, or remove it."],
  ['"b"]', '"b"}', "6:20 This } closes a [. Write ] instead."],
  ["  },\n", "", "7:12 The { of line 7 is not closed. Write } where it ends, by the indentation before line 9."],
  ['"inner": {', '"inner": ', "9:3 The } of line 9 closes nothing. Write { where that begins which it closes, or remove it."],
  ["2\n}", "2\n", "1:1 The { of line 1 is not closed. Write } where it ends."],
  ["2\n}", "2\n}}", "11:2 The } of line 11 closes nothing. Write { where that begins which it closes, or remove it."],
];

describe("a mistake of a person who writes JSON by hand is reported once, in her words", () => {
  it.each(MISTAKES)("%s → %s", (from, to, says) => {
    expect(reported(from, to)).toEqual([says]);
  });

  it.each(MISTAKES)("%s → %s: whoever does what it says has JSON again", (from, to, says) => {
    const left = followSyntaxHints(TEXT.replace(from, () => to));
    // A quote inside a text may end it or be part of it, and a bracket may be missing or too many.
    const isOpen = says.includes(INSIDE) || says.includes("or remove it");
    expect(left.map(({ message }) => message)).toEqual(isOpen ? [expect.any(String)] : []);
  });

  it("a text that lacks its quote is where it begins, whatever space is before what follows it", () => {
    expect(reported('"As on the spine"', '"As on "  the spine"')).toEqual([`5:12 ${QUOTE}`]);
  });

  it("two numbers of a list are no number with a comma", () => {
    expect(reported('["a", "b"]', "[1,450]")).toEqual([]);
  });

  it("signs of one kind, from a program that made them all, are one mistake", () => {
    const text = TEXT.replaceAll(/"(\w+)":/g, "\u201C$1\u201D:");
    const { faults } = parseJsonFile("x.json", text);
    expect(faults.map(({ message }) => message)).toEqual([
      "\u201C is a curly quote. So it is on 8 lines; the first is here.",
    ]);
  });

  it("an empty file says how its text comes back", () => {
    const { faults } = parseJsonFile("x.json", " \n");
    expect(faults[0]).toMatchObject({
      message: "The file is empty.",
      hint: expect.stringContaining("backup"),
    });
  });
});
