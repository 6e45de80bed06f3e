const ALIGN = /(?:^|;)\s*text-align\s*:\s*(left|center|right|justify)\b/i;

/** Pasted styles and the tags of the same meaning. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*font-weight\s*:\s*(bold|[6-9]00)\b/i, "strong"],
  [/(?:^|;)\s*font-style\s*:\s*italic\b/i, "em"],
  [/(?:^|;)\s*text-decoration[a-z-]*\s*:[^;]*\bunderline\b/i, "u"],
  [/(?:^|;)\s*text-decoration[a-z-]*\s*:[^;]*\bline-through\b/i, "s"],
  [/(?:^|;)\s*vertical-align\s*:\s*sub\b/i, "sub"],
  [/(?:^|;)\s*vertical-align\s*:\s*super\b/i, "sup"],
];

/**
 * Turns alignment (Quill's classes, styles in `data-style`, the old `align` attribute) into `data-align`, and styles of
 * pasted spans into tags.
 */
export function moveStyles(root: Element): void {
  for (const element of root.querySelectorAll("[data-style], [align], [class*='ql-align-']")) {
    const style = element.getAttribute("data-style") ?? "";
    const quill = /\bql-align-(center|right|justify)\b/.exec(element.className)?.[1];
    const align = quill ?? ALIGN.exec(style)?.[1] ?? element.getAttribute("align") ?? "";
    if (/^(left|center|right|justify)$/i.test(align)) element.setAttribute("data-align", align.toLowerCase());
    if (element.tagName === "SPAN")
      for (const [meaning, tag] of MARKS) if (meaning.test(style)) wrap(element, tag);
    // Google Docs puts this around all that is copied.
    if (element.tagName === "B" && /font-weight\s*:\s*normal/i.test(style))
      element.replaceWith(...element.childNodes);
  }
}

function wrap(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}
