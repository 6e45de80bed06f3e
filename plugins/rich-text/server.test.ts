import type { ServerContext } from "admin";
import { describe, expect, test } from "vitest";
import { isEmptyHtml } from "./clean-html.ts";
import { isPlain } from "./is-plain.ts";
import type { Options } from "./manifest.ts";
import { mapPictures, picturesIn } from "./pictures.ts";
import rules from "./server.ts";

const OWN = "/api/images/known.png";
const PNG = "data:image/png;base64,iVBORw0KGgo=";

function context(output: Options["output"] = "semantic") {
  const stored: Uint8Array[] = [];
  const value: ServerContext<Options> = {
    options: {
      output,
      headings: [],
      imageTypes: [],
      maxImageBytes: 0,
      undoDepth: 0,
      undoDelay: 0,
    },
    record: {},
    path: "content",
    findImage: async (address) =>
      address === OWN ? { fileName: "known.png", imgUrl: OWN, expiresAt: null } : undefined,
    storeImage: async (bytes) => {
      stored.push(bytes);
      const fileName = `new-${stored.length}.png`;
      return { fileName, imgUrl: `/api/images/${fileName}`, expiresAt: null };
    },
  };
  return { value, stored };
}

const clean = (html: string, output: Options["output"] = "semantic") =>
  rules.clean?.(html, context(output).value);

describe("what is kept to the byte", () => {
  test.each([
    // What Quill 2 writes, marks of its editing surface included.
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>珍珠</li><li data-list="ordered" class="ql-indent-1">x</li></ol>',
    '<p class="ql-align-center">中</p><h2 class="ql-align-right">右</h2><p class="ql-align-justify ql-indent-2">x</p>',
    '<p><a href="https://a.tw/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">x</a>&nbsp;<br></p>',
    `<p><img src="${OWN}"></p>`,
    // What our editor writes.
    '<p style="text-align: center">a<strong>b<em>c<u>d<s>e</s></u></em></strong></p>',
    '<ul><li>a<ol start="3"><li style="text-align: right">b</li></ol></li></ul><h6>x</h6>',
    '<p><img src="https://a.tw/b.png" alt="1 &lt; 2" width="20" height="30"></p>',
    '<p><img src="https://a.tw/a&#39;b.png"></p>',
    'bare text &amp; "quotes" > and 1 &lt; 2',
    '<p><a href="mailto:a@b.c">m</a><a href="tel:+886 2 1234">t</a><a href="sms:0912">s</a></p>',
  ])("%s", async (html) => {
    expect(await clean(html)).toBe(html);
  });

  test("a whole document stands in the way of nothing", async () => {
    const html = `<p>${"文".repeat(400_000)}</p>`;
    expect(await clean(html)).toBe(html);
  });
});

test.each([
  ...[
    "<P>a</P>",
    "<p>a",
    "a</p>",
    "<strong><em>a</strong></em>",
    "<p class='ql-align-center'>a</p>",
    "<p >a</p >",
  ],
  ...[
    '<a href="https://a&Tab;b">a</a>',
    '<a href="https://a&copy=1">a</a>',
    '<img src="https://a" src="https://b">',
  ],
  ...[
    '<img src="https://a" alt="<">',
    "<p/>",
    '<p style="text-align: center"id="x">a</p>',
    "<br></br>",
    "< p>",
    "\u0000",
  ],
  `${"<ul><li>".repeat(40)}a${"</li></ul>".repeat(40)}`,
])("%j is not plain: parsers may differ", (html) => {
  expect(isPlain(html)).toBe(false);
});

