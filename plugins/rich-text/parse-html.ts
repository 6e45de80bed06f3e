import { moveStyles } from "./move-styles.ts";
import { nestLists } from "./nest-lists.ts";

const BLOCKS = /^(P|H[1-6]|UL|OL|LI|DIV|BLOCKQUOTE|PRE|TABLE|SECTION|ARTICLE|HR)$/;

/**
 * Parses HTML, ours, Quill's or pasted, into elements that the editor's schema reads: plain nested lists, alignment
 * as `data-align`, no line break that shows nothing. Runs and loads nothing; triggers no Content-Security-Policy
 * report, as even a document without a window applies the page's policy to its attributes.
 */
export function parseHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(hideActive(html), "text/html");
  for (const mark of body.querySelectorAll("span.ql-ui")) mark.remove();
  moveStyles(body);
  nestLists(body);
  for (const item of body.querySelectorAll("li[data-align]")) alignItem(item);
  for (const line of body.querySelectorAll("br")) dropHiddenBreak(line, body);
  tidyBlanks(body);
  return body;
}

/** Keeps what the page's policy reports, styles and scripts in attributes, under other names; drops style sheets. */
function hideActive(html: string): string {
  return withoutStyleSheets(html).replaceAll(/<[a-z][^>]*>/gi, (tag) =>
    tag.replaceAll(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, "$1data-$2"),
  );
}

function withoutStyleSheets(html: string): string {
  const parts = html.split(/<style\b/i);
  return parts
    .map((part, index) => (index === 0 ? part : part.replace(/^[\s\S]*?(<\/style\s*>|$)/i, "")))
    .join("");
}

/** The schema aligns paragraphs: what stands in an aligned item before its inner lists becomes one. */
function alignItem(item: Element): void {
  const paragraph = item.ownerDocument.createElement("p");
  paragraph.setAttribute("data-align", item.getAttribute("data-align") ?? "");
  while (item.firstChild !== null && !isBlock(item.firstChild)) paragraph.append(item.firstChild);
  if (paragraph.childNodes.length > 0) item.prepend(paragraph);
}

/** A break at the end of a block shows nothing: Quill's `<p><br></p>` is one empty line, not two. */
function dropHiddenBreak(line: HTMLBRElement, body: HTMLElement): void {
  const parent = line.parentElement;
  if (parent === null || !(parent === body || isBlock(parent))) return;
  const next = shown(line, "nextSibling");
  if (next !== null && !isBlock(next)) return;
  const previous = shown(line, "previousSibling");
  // Between two blocks it is a line of its own.
  if (parent === body && (previous === null || isBlock(previous)))
    line.replaceWith(body.ownerDocument.createElement("p"));
  else line.remove();
}

/** Line ends in the source are no text; other blanks are, as editors show them. */
function tidyBlanks(node: Node): void {
  for (const child of [...node.childNodes]) {
    if (child.nodeType !== 3) tidyBlanks(child);
    else if (child.nodeValue?.includes("\n")) {
      let text = child.nodeValue.replaceAll(/\s*\n\s*/g, " ");
      if (child.previousSibling === null || isBlock(child.previousSibling)) text = text.trimStart();
      if (child.nextSibling === null || isBlock(child.nextSibling)) text = text.trimEnd();
      child.nodeValue = text;
    }
  }
}

function shown(node: Node, direction: "nextSibling" | "previousSibling"): Node | null {
  let other = node[direction];
  while (other !== null && other.nodeType === 3 && (other.nodeValue ?? "").trim() === "")
    other = other[direction];
  return other;
}

export function isBlock(node: Node): boolean {
  return BLOCKS.test(node.nodeName);
}
