/** A page with a generated part between its two marks, `<!-- name -->` and `<!-- /name -->`. Throws where it has no such marks. */
export function withPart(page: string, name: string, part: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = split(page, start);
  const [, after] = split(rest, end);
  return `${before}${start}\n\n${part}\n${end}${after}`;
}

/** A table in Markdown, its first row the heads. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `${row(cells)}\n`).join("");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function split(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark);
  if (index === -1) throw new Error(`The page has no ${mark}.`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}
