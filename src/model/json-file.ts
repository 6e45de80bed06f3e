import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { below, segmentsOf } from "./pointer.ts";
import type { Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** A place in a file, both 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
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

/** Reads one file. `file` is undefined where it is not JSON. */
export function parseJsonFile(
  path: string,
  text: string,
): { readonly file: JsonFile | undefined; readonly problems: readonly Problem[] } {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const lineStarts = findLineStarts(source);
  const problems: Problem[] = [];
  const problem = (code: ProblemCode, offset: number, pointer: string, message: string) => {
    problems.push({ code, file: path, ...placeOf(lineStarts, offset), path: pointer, message });
  };

  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true });
  const first = errors[0];
  if (first !== undefined || root === undefined) {
    const words = first === undefined ? undefined : SYNTAX_WORDS.get(printParseErrorCode(first.error));
    problem(
      "JSON_SYNTAX",
      first?.offset ?? 0,
      "",
      `The file cannot be read from here on: ${words ?? "a value is expected"}.`,
    );
    return { file: undefined, problems };
  }

  const value = build(root, "", (code, node, pointer, message) =>
    problem(code, node.offset, pointer, message),
  );
  return {
    file: {
      path,
      value,
      place: (pointer, part = "value") => placeOf(lineStarts, offsetOf(root, pointer, part)),
    },
    problems,
  };
}

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
      complain(
        "FORBIDDEN_NAME",
        keyNode,
        at,
        `"${key}" cannot be a name: JavaScript uses it. Choose another.`,
      );
      continue;
    }
    if (Object.hasOwn(object, key)) {
      complain("DUPLICATE_KEY", keyNode, at, `"${key}" is given a second time here; keep one of the two.`);
    }
    object[key] = build(valueNode, at, complain);
  }
  return object;
}

function offsetOf(root: Node, pointer: string, part: "key" | "value"): number {
  let node = root;
  for (const segment of segmentsOf(pointer)) {
    const step = node.type === "array" ? Number(segment) : segment;
    const next = findNodeAtLocation(node, [step]);
    if (next === undefined) return node.offset;
    node = next;
  }
  const property = node.parent;
  return part === "key" && property?.type === "property" ? property.offset : node.offset;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

function placeOf(lineStarts: readonly number[], offset: number): Place {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

/** jsonc-parser's codes in words. */
const SYNTAX_WORDS: ReadonlyMap<string, string> = new Map([
  ["InvalidSymbol", "this is no word of JSON; a text needs double quotes"],
  ["InvalidNumberFormat", "this is no number"],
  ["PropertyNameExpected", "a key in double quotes is expected, perhaps there is a comma too many"],
  ["ValueExpected", "a value is expected, perhaps there is a comma too many"],
  ["ColonExpected", "a colon is expected after the key"],
  ["CommaExpected", "a comma is expected"],
  ["CloseBraceExpected", "a closing } is expected"],
  ["CloseBracketExpected", "a closing ] is expected"],
  ["EndOfFileExpected", "the file goes on after its end"],
  ["InvalidCommentToken", "JSON has no comments"],
  ["UnexpectedEndOfString", "a text's closing quote is missing"],
  ["UnexpectedEndOfNumber", "the number is not complete"],
  ["InvalidUnicode", "this is no character; \\u takes four digits"],
  ["InvalidEscapeCharacter", "there is no such character after \\"],
  ["InvalidCharacter", "this character must be written with \\ inside a text"],
]);
