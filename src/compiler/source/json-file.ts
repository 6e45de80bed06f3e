import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below, segmentsOf } from "../../record/path.ts";
import { isHarmless, syntaxFaults } from "./json-syntax.ts";
import { type JsonFault, LineStarts, type Place, WHOLE_FILE } from "./place.ts";

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
  const why = whyUnreadable(source);
  if (why !== undefined) {
    const message = `The file cannot be read: ${why}.`;
    const hint =
      why === NOT_UTF8 ? { hint: "In your editor, choose to save it with the encoding UTF-8." } : {};
    return { file: undefined, faults: [{ code: "FILE_UNREADABLE", place: WHOLE_FILE, message, ...hint }] };
  }
  const tooDeep = firstTooDeep(source);
  if (tooDeep !== undefined) return { file: undefined, faults: [depthFault(source, tooDeep)] };
  const plain = readPlain(source);
  if (plain === undefined) return readFaulty(path, source);
  let placed: JsonFile["place"] | undefined;
  const place: JsonFile["place"] = (pointer, part) => {
    placed ??= makePlace(parseTree(source), new LineStarts(source));
    return placed(pointer, part);
  };
  return { file: { path, value: plain.value, place }, faults: [] };
}

/** What is written, by the engine's own reader: it is fast, but knows no places; undefined where it would keep quiet of something. */
function readPlain(source: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  // of two equal keys it reads the last
  const written = source.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, "").split(":").length - 1;
  return countKeys(value) === written ? { value } : undefined;
}

/** NaN where one of them is forbidden, or a number is none. */
function countKeys(value: unknown): number {
  if (typeof value === "number" && !Number.isFinite(value)) return Number.NaN;
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) count += FORBIDDEN.has(key) ? Number.NaN : 1;
    count += countKeys(inner);
  }
  return count;
}

function readFaulty(path: string, source: string): ReturnType<typeof parseJsonFile> {
  const lines = new LineStarts(source);
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true });
  const faults: JsonFault[] = [...syntaxFaults(errors, source, lines)];
  if (root === undefined || errors.some((error) => !isHarmless(error, source)))
    return { file: undefined, faults };
  const value = build(root, "", (code, node, pointer, message) => {
    faults.push({ code, place: placeOf(node, pointer, lines), message });
  });
  return { file: { path, value, place: makePlace(root, lines) }, faults };
}

function depthFault(source: string, offset: number): JsonFault {
  const place = { path: "", ...new LineStarts(source).position(offset), length: 1 };
  const message = `Objects and lists stand here inside each other more than ${MAX_DEPTH} deep.`;
  return { code: "JSON_SYNTAX", place, message, hint: "Remove the brackets that are too many." };
}

function makePlace(root: Node | undefined, lines: LineStarts): JsonFile["place"] {
  return (pointer, part = "value") =>
    root === undefined
      ? { path: pointer, line: 1, column: 1, length: 0 }
      : placeOf(nodeAt(root, pointer, part), pointer, lines);
}

function placeOf(node: Node, path: string, lines: LineStarts): Place {
  const isOpened = node.type === "object" || node.type === "array";
  return { path, ...lines.position(node.offset), length: isOpened ? 1 : node.length };
}

type Complain = (code: ProblemCode, node: Node, pointer: string, message: string) => void;

function build(node: Node, pointer: string, complain: Complain): unknown {
  if (node.type === "array") {
    return (node.children ?? []).map((child, index) => build(child, below(pointer, index), complain));
  }
  if (node.type === "number" && !Number.isFinite(node.value)) {
    complain("BAD_VALUE", node, pointer, "The number is too large to be kept.");
    return Number.MAX_SAFE_INTEGER;
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

/** No text of a person begins so; JSON cannot. */
const MARK = "\0unreadable\0";

/** Why a file of another encoding cannot be read. */
export const NOT_UTF8 = "it is not saved as UTF-8";

/** What stands in the place of the text of a file that is there but cannot be read: a fault of that file, not of the folder. */
export function unreadableText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // what was done where is nobody's help, and the place on the disk nobody's business
  return MARK + said.replace(/, [a-z]+( '.*')?$/s, "");
}

/** Why a file cannot be read; undefined where this is its text. */
export function whyUnreadable(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined;
}

/** Deeper than any config, and far from where those who read JSON by recursion break down. */
const MAX_DEPTH = 200;

/** What holds brackets that are none (texts, comments), as jsonc-parser reads them; else a bracket. */
const TOKENS = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*.*?(?:\*\/|$)|[[\]{}]/gs;
const CLOSED_BY: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
]);

/** Where the first bracket stands that is opened inside too many others, whether the text is JSON or not. */
function firstTooDeep(source: string): number | undefined {
  const closing: string[] = [];
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    const closer = CLOSED_BY.get(token);
    if (closer !== undefined) closing.push(closer);
    else if (token === closing.at(-1)) closing.pop();
    if (closing.length > MAX_DEPTH) return index;
  }
  return undefined;
}
