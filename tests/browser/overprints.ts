/** Runs in the page: texts that are printed over each other, and what makes the page scroll sideways. */
export function overprints(): string[] {
  const { documentElement: root } = document;
  const wide = root.scrollWidth - root.clientWidth;
  const found = wide > 0 ? [`scrolls sideways by ${wide} px`] : [];

  /** What lies over the page, with a ground of its own. */
  const LAYERS = "dialog, .toasts, .combobox-popup, .problem-bar-list, .form-foot, .shell-head, .sidebar";
  const texts: {
    readonly node: Node;
    readonly text: string;
    readonly layer: Element | null;
    readonly box: DOMRect;
  }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (parent === null || text === "" || parent.closest("script, style, option")) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const box = shownPart(line, parent);
      if (box !== undefined)
        texts.push({ node, text: text.slice(0, 30), layer: parent.closest(LAYERS), box });
    }
  }
  for (const [index, one] of texts.entries())
    for (const other of texts.slice(index + 1)) {
      // A line that is cut has a second box where its dots are.
      if (one.node === other.node || one.layer !== other.layer) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > 1 && height > 1) found.push(`"${one.text}" over "${other.text}"`);
    }
  return found;

  /** The middle of a line, where its letters are; less what boxes around it cut off. */
  function shownPart(line: DOMRect, parent: Element): DOMRect | undefined {
    let { left, right } = line;
    let top = line.top + line.height * 0.25;
    let bottom = line.bottom - line.height * 0.25;
    for (let around: Element | null = parent; around !== null; around = around.parentElement) {
      const { overflowX, overflowY, clipPath, display } = getComputedStyle(around);
      if (clipPath !== "none") return undefined;
      if (display === "inline" || (overflowX === "visible" && overflowY === "visible")) continue;
      const box = around.getBoundingClientRect();
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    }
    return right - left > 1 && bottom - top > 1
      ? new DOMRect(left, top, right - left, bottom - top)
      : undefined;
  }
}
