import { BLOCK_TAGS, CELL_TAGS, SOURCE_LINE_TAGS } from "./blocks.ts";
import { moveStyles } from "./move-styles.ts";
import { nestLists } from "./nest-lists.ts";
import { readWordLists } from "./word-lists.ts";

/** Blocks that the editor's schema has. */
const KNOWN = /^(P|H[1-6]|UL|OL|LI)$/;

/**
 * Parses HTML (ours, Quill's or pasted) into elements that the editor's schema reads: nested lists, alignment as `data-align`,
 * no invisible line breaks, unknown blocks as `div`. It runs and loads nothing, and causes no Content-Security-Policy report:
 * the page's policy also counts for attributes in a document without a window.
 */
export function parseHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(hideActive(html), "text/html");
  // The editor would drop the last three with their text.
  for (const around of body.querySelectorAll("span.ql-ui, object, noscript, title"))
    around.replaceWith(...around.childNodes);
  for (const block of body.querySelectorAll("*")) readUnknownBlock(block);
  moveStyles(body);
  readWordLists(body);
  // Before Quill's lists are nested: a blank counts as text only where nothing follows.
  for (const item of body.querySelectorAll("li")) readItem(item);
  nestLists(body);
  for (const line of body.querySelectorAll("br")) dropHiddenBreak(line, body);
  tidyBlanks(body);
  return body;
}

/** Renames attributes with styles and scripts, which the page's policy would report; drops style sheets. */
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

/** Keeps the texts of blocks apart: blocks that the schema would treat as inline become `div`, cells get a blank between. */
function readUnknownBlock(block: Element): void {
  const name = block.tagName.toLowerCase();
  const { ownerDocument: document } = block;
  if (!BLOCK_TAGS.has(name) || KNOWN.test(block.tagName) || name === "div") return;
  if (CELL_TAGS.has(name) && block.parentElement?.localName === "div") {
    // The cells before it are texts by now; blanks between cells are of the source.
    for (let gap = block.previousSibling; gap !== null && isBlankText(gap); gap = block.previousSibling)
      gap.remove();
    const isApart = block.previousSibling !== null && [...block.childNodes].some((one) => !isBlankText(one));
    block.replaceWith(...(isApart ? [document.createTextNode(" ")] : []), ...block.childNodes);
    return;
  }
  if (SOURCE_LINE_TAGS.has(name)) breakLines(block);
  // An empty block, too, separates the texts before and behind it.
  const division = document.createElement("div");
  division.append(...block.childNodes);
  block.replaceWith(division);
}

/** Replaces line ends of the source with breaks. */
function breakLines(block: Element): void {
  const texts = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) found.push(node as Text);
  for (const text of found) {
    const lines = (text.nodeValue ?? "").split("\n");
    text.replaceWith(
      ...lines.flatMap((line, index) =>
        index > 0 ? [block.ownerDocument.createElement("br"), line] : [line],
      ),
    );
  }
}

/**
 * Puts what an item has before its inner lists into a paragraph: the schema has alignment on paragraphs alone, and drops
 * blanks at the beginning of anything else.
 */
function readItem(item: Element): void {
  const { ownerDocument: document } = item;
  const paragraph = document.createElement("p");
  while (item.firstChild !== null && !isBlock(item.firstChild)) paragraph.append(item.firstChild);
  const text = paragraph.textContent ?? "";
  const isText = text.trim() !== "" || (item.firstChild === null && text !== "" && !text.includes("\n"));
  if (isText || paragraph.children.length > 0) item.prepend(paragraph);
  const align = item.getAttribute("data-align");
  for (const child of item.children)
    if (child.tagName === "P") {
      if (align !== null && !child.hasAttribute("data-align")) child.setAttribute("data-align", align);
      if (item.classList.contains("ql-direction-rtl")) child.classList.add("ql-direction-rtl");
    }
}

/** Drops a break at the end of a block, which is invisible: Quill's `<p><br></p>` is one empty line, not two. */
function dropHiddenBreak(line: HTMLBRElement, body: HTMLElement): void {
  const parent = line.parentElement;
  if (parent === null || !(parent === body || isBlock(parent))) return;
  const next = shown(line, "nextSibling");
  if (next !== null && !isBlock(next)) return;
  const previous = shown(line, "previousSibling");
  // Between two blocks it is an empty line.
  if (parent === body && (previous === null || isBlock(previous)))
    line.replaceWith(body.ownerDocument.createElement("p"));
  else line.remove();
}

/** Replaces line ends of the source with a blank, or with nothing at the edge of a line; other blanks stay. */
function tidyBlanks(node: Node): void {
  for (const child of [...node.childNodes]) {
    if (child.nodeType !== 3) tidyBlanks(child);
    else if (child.nodeValue?.includes("\n")) {
      let text = child.nodeValue.replaceAll(/\s*\n\s*/g, " ");
      if (isAtEdge(child, "previousSibling")) text = text.trimStart();
      if (isAtEdge(child, "nextSibling")) text = text.trimEnd();
      if (text === "") child.remove();
      else child.nodeValue = text;
    }
  }
}

/** Whether the node is the first, or last, of its line; marks around it do not count. */
function isAtEdge(node: Node, direction: "nextSibling" | "previousSibling"): boolean {
  let outer = node;
  while (outer[direction] === null && outer.parentNode !== null && !isBlock(outer)) outer = outer.parentNode;
  return isBlock(outer) || outer[direction] === null || isBlock(outer[direction]);
}

function shown(node: Node, direction: "nextSibling" | "previousSibling"): Node | null {
  let other = node[direction];
  while (other !== null && isBlankText(other)) other = other[direction];
  return other;
}

function isBlankText(node: Node): boolean {
  return node.nodeType === 3 && (node.nodeValue ?? "").trim() === "";
}

function isBlock(node: Node): boolean {
  return BLOCK_TAGS.has(node.nodeName.toLowerCase());
}