describe("in Quill's form", () => {
  test.each([
    '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>珍珠</li><li class="ql-indent-1" data-list="checked">x</li></ol>',
    '<p class="ql-align-center">中</p><h2 class="ql-align-right ql-indent-2">右</h2><p class="ql-direction-rtl"><br></p>',
    '<p><strong>a<em>b<a href="https://a.tw/?a=1&amp;b=2">x</a></em></strong>&nbsp;</p>',
    `<p><img alt="x" src="${OWN}"></p>`,
  ])("%s is kept to the byte", async (html) => {
    expect(await clean(html, "quill")).toBe(html);
  });

  test.each([
    ["<p>a<br></p>", "<p>a</p>"],
    ["<p></p><p>a</p>", "<p><br></p><p>a</p>"],
    ["<p><em><strong>a</strong></em></p>", "<p><strong><em>a</em></strong></p>"],
    ["<p><u></u>a</p>", "<p>a</p>"],
    ["<p><s>a</s><s>b</s></p>", "<p><s>ab</s></p>"],
    ["<p>a\nb</p>", "<p>a b</p>"],
    ["<p>a \r b\r\nc\r</p>", "<p>a b c</p>"],
    ["a", "<p>a</p>"],
    ["<p>a</p> <p>b</p>", "<p>a</p><p>b</p>"],
    ['<ol start="3"><li data-list="ordered">a</li></ol>', '<ol><li data-list="ordered">a</li></ol>'],
    [
      '<ol><li data-list="bullet">a</li></ol><ol><li data-list="bullet">b</li></ol>',
      '<ol><li data-list="bullet">a</li><li data-list="bullet">b</li></ol>',
    ],
    [
      '<ol><li data-list="bullet"><p>a</p></li><li data-list="bullet"><span class="ql-ui">b</span></li></ol>',
      '<ol><li data-list="bullet">a</li><li data-list="bullet">b</li></ol>',
    ],
    ["<sub><p>a<sup>b</sup></p></sub>", "<p><sub>a</sub><sup>b</sup></p>"],
    ["<ul>a<li>b</li></ul>", '<p>a</p><ol><li data-list="bullet">b</li></ol>'],
    [
      "<ul><li>a</li><ul><li>b</li></ul></ul>",
      '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1">b</li></ol>',
    ],
    [
      "<ul><li><ol><li>a</li></ol></li></ul>",
      '<ol><li data-list="bullet"><br></li><li data-list="ordered" class="ql-indent-1">a</li></ol>',
    ],
    ["<li>a", '<ol><li data-list="bullet">a</li></ol>'],
  ])("%s, which Quill would change, is %s", async (html, expected) => {
    expect(await clean(html, "quill")).toBe(expected);
    expect(await clean(expected, "quill")).toBe(expected);
  });

  test("inline pictures become uploads", async () => {
    const { value } = context("quill");
    expect(await rules.clean?.(`<ul><li><img src="${PNG}"></li></ul>`, value)).toBe(
      '<ol><li data-list="bullet"><img src="/api/images/new-1.png"></li></ol>',
    );
  });
});

