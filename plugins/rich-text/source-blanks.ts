import type { Run } from "./lines.ts";

/** Whether a text has nothing but HTML's blanks. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n\f]/.test(text);
}

/** Turns each line end of the source, with the blanks around it, into one `\n`, which `tidy` makes a blank. */
export function softened(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  const parts = text.split(/\r\n?|\n/);
  return parts
    .map((part, index) => part.slice(index > 0 ? edge(part, 1) : 0))
    .map((part, index) => (index < parts.length - 1 ? part.slice(0, edge(part, -1)) : part))
    .filter((part, index) => part !== "" || index === 0 || index === parts.length - 1)
    .join("\n");
}

/** The index where the text of a part begins (1) or ends (-1). */
function edge(part: string, step: 1 | -1): number {
  let at = step === 1 ? 0 : part.length;
  while (" \t\f".includes(part[step === 1 ? at : at - 1] ?? "x")) at += step;
  return at;
}

/** Replaces line ends of the source with blanks, at the edges of the line with nothing. Changes the list. */
export function tidy(runs: Run[]): void {
  const last = runs.length - 1;
  let kept = 0;
  for (const [index, run] of runs.entries()) {
    let { html } = run;
    if (index === 0 && html.startsWith("\n")) html = html.slice(1);
    if (index === last && html.endsWith("\n")) html = html.slice(0, -1);
    if (html !== "") runs[kept++] = { ...run, html: html.replaceAll("\n", " ") };
  }
  runs.length = kept;
}
