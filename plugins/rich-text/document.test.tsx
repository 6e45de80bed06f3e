import { getSchema } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { describe, expect, test } from "vitest";
import { cleanHtml } from "./clean-html.ts";
import { readDocument, writeDocument } from "./document.ts";
import { extensionsFor } from "./extensions.ts";

const schema = getSchema(
  extensionsFor({
    undoDepth: 100,
    undoDelay: 1000,
    texts: { alt: () => "Picture", elsewhere: (address) => address },
  }),
);
const through = (html: unknown) => writeDocument(readDocument(schema, html));
const PNG = "data:image/png;base64,iVBORw0KGgo=";

/** As Word's clipboard has it, shortened. */
const WORD = [
  "<html xmlns:o='urn:x'><head><style><!-- @list l0 {mso-list-id:1} p.MsoListParagraph {margin:0} --></style></head>",
  "<body lang=EN-GB><!--StartFragment--><p class=MsoNormal>Before<o:p></o:p></p>",
  ...(
    [
      [
        1,
        "l0 level1 lfo1",
        "<span style='font-family:Symbol'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span>",
        "One <b>bold</b>",
      ],
      [1, "l0 level1 lfo1", "·", "Two"],
      [2, "l0 level2 lfo1", "a.", "Deep"],
      [2, "l0 level2 lfo1", "b.", "Deeper"],
      [3, "l0 level3 lfo1", "o", "Deepest"],
      [1, "l1 level1 lfo2", "一、", "三"],
    ] as const
  ).map(
    ([level, list, marker, text]) =>
      `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;\ntext-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span\nstyle='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`,
  ),
  "<p class=MsoNormal>After</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>§ </span>Apart</p><!--EndFragment--></body></html>",
].join("");

describe("what Quill wrote", () => {
  test.each([
    [
      "bullets that are an ol",
      '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>a</li><li data-list="bullet">b</li></ol>',
      "<ul><li>a</li><li>b</li></ul>",
    ],
    ["numbers", '<ol><li data-list="ordered">a</li></ol>', "<ol><li>a</li></ol>"],
    ["check boxes", '<ol><li data-list="checked">a</li></ol>', "<ul><li>a</li></ul>"],
    [
      "indents nest",
      '<ol><li data-list="bullet">a</li><li data-list="ordered" class="ql-indent-1">b</li><li data-list="ordered" class="ql-indent-2">c</li><li data-list="bullet">d</li></ol>',
      "<ul><li>a<ol><li>b<ol><li>c</li></ol></li></ol></li><li>d</li></ul>",
    ],
    [
      "an indent that skips a step, and one at the start",
      '<ol><li data-list="bullet" class="ql-indent-2">a</li><li data-list="bullet" class="ql-indent-5">b</li><li data-list="bullet">c</li></ol>',
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    ],
    [
      "numbers go on across bullets",
      '<ol><li data-list="ordered">a</li><li data-list="bullet">b</li><li data-list="ordered">c</li></ol>',
      '<ol><li>a</li></ol><ul><li>b</li></ul><ol start="2"><li>c</li></ol>',
    ],
    [
      "kinds change inside a level below",
      '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered" class="ql-indent-1">c</li><li data-list="bullet">d</li></ol>',
      "<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li><li>d</li></ul>",
    ],
    [
      "what strays between its items",
      '<ol>a<b>b</b><li data-list="bullet">c</li>\n d<p>e</p><li data-list="bullet">f</li><ul><li>g</li></ul></ol>',
      "<p>a<strong>b</strong></p><ul><li><p>c</p><p>d</p><p>e</p></li><li>f<ul><li>g</li></ul></li></ul>",
    ],
    [
      "Quill 1's lists",
      '<ul><li>a</li><li class="ql-indent-1">b</li></ul>',
      "<ul><li>a<ul><li>b</li></ul></li></ul>",
    ],
    [
      "alignment of paragraphs, headings and items",
      '<p class="ql-align-center">a</p><h2 class="ql-align-right">b</h2><ol><li data-list="bullet" class="ql-align-justify">c</li></ol>',
      '<p style="text-align: center">a</p><h2 style="text-align: right">b</h2><ul><li style="text-align: justify">c</li></ul>',
    ],
    ["empty lines", "<p>a</p><p><br></p><p>b<br></p>", "<p>a</p><p><br></p><p>b</p>"],
    ["an inline picture", `<p>a<img src="${PNG}"></p>`, `<p>a<img src="${PNG}"></p>`],
    ["double blanks", "<p>a  b</p>", "<p>a  b</p>"],
  ])("%s", (_, html, expected) => {
    expect(through(html)).toBe(expected);
  });
});

