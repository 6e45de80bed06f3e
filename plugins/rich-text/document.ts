import { type Node, DOMParser as Reader, type Schema } from "@tiptap/pm/model";
import { documentLines } from "./document-lines.ts";
import type { Options } from "./manifest.ts";
import { parseHtml } from "./parse-html.ts";
import { writeQuill } from "./write-quill.ts";
import { writeSemantic } from "./write-semantic.ts";

/** A value as a document of the editor. What is no text is an empty one. */
export function readDocument(schema: Schema, value: unknown): Node {
  const html = typeof value === "string" ? value : "";
  return Reader.fromSchema(schema).parse(parseHtml(html), { preserveWhitespace: true });
}

/**
 * The value of a document: HTML that the server's cleaning keeps to the byte, or null when it shows nothing. Made of
 * strings and not by the DOM, so that no picture is loaded and no style applied while a person types.
 */
export function writeDocument(document: Node, output: Options["output"] = "semantic"): string | null {
  if (isEmptyDocument(document)) return null;
  const lines = documentLines(document);
  return output === "quill" ? writeQuill(lines) : writeSemantic(lines);
}

function isEmptyDocument(document: Node): boolean {
  let picture = false;
  document.descendants((node) => {
    picture ||= node.type.name === "image";
    return !picture;
  });
  return !picture && document.textContent.trim() === "";
}
