import { describe, expect, test } from "vitest";
import { cleanHtml, isEmptyHtml } from "./clean-html.ts";
import { isPlain } from "./is-plain.ts";
import { mapPictures } from "./pictures.ts";

/** Seconds on a busy, slow computer. An idle one needs 0.1; code that is not linear takes several at least. */
const BOUND = 1;

type Output = "semantic" | "quill";
/** The second differs in what is written of what was read: less of it shows whether that is linear. */
const SIZES: readonly (readonly [Output, number])[] = [
  ["semantic", 200_000],
  ["quill", 100_000],
];

describe.each(SIZES)(
  "anything is cleaned in time that grows with its size alone, for %s, %d characters",
  (output, size) => {
    const fill = (text: string) => text.repeat(Math.ceil(size / text.length));
    test.each([
      ...[
        "<",
        "<p",
        "<p>",
        "</p>",
        "<ul><li>",
        "<a href=",
        '<a href="',
        "<b><i>",
        "&",
        "&lt;",
        "<!--",
        "<![CDATA[",
        "\0",
      ],
      ...[
        "<svg>",
        "<svg><p>",
        "<style>",
        "<script>x</script>",
        "<img>",
        "<a>x</a>",
        '<a href="https://a">',
        "<div>",
        " ",
      ],
      ...[
        '<p style="',
        '<p style="text-align:',
        '<p class="ql-align-center ',
        "<img src='data:",
        "<img src=data:image/png;base64,A>",
      ],
      ...[
        "a<p>b",
        "<p a=b ",
        "<p a",
        '<img src="https://a" alt="b">x',
        "<!--",
        "<?",
        "</",
        "<select><option>",
        "<h1><h2>",
      ],
      ...[
        "<ul>",
        "<div>a",
        "<b>a",
        "<a href=https://a>a",
        "<td>a",
        "<tr><td>a",
        "<pre>a\n",
        "<li>a<div>",
        "\n ",
        "<p>\n</p>",
        '<ol><li data-list="bullet" class="ql-indent-1">a</li></ol>',
      ],
    ])("%j", (text) => {
      const html = fill(text);
      const { seconds, cleaned } = costOf(html, output);
      expect(seconds).toBeLessThan(BOUND);
      expect(isPlain(cleaned)).toBe(true);
    });
    test.each([
      ["style", `<p style="${"text-align: ".repeat(90_000)}">x</p>`],
      ["class", `<p class="${"ql-align-center ".repeat(60_000)}x">x</p>`],
      ["blanks in a style", `<p style="text-align:${" ".repeat(size)}x">x</p>`],
      ["blanks in a link", `<a href="https:${" ".repeat(size)}//x">x</a>`],
      ["an inline picture", `<img src="data:image/png;base64,${"A".repeat(size)}">`],
      ["a header of an inline picture", `<img src="data:image/png${";a=b".repeat(200_000)},x">`],
    ])("%s", (_, html) => {
      expect(costOf(html, output).seconds).toBeLessThan(BOUND);
    });
  },
);

/** Processor time of what `clean` does with a text; of three tries the best, as other work disturbs it. */
function costOf(html: string, output: Output): { seconds: number; cleaned: string } {
  let cleaned = "";
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= BOUND; tries += 1) {
    const start = process.cpuUsage();
    cleaned = cleanHtml(html, output);
    isEmptyHtml(cleaned);
    mapPictures(cleaned, (address) => address);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return { seconds: best, cleaned };
}