describe("in Quill's form", () => {
  const quill = (html: string) => writeDocument(readDocument(schema, html), "quill");

  test.each([
    '<ol><li data-list="bullet">a</li><li data-list="ordered" class="ql-indent-1">b</li><li data-list="bullet" class="ql-indent-1 ql-align-center">c</li><li data-list="ordered">d</li></ol>',
    '<ol><li data-list="checked">a</li><li data-list="unchecked" class="ql-indent-3">b</li></ol>',
    '<p class="ql-indent-2 ql-align-right ql-direction-rtl">a</p><h3 class="ql-indent-8">b</h3><p><br></p>',
    `<p><sub>a</sub><sup><strong><em><s><u><a href="https://a.tw" target="_blank" rel="noopener noreferrer">b<img src="${PNG}" alt="x"></a></u></s></em></strong></sup></p>`,
  ])("%s comes back as it is", (html) => {
    expect(quill(html)).toBe(html);
    expect(cleanHtml(html, "quill")).toBe(html);
  });

  test.each([
    ["a line break is a new line", "<p>a<br>b<br><br></p>", "<p>a</p><p>b</p><p><br></p>"],
    [
      "a paragraph of an item is an item",
      "<ol><li><p>a</p><p>b<br>c</p><ul><li>d</li></ul></li></ol>",
      '<ol><li data-list="ordered">a</li><li data-list="ordered">b</li><li data-list="ordered">c</li><li data-list="bullet" class="ql-indent-1">d</li></ol>',
    ],
  ])("%s", (_, html, expected) => {
    expect(quill(html)).toBe(expected);
    expect(cleanHtml(html, "quill")).toBe(expected);
  });
});

describe("what we write", () => {
  const ours = [
    '<p style="text-align: center">a<strong>b<em>c</em></strong><em>d</em></p>',
    "<h1>a</h1><h6>b</h6><p><u>a</u><s>b</s></p>",
    "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>",
    "<ul><li><p>a</p><p>b</p></li></ul>",
    '<ol start="4"><li style="text-align: right">a</li></ol>',
    "<p>a<br>b<br><br></p><p><br></p>",
    '<p><a href="https://a.tw/?b=1&amp;c" target="_blank" rel="noopener noreferrer">a<strong>b</strong></a></p>',
    '<p>1 &lt; 2 &gt; 0 &amp; "x"&nbsp;</p>',
    `<p><img src="/api/images/a.png" alt="&quot;&lt;b&gt;" title="t" width="10" height="20"><img src="https://a.tw/b.png"><img src="${PNG}"></p>`,
  ];
  test.each(ours)("%s comes back as it is, from the editor and from the server's cleaning", (html) => {
    expect(through(html)).toBe(html);
    expect(cleanHtml(html)).toBe(html);
  });

  test("nothing is null", () => {
    for (const empty of ["", "<p></p>", "<p> </p>", null, undefined, 7, {}, [], "<ul><li></li></ul>"])
      expect(through(empty)).toBeNull();
  });
});

