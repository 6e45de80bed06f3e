import type { Run } from "./lines.ts";

/** Whether a text is nothing but what HTML takes for blanks. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n\f]/.test(text);
}

/** A line's end in the source, with the blanks around it, is one blank; it stays `\n` until the line is whole. */
export function softened(text: string): string {
  if (!text.includes("\n")) return text;
  const parts = text.split("\n");
  return parts
    .map((part, index) => part.slice(index > 0 ? edge(part, 1) : 0))
    .map((part, index) => (index < parts.length - 1 ? part.slice(0, edge(part, -1)) : part))
    .filter((part, index) => part !== "" || index === 0 || index === parts.length - 1)
    .join("\n");
}

/** Where the text of a part begins (1) or ends (-1). */
function edge(part: string, step: 1 | -1): number {
  let at = step === 1 ? 0 : part.length;
  while (" \t\r\f".includes(part[step === 1 ? at : at - 1] ?? "x")) at += step;
  return at;
}

/** A blank that was the end of a line in the source shows nothing at the line's edges. Changes the list. */
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
