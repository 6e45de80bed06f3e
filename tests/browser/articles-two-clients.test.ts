import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanHtml, convertHtml } from "../../plugins/rich-text/clean-html.ts";
import { isPlain } from "../../plugins/rich-text/is-plain.ts";
import { isQuill } from "../../plugins/rich-text/is-quill.ts";
import type { Item, Line, LineTag, Mark, Run } from "../../plugins/rich-text/lines.ts";
import { writeQuill } from "../../plugins/rich-text/write-quill.ts";
import { openRichTextPage, type RichTextPage } from "./rich-text-page.ts";

/** Of lists of up to 50 articles each, all taken to the page in one call. */
const RUNS = 8;

let opened: RichTextPage;
beforeAll(async () => {
  opened = await openRichTextPage();
});
afterAll(() => opened?.close());

/** What becomes of articles in the other client and in our editor, all in one call. */
function inBothEditors(articles: readonly string[]) {
  return opened.page.evaluate(async (given) => {
    const results = [];
    for (const html of given) {
      const quill = await window.richText.throughQuill(html);
      const editor = window.richText.throughEditor(html, "quill");
      results.push({ quill, editor, editorAfterQuill: window.richText.throughEditor(quill, "quill") });
    }
    return results;
  }, articles);
}

/** Quill's own, before each item, of which it makes what it shows. */
const withoutMarkers = (html: string) =>
  html.replaceAll('<span class="ql-ui" contenteditable="false"></span>', "");

async function expectUnchanged(articles: readonly string[]): Promise<void> {
  for (const [index, { quill, editor, editorAfterQuill }] of (await inBothEditors(articles)).entries()) {
    const article = articles[index] ?? "";
    expect(isPlain(article) && isQuill(article), article).toBe(true);
    expect(withoutMarkers(quill)).toBe(article);
    // What it saves is stored to the byte.
    expect(cleanHtml(quill, "quill")).toBe(quill);
    expect(editor).toBe(article);
    expect(editorAfterQuill).toBe(article);
  }
}

const LINK = '<a href="https://a.tw/?b=1&amp;c" target="_blank" rel="noopener noreferrer">';
const PICTURE = '<img src="/api/images/a.png" alt="a" title="t" width="10" height="20">';
const DEEP = Array.from({ length: 9 }, (_, depth) => depth);

/** What our editor or any client writes in plain HTML, and the same in Quill's form. */
const CONSTRUCTS: readonly (readonly [what: string, semantic: string, quill: string])[] = [
  ...[1, 2, 3, 4, 5, 6].map((n) => [`heading ${n}`, `<h${n}>a</h${n}>`, `<h${n}>a</h${n}>`] as const),
  ...["strong", "em", "u", "s", "sub", "sup"].map(
    (tag) => [tag, `<p>a<${tag}>b</${tag}>c</p>`, `<p>a<${tag}>b</${tag}>c</p>`] as const,
  ),
  [
    "marks in one another, in any order",
    `<p>${LINK}<u>a<s><em>b<strong>c<sup>d</sup></strong></em></s></u></a></p>`,
    `<p><u>${LINK}a</a></u><em><s><u>${LINK}b</a></u></s></em><strong><em><s><u>${LINK}c</a></u></s></em></strong><sup><strong><em><s><u>${LINK}d</a></u></s></em></strong></sup></p>`,
  ],
  ["a link", `<p>${LINK}a</a></p>`, `<p>${LINK}a</a></p>`],
  ["a picture", `<p>a${PICTURE}</p>`, `<p>a${PICTURE}</p>`],
  [
    "a picture in a link and a mark",
    `<p>${LINK}<em>${PICTURE}</em></a></p>`,
    `<p><em>${LINK}${PICTURE}</a></em></p>`,
  ],
  [
    "bullets",
    "<ul><li>a</li><li><p>b</p></li></ul>",
    '<ol><li data-list="bullet">a</li><li data-list="bullet">b</li></ol>',
  ],
  ["numbers", "<ol><li>a</li></ol>", '<ol><li data-list="ordered">a</li></ol>'],
  [
    "lists in lists, of both kinds",
    "<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol></li></ul><ol><li>e</li></ol>",
    '<ol><li data-list="bullet">a</li><li data-list="ordered" class="ql-indent-1">b</li><li data-list="bullet" class="ql-indent-2">c</li><li data-list="ordered" class="ql-indent-1">d</li><li data-list="ordered">e</li></ol>',
  ],
  [
    "nine levels",
    `${DEEP.map((n) => `<ul><li>${n}`).join("")}${DEEP.map(() => "</li></ul>").join("")}`,
    `<ol>${DEEP.map((n) => `<li data-list="bullet"${n > 0 ? ` class="ql-indent-${n}"` : ""}>${n}</li>`).join("")}</ol>`,
  ],
  [
    "numbers that go on across bullets",
    '<ol><li>a</li></ol><ul><li>b</li></ul><ol start="2"><li>c</li></ol>',
    '<ol><li data-list="ordered">a</li><li data-list="bullet">b</li><li data-list="ordered">c</li></ol>',
  ],
  ...["center", "right", "justify"].map(
    (side) =>
      [
        `alignment: ${side}`,
        `<p style="text-align: ${side}">a</p><h2 style="text-align: ${side}">b</h2><ul><li style="text-align: ${side}">c<ol><li style="text-align: ${side}">d</li></ol></li></ul>`,
        `<p class="ql-align-${side}">a</p><h2 class="ql-align-${side}">b</h2><ol><li data-list="bullet" class="ql-align-${side}">c</li><li data-list="ordered" class="ql-indent-1 ql-align-${side}">d</li></ol>`,
      ] as const,
  ),
  ["an empty paragraph", "<p>a</p><p><br></p><p></p><p>b</p>", "<p>a</p><p><br></p><p><br></p><p>b</p>"],
  ["a line break", "<p>a<br>b<br><br></p>", "<p>a</p><p>b</p><p><br></p>"],
  [
    "a line break in a mark, a heading, an item",
    '<p style="text-align: right"><strong>a<br>b</strong></p><h2>c<br>d</h2><ul><li>e<br>f</li></ul>',
    '<p class="ql-align-right"><strong>a</strong></p><p class="ql-align-right"><strong>b</strong></p><h2>c</h2><h2>d</h2><ol><li data-list="bullet">e</li><li data-list="bullet">f</li></ol>',
  ],
  [
    "several paragraphs in an item, an empty item",
    "<ul><li><p>a</p><p>b</p><ul><li>c</li></ul><p>d</p></li><li></li></ul>",
    '<ol><li data-list="bullet">a</li><li data-list="bullet">b</li><li data-list="bullet" class="ql-indent-1">c</li><li data-list="bullet">d</li><li data-list="bullet"><br></li></ol>',
  ],
  [
    "blanks and signs",
    "<p> a  b&nbsp;&lt;&amp;&gt; \"'\u3000</p>",
    "<p> a  b&nbsp;&lt;&amp;&gt; \"'\u3000</p>",
  ],
  ["text in no element", "a<strong>b</strong><h1>c</h1>\nd", "<p>a<strong>b</strong></p><h1>c</h1><p>d</p>"],
  [
    "ends of lines in the source",
    "<p>\n a\n b\n</p>\n<ul>\n <li>\n c\n </li>\n</ul>",
    '<p>a b</p><ol><li data-list="bullet">c</li></ol>',
  ],
];

