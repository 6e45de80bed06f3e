const ALIGN = /(?:^|;)\s*text-align\s*:\s*(left|center|right|justify)\b/i;

/** Pasted styles that mean a mark, and the tag that carries it. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*font-weight\s*:\s*(bold|[6-9]00)\b/i, "strong"],
  [/(?:^|;)\s*font-style\s*:\s*italic\b/i, "em"],
  [/(?:^|;)\s*text-decoration[a-z-]*\s*:[^;]*\bunderline\b/i, "u"],
  [/(?:^|;)\s*text-decoration[a-z-]*\s*:[^;]*\bline-through\b/i, "s"],
  [/(?:^|;)\s*vertical-align\s*:\s*sub\b/i, "sub"],
  [/(?:^|;)\s*vertical-align\s*:\s*super\b/i, "sup"],
];

/**
 * Turns alignment (Quill's classes, styles kept as `data-style`, the old `align` attribute) into `data-align`, and
 * the styles of pasted spans into tags.
 */
export function moveStyles(root: Element): void {
  for (const element of root.querySelectorAll("[data-style], [align], [class*='ql-align-']")) {
    const style = element.getAttribute("data-style") ?? "";
    const quill = /\bql-align-(center|right|justify)\b/.exec(element.className)?.[1];
    const align = quill ?? ALIGN.exec(style)?.[1] ?? element.getAttribute("align") ?? "";
    if (/^(left|center|right|justify)$/i.test(align)) element.setAttribute("data-align", align.toLowerCase());
    if (element.tagName === "SPAN")
      for (const [meaning, tag] of MARKS) if (meaning.test(style)) wrap(element, tag);
    // What Google Docs puts around everything.
    if (element.tagName === "B" && /font-weight\s*:\s*normal/i.test(style))
      element.replaceWith(...element.childNodes);
  }
}

function wrap(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}
