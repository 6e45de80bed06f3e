import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";

/** The texts of a config: path inside its folder → text. */
export type Texts = ReadonlyMap<string, string>;

/** One change that a migration makes in one file. */
export interface Edit {
  readonly file: string;
  /** A sentence: what is edited and why. */
  readonly words: string;
  readonly text: string;
}

/** A codemod from one format of the config to the next. It leaves all other characters. Each edit of a file builds on the one before. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** Throws `CannotMigrate` if a person has to do something first. */
  migrate(texts: Texts): readonly Edit[];
}

/** Its message says what to do first. */
export class CannotMigrate extends Error {}

/** The text of a file. Throws if there is no such file or it is not JSON. */
export function jsonText(texts: Texts, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new CannotMigrate(`The file ${path} is not there.`);
  const errors: ParseError[] = [];
  if (treeOf(text, errors) === undefined || errors.length > 0) {
    throw new CannotMigrate(`${path} is not JSON. Correct it first; "npm run check" says where.`);
  }
  return text;
}

/** The value at a path of a JSON text, undefined if there is none. */
export function readValue(text: string, path: JSONPath): unknown {
  return nodeAt(text, path)?.value;
}

export function rootKeys(text: string): string[] {
  return (treeOf(text)?.children ?? []).map(({ children }) => String(children?.[0]?.value));
}

/** The text with one value replaced by written JSON. */
export function replaceValue(text: string, path: JSONPath, written: string): string {
  return replaceNode(text, nodeAt(text, path), written);
}

/** The text with one key and its value replaced: `written` is made from the text of the value. */
export function replaceProperty(text: string, path: JSONPath, written: (value: string) => string): string {
  const value = nodeAt(text, path);
  if (value === undefined) return text;
  return replaceNode(text, value.parent, written(text.slice(value.offset, value.offset + value.length)));
}

/** The text without one key of an object and its value. */
export function removeProperty(text: string, path: JSONPath): string {
  const property = nodeAt(text, path)?.parent;
  const siblings = property?.parent?.children ?? [];
  if (property === undefined) return text;
  const at = siblings.indexOf(property);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const end = property.offset + property.length;
  // With the comma before it, else the one after it.
  const from = before === undefined ? property.offset : before.offset + before.length;
  const to = before === undefined ? (after?.offset ?? end) : end;
  return applyEdits(text, [{ offset: from, length: to - from, content: "" }]);
}

/** The text with more keys at the end of an object, indented as its last one is. Leaves a text without such an object as it is. */
export function appendProperties(
  text: string,
  path: JSONPath,
  properties: readonly (readonly [key: string, value: unknown])[],
): string {
  const object = nodeAt(text, path);
  if (object?.type !== "object") return text;
  const last = object.children?.at(-1);
  const lineStart = (offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
  const indentAt = (offset: number) => /^[ \t]*/.exec(text.slice(lineStart(offset)))?.[0] ?? "";
  const indent = last === undefined ? `${indentAt(object.offset)}  ` : indentAt(last.offset);
  const offset = last === undefined ? object.offset + 1 : last.offset + last.length;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = properties.map(
    ([key, value]) => `${lineEnd}${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const content = `${last === undefined ? "" : ","}${lines.join(",")}`;
  const end = last === undefined ? `${lineEnd}${indentAt(object.offset)}` : "";
  return applyEdits(text, [{ offset, length: 0, content: content + end }]);
}

/** A byte order mark is replaced by a blank, so that offsets stay. */
function treeOf(text: string, errors?: ParseError[]): Node | undefined {
  return parseTree(text.replace(/^\uFEFF/, " "), errors, { disallowComments: true });
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = treeOf(text);
  return root && findNodeAtLocation(root, path);
}

function replaceNode(text: string, node: Node | undefined, content: string): string {
  return node === undefined
    ? text
    : applyEdits(text, [{ offset: node.offset, length: node.length, content }]);
}