/** What only Quill writes. */
const QUILLS: readonly string[] = [
  '<p class="ql-indent-3">a</p><h3 class="ql-indent-8 ql-align-center ql-direction-rtl">b</h3>',
  '<ol><li data-list="checked">a</li><li data-list="unchecked" class="ql-indent-1">b</li></ol>',
  '<ol><li data-list="bullet" class="ql-indent-2">a</li><li data-list="ordered" class="ql-indent-5">b</li><li data-list="bullet" class="ql-indent-1">c</li></ol>',
  '<ol><li data-list="bullet" class="ql-indent-1 ql-align-right ql-direction-rtl">a</li></ol>',
];

describe("an article in Quill's form", () => {
  it.each(CONSTRUCTS)(
    "%s: written so, the other client changes nothing, nor does our editor",
    async (_, given, quill) => {
      expect(cleanHtml(given, "quill")).toBe(quill);
      expect(convertHtml(given, "quill")).toBe(quill);
      await expectUnchanged([quill]);
    },
  );

  it.each(QUILLS)("%s", (article) => expectUnchanged([article]));

  it("all constructs in one article", async () => {
    const semantic = CONSTRUCTS.map(([, given]) => given).join("<p>-</p>");
    const whole = cleanHtml(semantic, "quill");
    expect(whole).toBe(CONSTRUCTS.map(([, , quill]) => quill).join("<p>-</p>"));
    await expectUnchanged([whole]);
  });

  it("any mixture of them", async () => {
    // With a word in each: our editor writes none that shows nothing.
    const article = fc.array(line, { maxLength: 6 }).map((lines) => `${writeQuill(lines)}<p>x</p>`);
    await fc.assert(fc.asyncProperty(fc.array(article, { minLength: 1, maxLength: 60 }), expectUnchanged), {
      numRuns: RUNS,
    });
  });

  it("goes to plain HTML and back", () => {
    for (const [, given, quill] of CONSTRUCTS) {
      const semantic = convertHtml(quill, "semantic");
      expect(semantic).not.toMatch(/data-list|ql-/);
      expect(convertHtml(semantic, "quill"), given).toBe(quill);
      expect(convertHtml(semantic, "semantic")).toBe(semantic);
    }
  });
});

