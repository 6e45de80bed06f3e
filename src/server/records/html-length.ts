/** HTML of a field without a `maxLength` of its own is held to this: cleaning costs by the character. */
const MAX_HTML = 1_000_000;

// No class below holds what the next part begins with, and no blank: linear, and nothing but one value fits in.
const INLINE_SOURCE =
  /\bsrc\s{0,9}=\s{0,9}(["'])data:image\/[\w.+-]{1,20}(?:;[\w=-]{1,40}){0,3};base64,([\w+/=%-]*)\1/gi;

/** The limit that the text breaks before it is cleaned; undefined where it breaks none. Inline pictures do not count: they become uploads. */
export function brokenHtmlLimit(html: string, maxLength: number = MAX_HTML): number | undefined {
  if (html.length <= maxLength) return undefined;
  let counted = html.length;
  for (const [, , payload = ""] of html.matchAll(INLINE_SOURCE)) counted -= payload.length;
  // JSON Schema counts characters; those of two halves can only make the text shorter.
  if (counted > maxLength * 2) return maxLength;
  return counted - pairsIn(html) > maxLength ? maxLength : undefined;
}

function pairsIn(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xdc00) pairs += 1;
  }
  return pairs;
}
