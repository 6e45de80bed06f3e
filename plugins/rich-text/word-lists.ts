const LEVEL = /(?:^|;)\s*mso-list\s*:[^;]*\blevel([1-9])\b/i;
const MARKER = /(?:^|;)\s*mso-list\s*:\s*ignore\b/i;

/**
 * Makes lists of Word's pasted paragraphs, whose style (in `data-style`) names a list and a level, and whose bullets and
 * numbers are text. They become flat lists like Quill's, for `nest-lists.ts` to nest.
 */
export function readWordLists(root: Element): void {
  for (const first of root.querySelectorAll("p[data-style*='mso-list' i]")) {
    if (levelOf(first) === undefined) continue;
    const list = first.ownerDocument.createElement("ol");
    first.before(list);
    for (let next: Element | null = first; next !== null && levelOf(next) !== undefined; ) {
      const paragraph: Element = next;
      next = next.nextElementSibling;
      // Text between two paragraphs ends the list.
      if (list.nextElementSibling !== paragraph || hasTextBetween(list, paragraph)) break;
      list.append(itemOf(paragraph));
      paragraph.remove();
    }
  }
}

function levelOf(paragraph: Element): number | undefined {
  const level =
    paragraph.tagName === "P" ? LEVEL.exec(paragraph.getAttribute("data-style") ?? "")?.[1] : undefined;
  return level === undefined ? undefined : Number(level);
}

function hasTextBetween(list: Element, paragraph: Element): boolean {
  for (let node = list.nextSibling; node !== null && node !== paragraph; node = node.nextSibling)
    if ((node.textContent ?? "").trim() !== "" && node.nodeType === 3) return true;
  return false;
}

function itemOf(paragraph: Element): Element {
  let marker = "";
  for (const span of paragraph.querySelectorAll("[data-style*='mso-list' i]"))
    if (MARKER.test(span.getAttribute("data-style") ?? "")) {
      marker += span.textContent ?? "";
      span.remove();
    }
  const item = paragraph.ownerDocument.createElement("li");
  item.setAttribute("data-list", isNumber(marker.trim()) ? "ordered" : "bullet");
  const indent = Math.min((levelOf(paragraph) ?? 1) - 1, 8);
  if (indent > 0) item.className = `ql-indent-${indent}`;
  const align = paragraph.getAttribute("data-align");
  if (align !== null) item.setAttribute("data-align", align);
  item.append(...paragraph.childNodes);
  return item;
}

/** `1.`, `a)`, `(iv)`, `一、`. A letter alone is a bullet in a font of symbols. */
function isNumber(marker: string): boolean {
  return /^[(（]?[\p{L}\p{N}]+([.)）、．]|\.\d+)+$/u.test(marker) || /^\p{N}+$/u.test(marker);
}
