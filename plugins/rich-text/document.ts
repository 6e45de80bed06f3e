import { type Node, DOMParser as Reader, type Schema } from "@tiptap/pm/model";
import { parseHtml } from "./parse-html.ts";
import { toHtml } from "./to-html.ts";

/** A value as a document of the editor. What is no text is an empty one. */
export function readDocument(schema: Schema, value: unknown): Node {
  const html = typeof value === "string" ? value : "";
  return Reader.fromSchema(schema).parse(parseHtml(html), { preserveWhitespace: true });
}

/** The value of a document: HTML, or null when it shows nothing. */
export function writeDocument(document: Node): string | null {
  return isEmptyDocument(document) ? null : toHtml(document);
}

function isEmptyDocument(document: Node): boolean {
  let picture = false;
  document.descendants((node) => {
    picture ||= node.type.name === "image";
    return !picture;
  });
  return !picture && document.textContent.trim() === "";
}
