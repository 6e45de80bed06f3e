import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below, segmentsOf } from "../../record/path.ts";
import { CLOSING } from "./json-brackets.ts";
import { isHarmless, syntaxFaults } from "./json-syntax.ts";
import { type JsonFault, LineStarts, type Place, WHOLE_FILE } from "./place.ts";

/** A JSON file with the place of every value in it. */
export interface JsonFile {
  /** Inside the config folder. */
  readonly path: string;
  readonly value: unknown;
  /** The place of a value, or of the key before it; of the nearest value around it if there is no such value. */
  place(pointer: string, part?: "key" | "value"): Place;
}

/** Names that must never be keys: in an object made from data they would hide its own. */
const FORBIDDEN = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

/** Reads one file. `file` is undefined if it cannot be read whole; it can if only commas are wrong. */
export function parseJsonFile(
  path: string,
  text: string,
): { readonly file: JsonFile | undefined; readonly faults: readonly JsonFault[] } {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const why = whyUnreadable(source);
  if (why !== undefined) {
    const message = `The file cannot be read: ${why}.`;
    const hint = "In your editor, choose to save it with the encoding UTF-8.";
    const fault = { code: "FILE_UNREADABLE", place: WHOLE_FILE, message } as const;
    return { file: undefined, faults: [why === NOT_UTF8 ? { ...fault, hint } : fault] };
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

/** The value by `JSON.parse`, which is fast but knows no places; undefined if it hides a fault, such as two equal keys. */
function readPlain(source: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return undefined;
  }
  const written = source.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, "").split(":").length - 1;
  return countKeys(value) === written ? { value } : undefined;
}

/** NaN if a key is forbidden or a number is not finite. */
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
  const place = new LineStarts(source).place(offset);
  const message = `Objects and lists stand here inside each other more than ${MAX_DEPTH} deep.`;
  return { code: "JSON_SYNTAX", place, message, hint: "Remove the brackets that are too many." };
}

function makePlace(root: Node | undefined, lines: LineStarts): JsonFile["place"] {
  return (pointer, part = "value") =>
    root === undefined
      ? { ...WHOLE_FILE, path: pointer }
      : placeOf(nodeAt(root, pointer, part), pointer, lines);
}

function placeOf(node: Node, path: string, lines: LineStarts): Place {
  const isOpened = node.type === "object" || node.type === "array";
  return lines.place(node.offset, isOpened ? 1 : node.length, path);
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

/** JSON cannot begin like this. */
const MARK = "\0unreadable\0";

/** Why a file of another encoding cannot be read. */
export const NOT_UTF8 = "it is not saved as UTF-8";

/** Stands for the text of a file that cannot be read: a fault of that file, not of the folder. */
export function unreadableText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // Without the system call and the path on the disk: they help nobody who edits a config.
  return MARK + said.replace(/, [a-z]+( '.*')?$/s, "");
}

/** Why a file cannot be read; undefined if this is its text. */
export function whyUnreadable(text: string): string | undefined {
  return text.startsWith(MARK) ? text.slice(MARK.length) : undefined;
}

/** Deeper than any config, and far below what overflows the stack of a recursive parser. */
const MAX_DEPTH = 200;

/** A text or a comment, in which brackets do not count, as jsonc-parser reads them; else a bracket. */
const TOKENS = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*.*?(?:\*\/|$)|[[\]{}]/gs;

/** The offset of the first bracket inside too many others, whether the text is JSON or not. */
function firstTooDeep(source: string): number | undefined {
  const closing: string[] = [];
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    const closer = CLOSING[token];
    if (closer !== undefined) closing.push(closer);
    else if (token === closing.at(-1)) closing.pop();
    if (closing.length > MAX_DEPTH) return index;
  }
  return undefined;
}
