import { describe, expect, test } from "vitest";
import { MAX_DEPTH } from "./allowed-html.ts";
import { cleanHtml, convertHtml } from "./clean-html.ts";
import { isPlain } from "./is-plain.ts";
import { isQuill } from "./is-quill.ts";

const A = '<li data-list="bullet">';
const UI = '<span class="ql-ui" contenteditable="false"></span>';

describe("Quill's form is kept where Quill would keep it", () => {
  test.each([
    `<ol>${A}a</li></ol><p>x</p><ol>${A}b</li></ol>`,
    `<ol>${A}${UI}<br></li></ol>`,
    "<p><s>a</s>b<s>c</s></p>",
    '<p><img src="https://a.tw/1.png"><img src="https://a.tw/2.png"></p>',
    "<h1><strong>a</strong><em>b</em></h1><p><em>a</em><strong>b</strong></p>",
    "<p><sub><strong><em><s><u>a</u></s></em></strong></sub></p>",
  ])("%s", (html) => {
    expect([isPlain(html), isQuill(html), cleanHtml(html, "quill")]).toEqual([true, true, html]);
  });

  test.each([
    ["a break before text", "<p><br>a</p>", "<p><br></p><p>a</p>"],
    ["a break behind a mark", "<p>a<em>b</em><br></p>", "<p>a<em>b</em></p>"],
    ["a break in a mark", "<p><strong><br></strong></p>", "<p><br></p>"],
    ["two breaks", "<p><br><br></p>", "<p><br></p><p><br></p>"],
    ["a break between blocks", "<p>a</p><br><p>b</p>", "<p>a</p><p><br></p><p>b</p>"],
    ["a break between items", `<ol><br>${A}a</li></ol>`, `<p><br></p><ol>${A}a</li></ol>`],
    ["an item without text", `<ol>${A}${UI}</li></ol>`, `<ol>${A}<br></li></ol>`],
    ["an item with an empty mark", `<ol>${A}<strong></strong></li></ol>`, `<ol>${A}<br></li></ol>`],
    ["an empty paragraph", "<p>a</p><p></p>", "<p>a</p><p><br></p>"],
    ["an empty list", "<p>a</p><ol></ol>", "<p>a</p>"],
    ["text in a list", `<ol>a${A}b</li></ol>`, `<p>a</p><ol>${A}b</li></ol>`],
    ["a paragraph in a list", "<ol><p>a</p></ol>", "<p>a</p>"],
    [
      "a list in an item",
      `<ol>${A}a<ol>${A}b</li></ol></li></ol>`,
      `<ol>${A}a</li><li data-list="bullet" class="ql-indent-1">b</li></ol>`,
    ],
    [
      "a list in a list",
      `<ol><ol>${A}a</li></ol></ol>`,
      '<ol><li data-list="bullet" class="ql-indent-1">a</li></ol>',
    ],
    ["an item without its kind", "<ol><li>a</li></ol>", '<ol><li data-list="ordered">a</li></ol>'],
    ["an item without a list", `<p><sup>a</sup></p>${A}b</li>`, `<p><sup>a</sup></p><ol>${A}b</li></ol>`],
    ["a block in a block", "<p><h1>a</h1></p>", "<p><br></p><h1>a</h1><p><br></p>"],
    ["a block in a mark", "<p><strong><p>a</p></strong></p>", "<p><strong>a</strong></p>"],
    ["alignment as a style", '<p style="text-align: center">a</p>', '<p class="ql-align-center">a</p>'],
    [
      "alignment of an item as a style",
      '<ol><li style="text-align: center" data-list="bullet">a</li></ol>',
      '<ol><li data-list="bullet" class="ql-align-center">a</li></ol>',
    ],
    ["a mark in the same one", "<p><strong><strong>a</strong></strong></p>", "<p><strong>a</strong></p>"],
    ["marks in another order", "<p><u><sub>a</sub></u></p>", "<p><sub><u>a</u></sub></p>"],
    ["an item's mark in a paragraph", '<p><span class="ql-ui"></span>a</p>', "<p>a</p>"],
    [
      "an item's mark behind its text",
      `<ol>${A}a<span class="ql-ui"></span></li></ol>`,
      `<ol>${A}a</li></ol>`,
    ],
  ])("%s is written as Quill would", (_, html, expected) => {
    expect([isPlain(html), isQuill(html)]).toEqual([true, false]);
    expect(cleanHtml(html, "quill")).toBe(expected);
    expect(isQuill(expected)).toBe(true);
  });
});

