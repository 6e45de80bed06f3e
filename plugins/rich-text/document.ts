import { type Node, DOMParser as Reader, type Schema } from "@tiptap/pm/model";
import { documentLines } from "./document-lines.ts";
import type { Options } from "./manifest.ts";
import { parseHtml } from "./parse-html.ts";
import { writeQuill } from "./write-quill.ts";
import { writeSemantic } from "./write-semantic.ts";

/** A value as a document of the editor; of a value that is no text, an empty document. */
export function readDocument(schema: Schema, value: unknown): Node {
  const html = typeof value === "string" ? value : "";
  return Reader.fromSchema(schema).parse(parseHtml(html), { preserveWhitespace: true });
}

/**
 * The value of a document: HTML that the server stores unchanged, or null for an empty document. Written as a string and not
 * by the DOM, which would load pictures and apply styles while a person types.
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
