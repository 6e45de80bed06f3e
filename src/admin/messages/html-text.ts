/** What begins on a line of its own. */
const BLOCKS = "p, div, li, h1, h2, h3, h4, h5, h6, tr, pre, blockquote, figure";

/** Formatted text as plain text, a line for each of its paragraphs. */
export function htmlText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const line of body.querySelectorAll("br")) line.replaceWith("\n");
  for (const block of body.querySelectorAll(BLOCKS)) block.append("\n");
  return (body.textContent ?? "").replace(/\n{2,}/g, "\n").trim();
}