describe("read anew, a text has the same lines", () => {
  test.each([
    ['<ol start="1"><li>a</li></ol>', "<ol><li>a</li></ol>"],
    ['<ol start="0"><li>a</li></ol>', "<ol><li>a</li></ol>"],
    ["<ol><li>a<li>b</ol><ol><li>c</ol>", "<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol>"],
    ["a<br>b", "a<br>b"],
    ["a<p>b</p>c<p>d</p>", "a<p>b</p>c<p>d</p>"],
    [
      '<ul><li style="text-align: right"><p>a</p><p style="text-align: center">b</p></li></ul>',
      '<ul><li><p style="text-align: right">a</p><p style="text-align: center">b</p></li></ul>',
    ],
    [
      "<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li></ul>",
      "<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li></ul>",
    ],
    ["<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>"],
    ["<ul><li><h2>a</h2></li></ul>", "<ul><li><h2>a</h2></li></ul>"],
    ["<ul><ul><li>a</li></ul></ul>", "<ul><li>a</li></ul>"],
    ["<ul><li></li><li>b</li></ul>", "<ul><li></li><li>b</li></ul>"],
    ["  a  <b> b </b>\n c\n\n d", "  a  <strong> b </strong> c d"],
    ["<pre>a\r\nb\rc\n</pre>", "<p>a<br>b<br>c<br></p>"],
    ["<table><tr><td>a</td></tr></table>b", "<p>a</p>b"],
    ["<table><tr><td> </td><td>a</td><td></td><td>b</td></tr></table>", "<p>a b</p>"],
    ["<td>a</td><td>b</td>", "<p>a</p><p>b</p>"],
    ['<p style="text-align: left">a</p>', "<p>a</p>"],
    ["<a>b</a><a href='https://a.tw'>c<a>d</a></a>", 'b<a href="https://a.tw">cd</a>'],
    ["<b>a<strong>b</strong>c</b>d", "<strong>abc</strong>d"],
    ["<menu><li>a</menu><dir><li>b</dir>", "<ul><li>a</li></ul><ul><li>b</li></ul>"],
    [
      "<img src='https://a.tw/b.png' width=20 height=abc alt=''>",
      '<img src="https://a.tw/b.png" alt="" width="20">',
    ],
    [
      '<p class="ql-indent-3 ql-direction-rtl ql-align-right">a</p>',
      '<p class="ql-indent-3 ql-align-right ql-direction-rtl">a</p>',
    ],
    [
      '<ul><li class="ql-direction-rtl">a</li></ul>',
      '<ol><li data-list="bullet" class="ql-direction-rtl">a</li></ol>',
    ],
  ])("%s", (html, expected) => {
    // The unknown tag lets it be read.
    expect(cleanHtml(`<x>${html}`)).toBe(expected);
  });

  test("lists are twenty deep at most", () => {
    const cleaned = cleanHtml(`<x>${"<ul><li>".repeat(22)}a`);
    expect(cleaned.startsWith("<ul><li>".repeat(20))).toBe(true);
    expect(cleaned).toContain("<ul><li></li></ul><ul><li>a</li></ul>");
  });

  test.each([
    [
      `<ol>${A}a</li><li data-list="ordered">b</li><li data-list="ordered">c</li>${A}d</li><li data-list="ordered">e</li></ol>`,
      '<ul><li>a</li></ul><ol><li>b</li><li>c</li></ol><ul><li>d</li></ul><ol start="3"><li>e</li></ol>',
    ],
    [
      `<ol>${A}a</li><li data-list="checked" class="ql-indent-3 ql-align-right">b</li></ol><p class="ql-indent-2">c</p>`,
      '<ul><li>a<ul><li style="text-align: right">b</li></ul></li></ul><p class="ql-indent-2">c</p>',
    ],
    ['<p class="ql-align-center">a</p>', '<p style="text-align: center">a</p>'],
    // What has nothing of Quill is converted already.
    ["<p>a<X>", "<p>a<X>"],
    ['<p class="x">a</p>', '<p class="x">a</p>'],
  ])("%s of Quill's is converted", (html, expected) => {
    expect(convertHtml(html, "semantic")).toBe(expected);
  });
});

describe("a document is plain", () => {
  test.each([
    "",
    "a > b",
    "<br><br/><br />",
    '<img src="https://a.tw/b.png" />',
    "<p >a</p>",
    "<ul><li>a</li></ul><ul></ul>",
    '<a href="https://a.tw/?a=1&amp;b=&quot;&#39;&nbsp;&lt;">a</a>',
    `${"<em>".repeat(MAX_DEPTH)}${"</em>".repeat(MAX_DEPTH)}`,
  ])("%.60s", (html) => {
    expect(isPlain(html)).toBe(true);
  });

  test.each([
    `${"<em>".repeat(MAX_DEPTH + 1)}${"</em>".repeat(MAX_DEPTH + 1)}`,
    "</p>",
    "<p>a</em></p>",
    "<p>a</p",
    "<p>a</p x",
    "<p",
    "a < b",
    "<div>a</div>",
    '<p class="">a</p>',
    '<p class="ql-align-center evil">a</p>',
    '<p class="ql-align-center" class="ql-align-center">a</p>',
    '<img src="https://a.tw/b.png',
    '<img alt="x">',
    "<a>b</a>",
    "<span>a</span>",
    '<a href="https://a.tw/&lt&gt;">b</a>',
    '<img src="https://a.tw/b.png" alt="a>b">',
    `<img src="https://a.tw/b.png" alt="${"x".repeat(1001)}">`,
    '<img src="https://a.tw/b.png" width="123456">',
    "a\u001fb",
  ])("and not %.60s", (html) => {
    expect(isPlain(html)).toBe(false);
  });
});

test("words about a picture are cut, and styles are looked at as far as an editor writes them", () => {
  const picture = (length: number) => `<x><img src="https://a.tw/b.png" alt="${"x".repeat(length)}">`;
  expect(cleanHtml(picture(1000))).toBe(picture(1000).slice(3));
  expect(cleanHtml(picture(1001))).toBe(picture(1000).slice(3));
  const aligned = (before: string) => cleanHtml(`<p style="${before}TEXT-ALIGN :RIGHT !important">a</p>`);
  expect(aligned("color:red;")).toBe('<p style="text-align: right">a</p>');
  expect(aligned("a:b;".repeat(501))).toBe("<p>a</p>");
});
