/**
 * Block elements (HTML, "Rendering"), in lower case. Text inside one never joins the text beside it, even where the element
 * itself is dropped.
 */
export const BLOCK_TAGS: ReadonlySet<string> = new Set([
  ...["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "menu", "dir", "dl", "dt", "dd"],
  ...["address", "article", "aside", "blockquote", "center", "details", "dialog", "div", "fieldset"],
  ...["figcaption", "figure", "footer", "form", "frameset", "header", "hgroup", "hr", "legend", "main"],
  ...["nav", "search", "section", "summary", "optgroup", "option", "pre", "listing", "plaintext", "xmp"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"],
]);

/** Cells share the line of their row. */
export const CELL_TAGS: ReadonlySet<string> = new Set(["td", "th"]);

/** Blocks in which a line end of the source is shown. */
export const SOURCE_LINE_TAGS: ReadonlySet<string> = new Set(["pre", "listing", "plaintext", "xmp"]);