describe("what is cleaned", () => {
  test.each([
    ["<div><blockquote>a</blockquote></div>", "<p>a</p>"],
    ["<b>a</b><i>b</i><del>c</del><ins>d</ins>", "<strong>a</strong><em>b</em><s>c</s><u>d</u>"],
    ['<p style="color: red; text-align:center">a</p>', '<p style="text-align: center">a</p>'],
    ['<p class="ql-align-center evil">a</p>', '<p class="ql-align-center">a</p>'],
    ['<p id="x" onclick="y()" data-z="1">a</p>', "<p>a</p>"],
    ['<a href="/relative">a</a>', "a"],
    ['<a href="//evil.tw">a</a>', "a"],
    ['<a href="  HTTPS://a.tw\n">a</a>', '<a href="HTTPS://a.tw">a</a>'],
    ['<img src="/etc/passwd">a', "a"],
    ['<img src="data:image/svg+xml;base64,AAAA">a', "a"],
    ['<img src="data:image/gif;base64,AAAA">a', "a"],
    ['<span style="color:red">a</span>', "a"],
    ["<p>a<!-- b --></p>", "<p>a</p>"],
    ["<p>a", "<p>a</p>"],
    ["a</p></div>", "a"],
    ["<style>a</style><title>b</title>c", "c"],
    ["<p>a</p><title>b</title>", "<p>a</p>b"],
    ["<div>a<blockquote>b<pre>c\nd</pre>e</blockquote></div>", "<p>a</p><p>b</p><p>c<br>d</p><p>e</p>"],
    ["<section><h2>a</h2><p>b</section>c<hr>d", "<h2>a</h2><p>b</p>c<p>d</p>"],
    ["<b>a<div>b</div>c</b>", "<strong>a</strong><p><strong>b</strong></p><strong>c</strong>"],
    ["<x><h1>a<p>b</p>c</h1>", "<h1>a</h1><p>b</p><h1>c</h1>"],
    [
      "<table><caption>a<tr><td>b<td> <b>c</b> <tr><th><p>d<th>e<tr><td><td>f</table>",
      "<p>a</p><p>b <strong>c</strong> </p><p>d</p><p>e</p><p>f</p>",
    ],
    ["<ul><li>a<div>b</div>c</li></ul>", "<ul><li><p>a</p><p>b</p><p>c</p></li></ul>"],
    ["<x><ul><li>a</li></ul><ul><li>b</li></ul></x>", "<ul><li>a</li></ul><ul><li>b</li></ul>"],
    ['<x><ol start="4"><li>a<li><p>b<p>c</ol></x>', '<ol start="4"><li>a</li><li><p>b</p><p>c</p></li></ol>'],
    ["H<sub>2</sub>O<x>", "H<sub>2</sub>O"],
  ])("%s → %s", async (html, expected) => {
    expect((await clean(html))?.replace(/<p><\/p>$/, "")).toBe(expected);
  });

  test("nothing but blanks and empty tags is empty", async () => {
    for (const html of [
      "",
      "<p></p>",
      "<p><br></p>",
      "<p>&nbsp; \u200b</p>",
      "<ul><li></li></ul>",
      "<script>1</script>",
    ])
      expect(await clean(html)).toBe("");
    expect(isEmptyHtml('<p><img src="/a"></p>')).toBe(false);
    expect(isEmptyHtml("<p>0</p>")).toBe(false);
  });
});

describe("pictures", () => {
  test("are found by their attribute, not by a text that looks like it", () => {
    const images = rules.images?.(
      `<img alt="x src=" src="${OWN}"><img alt="a src=&quot;b&quot;" src="https://b.tw/c.png">`,
    );
    expect(images).toEqual([OWN, "https://b.tw/c.png"]);
  });

  test("inline png and jpeg become uploads, each once; all else stays to the byte", async () => {
    const { value, stored } = context();
    const html = `<ol><li data-list="bullet">a&nbsp;<img src="${PNG}" alt="x"></li></ol><p><img src="${PNG}"><img src="data:image/JPEG;base64,/9j/AA%3D%3D"></p>`;
    const cleaned = await rules.clean?.(html, value);
    expect(cleaned).toBe(
      '<ol><li data-list="bullet">a&nbsp;<img src="/api/images/new-1.png" alt="x"></li></ol><p><img src="/api/images/new-1.png"><img src="/api/images/new-2.png"></p>',
    );
    expect(stored.map((bytes) => Buffer.from(bytes).toString("hex"))).toEqual([
      "89504e470d0a1a0a",
      "ffd8ff00",
    ]);
    expect(rules.images?.(cleaned ?? "")).toEqual(["/api/images/new-1.png", "/api/images/new-2.png"]);
  });

  test("one that this server did not give out is refused, one of another host is not", async () => {
    const check = (html: string) => rules.check?.(html, context().value);
    expect(await check('<img src="/api/images/unknown.png">')).toEqual([{ keyword: "lostImage" }]);
    expect(await check(`<img src="${OWN}"><img src="https://a.tw/b.png">`)).toEqual([]);
  });

  test("addresses are found and replaced in attributes only", () => {
    const html =
      '<p>&lt;img src="no"&gt;</p><img alt="a" src="one&amp;two"><img alt="none"><img src="three">';
    expect(picturesIn(html)).toEqual(["one&two", "three"]);
    expect(mapPictures(html, (address) => `${address}"&`)).toBe(
      html.replace("one&amp;two", "one&amp;two&quot;&amp;").replace("three", "three&quot;&amp;"),
    );
  });
});
