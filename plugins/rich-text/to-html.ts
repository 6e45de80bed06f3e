import type { Mark, Node } from "@tiptap/pm/model";
import { escapeAttribute, escapeText } from "./pictures.ts";

const MARK_TAGS: ReadonlyMap<string, string> = new Map([
  ["bold", "strong"],
  ["italic", "em"],
  ["underline", "u"],
  ["strike", "s"],
]);

/**
 * A document as the plain HTML that is stored: nothing but what the server's cleaning keeps to the byte. Made of
 * strings and not by the DOM, so that no picture is loaded and no style applied while a person types.
 */
export function toHtml(document: Node): string {
  return blocks(document);
}

function blocks(parent: Node): string {
  let html = "";
  parent.forEach((node) => {
    html += block(node);
  });
  return html;
}

function block(node: Node): string {
  switch (node.type.name) {
    case "paragraph":
      return `<p${align(node)}>${line(node)}</p>`;
    case "heading":
      return `<h${node.attrs.level}${align(node)}>${line(node)}</h${node.attrs.level}>`;
    case "bulletList":
      return `<ul>${blocks(node)}</ul>`;
    case "orderedList":
      return `<ol${node.attrs.start > 1 ? ` start="${node.attrs.start}"` : ""}>${blocks(node)}</ol>`;
    case "listItem":
      return item(node);
    default:
      return blocks(node);
  }
}

/** A single paragraph, with or without inner lists, stands in its item without a tag: every client reads that. */
function item(node: Node): string {
  const [first, ...rest] = node.children;
  if (first?.type.name !== "paragraph" || rest.some(({ type }) => type.name === "paragraph"))
    return `<li>${blocks(node)}</li>`;
  return `<li${align(first)}>${line(first)}${rest.map(block).join("")}</li>`;
}

function align({ attrs }: Node): string {
  return /^(center|right|justify)$/.test(attrs.textAlign) ? ` style="text-align: ${attrs.textAlign}"` : "";
}

/** The text of a block. An empty one, and a break at the end, need a break to be seen. */
function line(node: Node): string {
  const open: Mark[] = [];
  let html = "";
  node.forEach((child) => {
    const kept = open.findIndex((mark, index) => !(child.marks[index]?.eq(mark) ?? false));
    if (kept >= 0) html += close(open, kept);
    for (const mark of child.marks.slice(open.length)) {
      html += openTag(mark);
      open.push(mark);
    }
    html += inline(child);
  });
  html += close(open, 0);
  return node.lastChild === null || node.lastChild.type.name === "hardBreak" ? `${html}<br>` : html;
}

function close(open: Mark[], from: number): string {
  return open
    .splice(from)
    .reverse()
    .map((mark) => (mark.type.name === "link" ? "</a>" : `</${MARK_TAGS.get(mark.type.name)}>`))
    .join("");
}

function openTag(mark: Mark): string {
  if (mark.type.name !== "link") return `<${MARK_TAGS.get(mark.type.name)}>`;
  return `<a href="${escapeAttribute(mark.attrs.href)}" target="_blank" rel="noopener noreferrer">`;
}

function inline(node: Node): string {
  if (node.isText) return escapeText(node.text ?? "");
  if (node.type.name === "hardBreak") return "<br>";
  if (node.type.name !== "image") return "";
  const attributes = ["src", "alt", "title", "width", "height"].flatMap((name) => {
    const value: unknown = node.attrs[name];
    return value === null || value === undefined ? [] : [` ${name}="${escapeAttribute(String(value))}"`];
  });
  return `<img${attributes.join("")}>`;
}
