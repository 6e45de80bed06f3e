import fc from "fast-check";
import sanitize from "sanitize-html";
import { describe, expect, test } from "vitest";
import { BLOCK_TAGS } from "./blocks.ts";
import { cleanHtml, convertHtml } from "./clean-html.ts";
import { isPlain } from "./is-plain.ts";
import { isQuill } from "./is-quill.ts";

/**
 * The words of HTML as the server's parser understands it, without any cleaning: split at blanks, line breaks and the edges
 * of blocks. tests/browser/articles-two-clients.test.ts asks a browser's parser.
 */
function wordsOf(html: string): readonly string[] {
  const understood = sanitize(html, { allowedTags: false, allowedAttributes: {}, allowVulnerableTags: true });
  let text = "";
  const hidden: string[] = [];
  for (const [token, close, name = ""] of understood.matchAll(/<(\/?)([a-z][^\s/>]*)[^<>]*>|[^<]+|</gi)) {
    const around = hidden.at(-1);
    if (/^(script|style)$/.test(around ?? "") && !(close === "/" && name === around)) continue;
    if (/^(script|style|template)$/.test(name)) {
      if (close === "/") hidden.pop();
      else hidden.push(name);
    } else if (hidden.length > 0) continue;
    else if (name === "") text += token;
    else if (name === "br" || BLOCK_TAGS.has(name)) text += " ";
  }
  return text.split(/(?:\s|&nbsp;)+/).filter((word) => word !== "");
}

const names = [
  ...BLOCK_TAGS,
  ...["b", "i", "strong", "em", "u", "s", "sub", "sup", "a", "span", "font", "code", "q", "custom-tag"],
  ...[
    "script",
    "style",
    "template",
    "button",
    "label",
    "select",
    "video",
    "audio",
    "object",
    "canvas",
    "svg",
    "math",
  ],
  ...["body", "ruby", "rt", "details"],
];
const word = fc.constantFrom(
  "one",
  "two",
  "three ",
  " four",
  "\n",
  " ",
  "&lt;b&gt;",
  "&nbsp;",
  "六",
  "&copy;",
  "<",
  "&",
);
const piece = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => `<${name}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
  fc.constantFrom(
    "<br>",
    "<hr>",
    "<img src=https://a.tw/b.png>",
    "<img>",
    "<input>",
    "<!-- no -->",
    "<wbr>",
    "<P CLASS=x>",
  ),
  fc.constantFrom(
    '<p class="ql-align-center">',
    '<li data-list="bullet">',
    '<a href="https://a.tw">',
    '<span class="ql-ui">',
  ),
);
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

describe("cleaning joins no words and loses none, of any HTML", () => {
  test.each(["semantic", "quill"] as const)("in the form %s, and converted to the other", (output) => {
    const other = output === "quill" ? "semantic" : "quill";
    fc.assert(
      fc.property(soup, (html) => {
        const cleaned = cleanHtml(html, output);
        expect(wordsOf(cleaned)).toEqual(wordsOf(html));
        expect(wordsOf(convertHtml(cleaned, other))).toEqual(wordsOf(html));
        expect(isPlain(cleaned)).toBe(true);
        expect(cleanHtml(cleaned, output)).toBe(cleaned);
        if (output === "quill") expect(isQuill(cleaned)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    ["a<div>b</div>c", "a b c"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b c"],
    ["a<hr>b<br>c<wbr>d", "a b cd"],
    ["a<b>b</b><script>x</script><!-- y -->c", "abc"],
    [`${"<div>a".repeat(200)}`, Array(200).fill("a").join(" ")],
    [`${"<ul><li>a".repeat(200)}`, Array(200).fill("a").join(" ")],
  ])("%s", (html, words) => {
    for (const output of ["semantic", "quill"] as const)
      expect(wordsOf(cleanHtml(html, output)).join(" ")).toBe(words);
  });
});
