import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { below, segmentsOf } from "./pointer.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** A place in a file: the pointer of what stands there, and where it is as text. */
export interface Place {
  readonly path: string;
  /** Both 1-based. */
  readonly line: number;
  readonly column: number;
  /** Of the value or key, of an object or list its opening bracket; 0 where nothing stands. */
  readonly length: number;
}

/** A JSON file with the place of every value in it. */
export interface JsonFile {
  /** Inside the config folder. */
  readonly path: string;
  readonly value: unknown;
  /** Where a value stands, or the key before it. The nearest value around it when there is no such value. */
  place(pointer: string, part?: "key" | "value"): Place;
}

/** Names that must never be keys: an object made from data would lie about itself. */
const FORBIDDEN = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

/** Reads one file. `file` is undefined where it cannot be read whole; where commas alone are wrong, it can. */
export function parseJsonFile(
  path: string,
  text: string,
): { readonly file: JsonFile | undefined; readonly faults: readonly JsonFault[] } {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const lineStarts = findLineStarts(source);
  const faults: JsonFault[] = [];
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true });
  for (const error of firstOfEachLine(errors, lineStarts)) {
    const place = { path: "", ...positionOf(lineStarts, error.offset), length: error.length };
    faults.push({ code: "JSON_SYNTAX", place, ...syntaxFault(error, source) });
  }
  if (root === undefined || errors.some((error) => !isHarmless(error, source))) {
    return { file: undefined, faults };
  }
  const place = (node: Node, pointer: string): Place => ({
    path: pointer,
    ...positionOf(lineStarts, node.offset),
    length: node.type === "object" || node.type === "array" ? 1 : node.length,
  });
  const value = build(root, "", (code, node, pointer, message) => {
    faults.push({ code, place: place(node, pointer), message });
  });
  return {
    file: {
      path,
      value,
      place: (pointer, part = "value") => place(nodeAt(root, pointer, part), pointer),
    },
    faults,
  };
}

/** What is wrong with a file as JSON, at its place. */
export interface JsonFault {
  readonly code: ProblemCode;
  readonly place: Place;
  readonly message: string;
  readonly mend?: string;
}

/** One mistake makes several errors on its line. */
function firstOfEachLine(errors: readonly ParseError[], lineStarts: readonly number[]): ParseError[] {
  const lines = new Map<number, ParseError>();
  for (const error of errors) {
    const { line } = positionOf(lineStarts, error.offset);
    if (!lines.has(line)) lines.set(line, error);
  }
  return [...lines.values()];
}

/** Whether the parser reads all that is there in spite of it: a comma too few, or too many before a bracket. */
function isHarmless({ error, offset }: ParseError, source: string): boolean {
  const name = printParseErrorCode(error);
  if (name === "CommaExpected") return true;
  if (name !== "PropertyNameExpected" && name !== "ValueExpected") return false;
  return (
    /,\s*$/.test(source.slice(Math.max(0, offset - NEAR), offset)) &&
    /^[}\]]/.test(source.slice(offset, offset + 1))
  );
}

const NEAR = 500;

type Complain = (code: ProblemCode, node: Node, pointer: string, message: string) => void;

function build(node: Node, pointer: string, complain: Complain): unknown {
  if (node.type === "array") {
    return (node.children ?? []).map((child, index) => build(child, below(pointer, index), complain));
  }
  if (node.type !== "object") return node.value;
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (keyNode === undefined || valueNode === undefined) continue;
    const key = String(keyNode.value);
    const at = below(pointer, key);
    if (FORBIDDEN.has(key)) {
      complain("FORBIDDEN_NAME", keyNode, at, `"${key}" cannot be a name: JavaScript uses it.`);
      continue;
    }
    if (Object.hasOwn(object, key)) {
      complain("DUPLICATE_KEY", keyNode, at, `"${key}" is given a second time here.`);
    }
    object[key] = build(valueNode, at, complain);
  }
  return object;
}

function nodeAt(root: Node, pointer: string, part: "key" | "value"): Node {
  let node = root;
  for (const segment of segmentsOf(pointer)) {
    const step = node.type === "array" ? Number(segment) : segment;
    const next = findNodeAtLocation(node, [step]);
    if (next === undefined) return node;
    node = next;
  }
  const key = part === "key" ? node.parent?.children?.[0] : undefined;
  return node.parent?.type === "property" && key !== undefined ? key : node;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

function positionOf(lineStarts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

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