describe("cleaning joins no words and loses none", () => {
  const names = [
    ...[
      "p",
      "h1",
      "h4",
      "ul",
      "ol",
      "li",
      "div",
      "section",
      "blockquote",
      "pre",
      "figure",
      "figcaption",
      "dl",
      "dt",
    ],
    ...[
      "dd",
      "details",
      "summary",
      "article",
      "main",
      "nav",
      "center",
      "address",
      "form",
      "fieldset",
      "legend",
    ],
    ...["table", "caption", "thead", "tbody", "tr", "td", "th", "menu"],
    ...[
      "strong",
      "b",
      "em",
      "i",
      "u",
      "s",
      "del",
      "ins",
      "sub",
      "sup",
      "a",
      "span",
      "font",
      "code",
      "small",
      "mark",
      "x-y",
    ],
    ...[
      "script",
      "style",
      "template",
      "textarea",
      "button",
      "label",
      "select",
      "option",
      "video",
      "object",
      "svg",
      "q",
    ],
  ];
  const words = fc.constantFrom(
    "one",
    "two",
    "three ",
    " four",
    "\n",
    " ",
    "&lt;five&gt;",
    "&nbsp;",
    "六",
    "&copy;",
  );
  const piece = fc.oneof(
    words,
    words,
    fc.constantFrom(...names).map((name) => `<${name}>`),
    fc.constantFrom(...names).map((name) => `</${name}>`),
    fc.constantFrom(
      "<br>",
      "<hr>",
      '<img src="https://a.tw/b.png">',
      "<img>",
      "<input>",
      "<!-- no -->",
      "<wbr>",
    ),
    fc.constantFrom(
      '<p class="ql-align-center">',
      '<li data-list="bullet" class="ql-indent-2">',
      '<a href="https://a.tw">',
      '<span class="ql-ui">',
      "<li style='mso-list:x'>",
    ),
  );
  const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

  /** Of each: the words given, those of its cleaned text in Quill's form, those in the other. */
  const wordsOfForms = (htmls: readonly string[]) =>
    opened.page.evaluate(
      (given) => given.map((forms) => forms.map(window.richText.wordsOf)),
      htmls.map((html) => [html, cleanHtml(html, "quill"), cleanHtml(html, "semantic")]),
    );

  it("of any HTML, as a browser understands it", async () => {
    const property = fc.asyncProperty(fc.array(soup, { minLength: 1, maxLength: 50 }), async (htmls) => {
      const understood = await opened.page.evaluate((given) => given.map(window.richText.serialized), htmls);
      for (const [index, [given, quill, semantic]] of (await wordsOfForms(understood)).entries()) {
        expect(quill, understood[index]).toEqual(given);
        expect(semantic, understood[index]).toEqual(given);
      }
      const read = await opened.page.evaluate(
        (given) => given.map((html) => [window.richText.wordsOf(html), window.richText.shownWords(html)]),
        understood,
      );
      for (const [index, [given, shown]] of read.entries()) expect(shown, understood[index]).toEqual(given);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
  it("and loses no letter where the parsers of browser and server understand nonsense differently", async () => {
    const lettersOf = (words: readonly string[] | undefined) => [...(words ?? []).join("")].sort().join("");
    // A tag in there is text to browsers alone.
    const understood = soup.map((html) => html.replaceAll("textarea", "output"));
    const property = fc.asyncProperty(
      fc.array(understood, { minLength: 1, maxLength: 50 }),
      async (htmls) => {
        for (const [given, quill, semantic] of await wordsOfForms(htmls)) {
          expect(lettersOf(quill)).toBe(lettersOf(given));
          expect(lettersOf(semantic)).toBe(lettersOf(given));
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});

const mark: fc.Arbitrary<Mark> = fc.constantFrom(
  ...(["sub", "sup", "strong", "em", "s", "u"] as const).map((name) => ({ name, open: `<${name}>` })),
  { name: "a", open: LINK } as const,
);
const run: fc.Arbitrary<Run> = fc.record({
  html: fc.constantFrom("a", "b c", " ", "&nbsp;", "&lt;&amp;", "茶", "<br>", PICTURE),
  marks: fc.uniqueArray(mark, { maxLength: 3, selector: ({ name }) => name }),
});
const item: fc.Arbitrary<Item> = fc.record({
  kind: fc.constantFrom("bullet", "ordered", "checked", "unchecked"),
  indent: fc.integer({ min: 0, max: 8 }),
  begins: fc.boolean(),
  paragraphs: fc.constant(1),
});
const line: fc.Arbitrary<Line> = fc
  .record({
    tag: fc.constantFrom<LineTag>("p", "p", "h1", "h4"),
    item: fc.option(item, { nil: undefined }),
    align: fc.constantFrom("center", "right", "justify", undefined),
    indent: fc.integer({ min: 0, max: 8 }),
    isRightToLeft: fc.boolean(),
    isBare: fc.constant(false),
    runs: fc.array(run, { maxLength: 4 }),
  })
  .map(({ item: of, align, ...rest }) => ({
    ...rest,
    ...(of === undefined ? {} : { item: of }),
    ...(align === undefined ? {} : { align }),
  }));
