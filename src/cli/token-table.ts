import { table, withPart } from "./page-part.ts";

/** A page with the variables of tokens.css between its marks: what each comment there says of those under it. */
export function withTokenTable(page: string, css: string): string {
  const groups = css.matchAll(/^ {2}\/\* (.+) \*\/\n((?: .*;\n| {2}--.*\n| {4}.*\n)+)/gm);
  const rows = [...groups].map(([, meaning = "", declared = ""]) => [variablesIn(declared), meaning]);
  return withPart(page, "tokens", table(["variables", "what they are"], rows));
}

/** With their sizes: a colour says nothing as a number. */
function variablesIn(declared: string): string {
  return [...declared.matchAll(/^ {2}(--[\w-]+):(?: (\d+px);)?/gm)]
    .map(([, name, size]) => `\`${name}\`${size === undefined ? "" : ` ${size}`}`)
    .join(", ");
}
