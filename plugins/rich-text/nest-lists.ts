interface Level {
  readonly list: Element;
  /** That of its items' class; in Quill the first item may have any. */
  readonly indent: number;
  /** The least indent that its items can have. */
  readonly base: number;
  /** Numbered items so far, in earlier lists of this level too: Quill continues the numbers after bullets. */
  numbered: number;
}

/**
 * Nests Quill's flat lists: `data-list` is the kind of an item, the class `ql-indent-n` its depth. An indent beyond that of
 * the list becomes `data-shift`, a check box `data-check`.
 */
export function nestLists(root: Element): void {
  for (const list of root.querySelectorAll("ol, ul")) {
    const items = [...list.children].filter(({ tagName }) => tagName === "LI");
    if (!items.some((item) => item.hasAttribute("data-list") || indentOf(item) > 0)) continue;
    moveStrays(list);
    list.replaceWith(...nest(list, items));
  }
}

/** Moves nodes that are no items into the item before them, or in front of the list. */
function moveStrays(list: Element): void {
  let item: Element | undefined;
  let stray: Element | undefined;
  const place = (node: Node) => {
    if (item === undefined) list.before(node);
    else item.append(node);
  };
  for (const node of [...list.childNodes]) {
    if (node.nodeName === "LI") {
      item = node as Element;
      stray = undefined;
    } else if (/^(P|H[1-6]|UL|OL|DIV)$/.test(node.nodeName)) {
      place(node);
      stray = undefined;
    } else if (stray !== undefined || (node.textContent ?? "").trim() !== "" || node.nodeType === 1) {
      if (stray === undefined) {
        stray = list.ownerDocument.createElement("div");
        place(stray);
      }
      stray.append(node);
    }
  }
}

function nest(old: Element, items: readonly Element[]): readonly Element[] {
  const outer: Element[] = [];
  const levels: Level[] = [];
  for (const item of items) {
    const indent = indentOf(item);
    const ordered = isOrdered(item, old);
    while (levels.length > 1 && (levels.at(-1)?.indent ?? 0) > indent) levels.pop();
    let level = levels.at(-1);
    if (level === undefined || (level.indent < indent && level.list.lastElementChild !== null)) {
      const parent = level?.list.lastElementChild ?? undefined;
      const base = parent === undefined ? 0 : indentOf(parent) + 1;
      level = { list: open(old, ordered, 0, parent, outer), indent, base, numbered: 0 };
      levels.push(level);
    } else if ((level.list.tagName === "OL") !== ordered) {
      const parent = level.list.parentElement ?? undefined;
      levels.pop();
      level = {
        list: open(old, ordered, level.numbered, parent, outer),
        indent: level.indent,
        base: level.base,
        numbered: level.numbered,
      };
      levels.push(level);
    }
    if (ordered) level.numbered += 1;
    const kind = item.getAttribute("data-list") ?? "";
    if (/^(un)?checked$/.test(kind)) item.setAttribute("data-check", kind);
    if (indent > level.base) item.setAttribute("data-shift", String(indent - level.base));
    item.removeAttribute("data-list");
    level.list.append(item);
  }
  return outer;
}

function open(
  old: Element,
  ordered: boolean,
  before: number,
  parent: Element | undefined,
  outer: Element[],
): Element {
  const list = old.ownerDocument.createElement(ordered ? "ol" : "ul");
  if (ordered && before > 0) list.setAttribute("start", String(before + 1));
  if (parent === undefined) outer.push(list);
  else parent.append(list);
  return list;
}

function isOrdered(item: Element, list: Element): boolean {
  const kind = item.getAttribute("data-list");
  return kind === null ? list.tagName === "OL" : kind === "ordered";
}

function indentOf(item: Element): number {
  return Number(/\bql-indent-([1-8])\b/.exec(item.className)?.[1] ?? 0);
}
