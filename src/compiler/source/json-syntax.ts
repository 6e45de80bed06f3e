import { type ParseError, printParseErrorCode } from "jsonc-parser";
import { bracketFault } from "./json-brackets.ts";
import { wordFaults } from "./json-words.ts";
import type { JsonFault, LineStarts } from "./place.ts";

/**
 * The faults: words and signs that JSON does not have, else a bracket without its partner, because the parser reports both
 * at other places; else the parser's errors, the first of each line.
 */
export function syntaxFaults(
  errors: readonly ParseError[],
  source: string,
  lines: LineStarts,
): readonly JsonFault[] {
  if (errors.length === 0) return [];
  const words = wordFaults(source, lines);
  if (words.length > 0) return words;
  const isCommented = errors.some(({ error }) => printParseErrorCode(error) === "InvalidCommentToken");
  const bracket = isCommented ? undefined : bracketFault(source, lines);
  if (bracket !== undefined) return [bracket];
  const faults = new Map<number, JsonFault>();
  for (const error of errors) {
    const place = lines.place(error.offset, error.length);
    if (faults.has(place.line)) continue;
    faults.set(place.line, { code: "JSON_SYNTAX", place, ...syntaxFault(error, source, lines) });
  }
  return [...faults.values()];
}

/** Whether the parser still reads all values: a comma is missing, or stands before a closing bracket. */
export function isHarmless({ error, offset }: ParseError, source: string): boolean {
  const name = printParseErrorCode(error);
  if (name === "CommaExpected") return true;
  if (name !== "PropertyNameExpected" && name !== "ValueExpected") return false;
  return (
    /,\s*$/.test(source.slice(Math.max(0, offset - NEAR), offset)) &&
    /^[}\]]/.test(source.slice(offset, offset + 1))
  );
}

const NEAR = 500;

function syntaxFault(
  { error, offset }: ParseError,
  source: string,
  lines: LineStarts,
): Pick<JsonFault, "message" | "hint"> {
  if (source.trim() === "")
    return {
      message: "The file is empty.",
      hint: "Put back the text that it had: undo, return to the text before, or take it from a backup.",
    };
  if (printParseErrorCode(error) === "CommaExpected") {
    const before = lines.position(source.slice(0, offset).trimEnd().length - 1).line;
    if (before !== lines.position(offset).line)
      return { message: `A comma is missing at the end of line ${before}.`, hint: "Put a comma there." };
  }
  const [message, hint] = SYNTAX_WORDS.get(printParseErrorCode(error)) ?? ["A value is expected here."];
  return { message, ...(hint && { hint }) };
}

/** Message and hint for jsonc-parser's codes. */
const SYNTAX_WORDS: ReadonlyMap<string, readonly [message: string, hint?: string]> = new Map([
  [
    "InvalidSymbol",
    ["This is no word of JSON.", "Put a text in double quotes; true, false and null have none."],
  ],
  [
    "InvalidNumberFormat",
    ["This is no number.", "Write digits with a point before the decimals, such as 12.5."],
  ],
  [
    "PropertyNameExpected",
    ["A key in double quotes is expected here.", "Remove the comma before it, or write the key."],
  ],
  ["ValueExpected", ["A value is expected here.", "Remove the comma before it, or write the value."]],
  ["ColonExpected", ["A colon is expected after the key.", "Write : between the key and its value."]],
  ["CommaExpected", ["A comma is missing before this.", "Put a comma after what stands before it."]],
  ["CloseBraceExpected", ["A closing } is missing.", "Add } where the object that was opened ends."]],
  ["CloseBracketExpected", ["A closing ] is missing.", "Add ] where the list that was opened ends."]],
  [
    "EndOfFileExpected",
    ["The file goes on after its end.", "Remove what is too many; perhaps it is a closing bracket."],
  ],
  ["InvalidCommentToken", ["JSON has no comments.", "Remove the comment."]],
  ["UnexpectedEndOfComment", ["JSON has no comments.", "Remove the comment."]],
  [
    "UnexpectedEndOfString",
    ["The closing quote of this text is missing.", 'Add " at its end, on the same line.'],
  ],
  ["UnexpectedEndOfNumber", ["This number is not complete.", "Write the rest of it."]],
  ["InvalidUnicode", ["This is no character.", "Write four digits after \\u, or the character itself."]],
  ["InvalidEscapeCharacter", ["There is no such character after \\.", "Write \\\\ for a \\ in a text."]],
  [
    "InvalidCharacter",
    ["This character cannot stand in a text.", "Write \\n for the end of a line, \\t for a tab."],
  ],
]);