describe("what is pasted", () => {
  test.each([
    [
      "styles are alignment and marks",
      '<p style="text-align:right"><span style="font-weight:700;color:red">a</span></p>',
      '<p style="text-align: right"><strong>a</strong></p>',
    ],
    [
      "italic, underline, strike",
      '<p><span style="font-style:italic;text-decoration:underline line-through">a</span></p>',
      "<p><em><s><u>a</u></s></em></p>",
    ],
    ["what Google Docs wraps all in", '<b style="font-weight:normal"><p>a</p></b>', "<p>a</p>"],
    ["style sheets and scripts", "<style>p{}</style><script>x</script><p>a</p><style>unclosed", "<p>a</p>"],
    ["other blocks", "<div>a</div><blockquote>b</blockquote><pre>c</pre>", "<p>a</p><p>b</p><p>c</p>"],
    [
      "line ends in the source",
      "<ul>\n  <li>\n    a\n    b\n  </li>\n</ul>\n<p>\nc</p>\n",
      "<ul><li>a b</li></ul><p>c</p>",
    ],
    [
      "links that may not be",
      '<p><a href="javascript:x">a</a><a href="/b">b</a><a href="tel:1">c</a></p>',
      '<p>ab<a href="tel:1" target="_blank" rel="noopener noreferrer">c</a></p>',
    ],
    [
      "pictures that may not be",
      '<p>a<img src="file:///x.png"><img src="blob:x"><img src="data:image/svg+xml,x"></p>',
      "<p>a</p>",
    ],
    [
      "a table: rows are paragraphs, cells are apart",
      "<table><caption>t</caption><tr><td>a</td>\n<td><b>b</b></td></tr><tr><td><p>c</p></td><td>d</td></tr></table>",
      "<p>t</p><p>a <strong>b</strong></p><p>c</p><p>d</p>",
    ],
    [
      "a table without blanks in its source, as of a spreadsheet",
      "<table><tr><td>Milk tea</td><td>50</td><td></td><td> </td><td><b>60</b></td></tr></table>",
      "<p>Milk tea 50 <strong>60</strong></p>",
    ],
    [
      "other blocks in one another",
      "a<main>b<dl><dt>c</dt><dd>d</dd></dl></main>e<hr>f",
      "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>",
    ],
    [
      "line ends at the edges of marks",
      "<p>\n<b>\na</b>\nb<i>\nc\n</i></p>",
      "<p><strong>a</strong> b<em> c</em></p>",
    ],
    ["lines of a source", "<pre>a\n  b</pre>", "<p>a<br>  b</p>"],
    [
      "scripts",
      '<p>H<sub>2</sub>O m<span style="vertical-align: super">2</span></p>',
      "<p>H<sub>2</sub>O m<sup>2</sup></p>",
    ],
    [
      "lists of Word",
      WORD,
      "<p>Before</p><ul><li>One <strong>bold</strong></li><li>Two<ol><li>Deep</li><li>Deeper<ul><li>Deepest</li></ul></li></ol></li></ul><ol><li>三</li></ol><p>After</p><ul><li>Apart</li></ul>",
    ],
    [
      "lists of Word with words or a remark between two paragraphs: words end a list",
      '<p style="mso-list:l0 level1 lfo1">a</p>words<p style="mso-list:l0 level1 lfo1">b</p><!-- remark --><p style="mso-list:l0 level1 lfo1">c</p>',
      "<ul><li>a</li></ul><p>words</p><ul><li>b</li><li>c</li></ul>",
    ],
    ["breaks between blocks", "<p>a</p><br><p>b</p>", "<p>a</p><p><br></p><p>b</p>"],
  ])("%s", (_, html, expected) => {
    expect(through(html)).toBe(expected);
  });
});

test("100 steps can be undone, a second apart, where the config sets it", () => {
  const texts = { alt: () => "", elsewhere: () => "" };
  const [kit] = extensionsFor({ undoDepth: 100, undoDelay: 1000, texts });
  expect(kit?.options).toMatchObject({ undoRedo: { depth: 100, newGroupDelay: 1000 } });
});

test("a document that is read a second time is the same", () => {
  const html =
    '<ol><li data-list="ordered">a</li><li data-list="bullet" class="ql-indent-1 ql-align-center">b<br>c</li></ol>';
  const first: Node = readDocument(schema, html);
  expect(readDocument(schema, writeDocument(first)).eq(first)).toBe(true);
});
