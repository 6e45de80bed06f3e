import { ALLOWED, MAX_DEPTH, NEEDED, VOID_TAGS } from "./allowed-html.ts";
import { unescapeAttribute } from "./pictures.ts";

const NAME = /[a-z][a-z0-9]*/y;
const ATTRIBUTE = / ([a-z-]+)="/y;
const TAG_END = / ?\/?>/y;
/** Matches every character reference but those that all parsers read alike. */
const UNSURE = /&(?!(?:amp|lt|gt|quot|nbsp|#39);)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * Whether all parsers read a document alike and all in it is allowed. Such a document is stored unchanged; any other, harmless
 * or not, is cleaned. Linear in its length.
 */
export function isPlain(html: string): boolean {
  if (CONTROLS.test(html)) return false;
  const open: string[] = [];
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    if (tag < 0) break;
    if (html[tag + 1] === "/") {
      const name = match(NAME, html, tag + 2);
      if (name === undefined || open.pop() !== name[0] || html[NAME.lastIndex] !== ">") return false;
      at = NAME.lastIndex + 1;
    } else {
      const end = readTag(html, tag + 1, open);
      if (end === undefined || open.length > MAX_DEPTH) return false;
      at = end;
    }
  }
  return open.length === 0;
}

/** Reads an opening tag from behind its `<`. Returns where it ends, undefined where it is not plain. */
function readTag(html: string, start: number, open: string[]): number | undefined {
  const name = match(NAME, html, start)?.[0];
  const allowed = name === undefined ? undefined : ALLOWED.get(name);
  if (name === undefined || allowed === undefined) return undefined;
  const seen = new Set<string>();
  let at = NAME.lastIndex;
  for (let found = match(ATTRIBUTE, html, at); found !== undefined; found = match(ATTRIBUTE, html, at)) {
    const attribute = found[1] ?? "";
    const valueStart = ATTRIBUTE.lastIndex;
    const valueEnd = html.indexOf('"', valueStart);
    if (valueEnd < 0) return undefined;
    const written = html.slice(valueStart, valueEnd);
    if (seen.has(attribute) || UNSURE.test(written) || /[<>]/.test(written)) return undefined;
    const value = unescapeAttribute(written);
    if (allowed.get(attribute)?.(value) !== value) return undefined;
    seen.add(attribute);
    at = valueEnd + 1;
  }
  const needed = NEEDED.get(name);
  if ((needed !== undefined && !seen.has(needed)) || match(TAG_END, html, at) === undefined) return undefined;
  if (!VOID_TAGS.has(name)) {
    if (html[TAG_END.lastIndex - 2] === "/") return undefined;
    open.push(name);
  }
  return TAG_END.lastIndex;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
