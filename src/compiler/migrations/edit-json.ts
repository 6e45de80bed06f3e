import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";

/** A file's text with the tree of its JSON. Throws where there is no such file or it is not JSON. */
export function readTree(texts: Texts, path: string): { readonly text: string; readonly root: Node } {
  const text = texts.get(path);
  if (text === undefined) throw new CannotMigrate(`The file ${path} is not there.`);
  const errors: ParseError[] = [];
  // a byte order mark keeps its place, as blank
  const root = parseTree(text.replace(/^\uFEFF/, " "), errors, { disallowComments: true });
  if (root === undefined || errors.length > 0) {
    throw new CannotMigrate(`${path} is not JSON. Mend it first; the check says where.`);
  }
  return { text, root };
}

/** The value at a path, undefined where there is none. */
export function readValue(root: Node, path: JSONPath): unknown {
  return findNodeAtLocation(root, path)?.value;
}

/** The text with one value replaced by another, given as it is to be written. */
export function replaceValue(text: string, root: Node, path: JSONPath, written: string): string {
  const node = findNodeAtLocation(root, path);
  return node === undefined ? text : replaceNode(text, node, written);
}

/** The text with one key and its value replaced: `written` is made from the text of the value. */
export function replaceProperty(
  text: string,
  root: Node,
  path: JSONPath,
  written: (value: string) => string,
): string {
  const value = findNodeAtLocation(root, path);
  if (value?.parent === undefined) return text;
  return replaceNode(text, value.parent, written(text.slice(value.offset, value.offset + value.length)));
}

/** The text without one key of an object and its value. */
export function removeProperty(text: string, root: Node, path: JSONPath): string {
  const property = findNodeAtLocation(root, path)?.parent;
  const siblings = property?.parent?.children ?? [];
  if (property === undefined) return text;
  const at = siblings.indexOf(property);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const end = property.offset + property.length;
  // with the comma before it, else that after it
  const from = before === undefined ? property.offset : before.offset + before.length;
  const to = before === undefined ? (after?.offset ?? end) : end;
  return applyEdits(text, [{ offset: from, length: to - from, content: "" }]);
}

function replaceNode(text: string, { offset, length }: Node, content: string): string {
  return applyEdits(text, [{ offset, length, content }]);
}

/** The texts of a config: path inside its folder → text. */
export type Texts = ReadonlyMap<string, string>;

/** One thing that a migration does to one file. */
export interface Edit {
  readonly file: string;
  /** A sentence: what is edited and why that way. */
  readonly words: string;
  readonly text: string;
}

/**
 * A codemod from one format of the config to the next. Pure. It changes what it has to and leaves every other character
 * as it was. Edits of one file build on each other, in their order.
 */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** Throws `CannotMigrate` where a person has to do something first. */
  migrate(texts: Texts): readonly Edit[];
}

/** Said to whoever runs the migration: what to do first. */
export class CannotMigrate extends Error {}
