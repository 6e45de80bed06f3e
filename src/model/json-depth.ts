/** Deeper than any config, and far from where those who read JSON by recursion break down. */
export const MOST_LEVELS = 200;

/** What holds brackets that are none (texts, comments), as jsonc-parser reads them; else a bracket. */
const TOKENS = /"(?:[^"\\\r\n]|\\.)*"?|\/\/[^\r\n]*|\/\*.*?(?:\*\/|$)|[[\]{}]/gs;
const CLOSED_BY: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
]);

/** Where the first bracket stands that is opened inside too many others, whether the text is JSON or not. */
export function firstTooDeep(source: string): number | undefined {
  const closing: string[] = [];
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    const closer = CLOSED_BY.get(token);
    if (closer !== undefined) closing.push(closer);
    else if (token === closing.at(-1)) closing.pop();
    if (closing.length > MOST_LEVELS) return index;
  }
  return undefined;
}
