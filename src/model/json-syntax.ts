import { type ParseError, printParseErrorCode } from "jsonc-parser";
import type { LineStarts, Place } from "./place.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** What is wrong with a file as JSON, at its place. */
export interface JsonFault {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
  readonly mend?: string;
}

/** The first of each line: one mistake makes several errors on its line. */
export function syntaxFaults(
  errors: readonly ParseError[],
  source: string,
  lines: LineStarts,
): readonly JsonFault[] {
  const faults = new Map<number, JsonFault>();
  for (const error of errors) {
    const position = lines.position(error.offset);
    if (faults.has(position.line)) continue;
    const place = { path: "", ...position, length: error.length };
    faults.set(position.line, { code: "JSON_SYNTAX", place, ...syntaxFault(error, source) });
  }
  return [...faults.values()];
}

/** Whether the parser reads all that is there in spite of it: a comma too few, or too many before a bracket. */
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

function syntaxFault({ error }: ParseError, source: string): { message: string; mend?: string } {
  if (source.trim() === "")
    return { message: "The file is empty.", mend: "Write { } with what belongs in it." };
  const [message, mend] = SYNTAX_WORDS.get(printParseErrorCode(error)) ?? ["A value is expected here."];
  return { message, ...(mend === undefined ? {} : { mend }) };
}

/** jsonc-parser's codes in words: what is wrong, and what to do. */
const SYNTAX_WORDS: ReadonlyMap<string, readonly [message: string, mend?: string]> = new Map([
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
