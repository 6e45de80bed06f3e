/**
 * Elements that stand on lines of their own (HTML, "Rendering"), by their names in lower case. Text on both sides of the
 * edge of one is two words, whatever becomes of the element.
 */
export const BLOCK_TAGS: ReadonlySet<string> = new Set([
  ...["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "menu", "dir", "dl", "dt", "dd"],
  ...["address", "article", "aside", "blockquote", "center", "details", "dialog", "div", "fieldset"],
  ...["figcaption", "figure", "footer", "form", "frameset", "header", "hgroup", "hr", "legend", "main"],
  ...["nav", "search", "section", "summary", "optgroup", "option", "pre", "listing", "plaintext", "xmp"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"],
]);

/** Cells stand beside each other on the line of their row. */
export const CELL_TAGS: ReadonlySet<string> = new Set(["td", "th"]);

/** Blocks in which the ends of the source's lines are ends of lines. */
export const SOURCE_LINE_TAGS: ReadonlySet<string> = new Set(["pre", "listing", "plaintext", "xmp"]);
