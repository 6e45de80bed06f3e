import type { Json } from "admin";
import { type CellGiven, renderCell } from "admin/widget-testing";
import { describe, expect, test } from "vitest";
import type { CellColumn } from "../../src/plugin/widget.ts";
import booleanCell from "../../src/stock/cells/boolean/index.tsx";
import booleanManifest from "../../src/stock/cells/boolean/plugin.json" with { type: "json" };
import dateCell from "../../src/stock/cells/date/index.tsx";
import dateManifest from "../../src/stock/cells/date/plugin.json" with { type: "json" };
import imageCell from "../../src/stock/cells/image/index.tsx";
import imageManifest from "../../src/stock/cells/image/plugin.json" with { type: "json" };
import labelCell from "../../src/stock/cells/label/index.tsx";
import labelManifest from "../../src/stock/cells/label/plugin.json" with { type: "json" };
import numberCell from "../../src/stock/cells/number/index.tsx";
import numberManifest from "../../src/stock/cells/number/plugin.json" with { type: "json" };
import referenceCell from "../../src/stock/cells/reference/index.tsx";
import referenceManifest from "../../src/stock/cells/reference/plugin.json" with { type: "json" };
import textCell from "../../src/stock/cells/text/index.tsx";
import textManifest from "../../src/stock/cells/text/plugin.json" with { type: "json" };
import { shownText } from "../../src/stock/shown-text.ts";

const CELLS = {
  boolean: [booleanCell, booleanManifest],
  date: [dateCell, dateManifest],
  image: [imageCell, imageManifest],
  label: [labelCell, labelManifest],
  number: [numberCell, numberManifest],
  reference: [referenceCell, referenceManifest],
  text: [textCell, textManifest],
} as const;

/** What a cell draws, as HTML. */
function drawn(name: keyof typeof CELLS, value: Json | undefined, given: CellGiven = {}): string {
  const [plugin, manifest] = CELLS[name];
  return renderCell(plugin, manifest, { value, ...given }).cell.innerHTML;
}

test.each([
  ["text", "Gulls", '<span class="cell-text" title="Gulls">Gulls</span>'],
  ["text", 0, '<span class="cell-text" title="0">0</span>'],
  ["text", false, '<span class="cell-text" title="false">false</span>'],
  ["text", ["a"], '<span class="cell-text" title="[&quot;a&quot;]">["a"]</span>'],
  ["number", 1234.5, '<span class="cell-number" title="1,234.5">1,234.5</span>'],
  ["number", 0.123456789, '<span class="cell-number" title="0.123456789">0.123456789</span>'],
  ["boolean", true, '<span class="cell-boolean cell-boolean-yes">cell.yes</span>'],
  ["boolean", false, '<span class="cell-boolean">cell.no</span>'],
  ["boolean", "true", ""],
  ["reference", "a1", '<span class="cell-text" title="a1">a1</span>'],
  ["reference", 5, '<span class="cell-text" title="5">5</span>'],
  ["label", "a", '<span class="cell-text" title="a">a</span>'],
  ["label", 0, '<span class="cell-text" title="0">0</span>'],
  ["label", "", ""],
] as const)("%s shows %j as %s", (name, value, html) => {
  expect(drawn(name, value as Json)).toBe(html);
});

test.each([null, undefined, ""])("of the text %j screen readers hear words in place of the dash", (value) => {
  expect(drawn("text", value)).toBe(
    '<span class="cell-none"><span aria-hidden="true">–</span><span class="unseen">cell.none</span></span>',
  );
});

test.each([
  [{ name: "Birds" }, '<span class="cell-text" title="Birds">Birds</span>'],
  [{ name: 0 }, '<span class="cell-text" title="0">0</span>'],
  [{ name: "" }, ""],
  [{ name: null }, ""],
  [{}, ""],
  [null, ""],
  ["", ""],
  [["Birds"], '<span class="cell-text" title="[&quot;Birds&quot;]">["Birds"]</span>'],
])("a reference shows of %j what its option names: %#", (value, html) => {
  expect(drawn("reference", value, { options: { field: "name" } })).toBe(html);
});

test("a label is what people read, of numbers too", () => {
  expect(drawn("label", 1, { labels: { 1: "One" } })).toBe('<span class="cell-text" title="One">One</span>');
});

describe("a moment", () => {
  const at = "2026-03-04T17:06:05.000Z";
  const now = Date.parse(at) + 3 * 60_000;

  test("has itself for machines, and its whole in words once where it is written how long ago it was", () => {
    const options = { hour12: false };
    expect(drawn("date", at, { options, now })).toBe(
      `<time class="cell-date" datetime="${at}">04/03/2026, 17:06</time>`,
    );
    expect(drawn("date", at, { options: { ...options, relative: true }, now })).toBe(
      `<time class="cell-date" datetime="${at}" title="04/03/2026, 17:06"><span aria-hidden="true">3 minutes ago</span><span class="unseen">04/03/2026, 17:06</span></time>`,
    );
  });
});

describe("a picture", () => {
  const image = { fileName: "a.png", imgUrl: "/api/images/a.png" };

  test("is loaded when it comes into sight, in a place of one size", () => {
    expect(drawn("image", image, { title: "Gulls" })).toBe(
      '<img class="cell-image" alt="Gulls" width="36" height="36" loading="lazy" decoding="async" src="/api/images/small/a.png">',
    );
    expect(drawn("image", [image, { ...image, imgUrl: "/b.png" }], { title: "Gulls" })).toContain(
      "small/a.png",
    );
  });

  test.each([null, [], {}, { imgUrl: 5 }, "a.png"])(
    "that is %j is an empty place that nobody hears of",
    (value) => {
      expect(drawn("image", value)).toMatch(
        /^<span class="cell-image cell-image-none" aria-hidden="true"><i class="pi pi-[a-z]+"><\/i><\/span>$/,
      );
    },
  );
});

describe("the width of a column", () => {
  const around: CellColumn<never> = {
    options: undefined as never,
    labels: undefined,
    schema: undefined,
    locale: "en-GB",
    language: "en",
    timeZone: "UTC",
    message: String,
  };
  const number = { grouping: true };

  test.each([
    ["the largest number that its field allows", { type: "integer", maximum: 99_999 }, number, "99,999"],
    ["seven digits without one, and two decimals", { type: "number" }, number, "1,234,567.00"],
    ["none of whole numbers", { type: "integer" }, number, "1,234,567"],
    ["two where nothing is known of the field", undefined, number, "1,234,567.00"],
    ["as many as its option says", { type: "integer" }, { ...number, decimals: 1 }, "1,234,567.0"],
    ["its unit", { type: "integer" }, { grouping: false, unit: "kg" }, "1234567 kg"],
  ] as const)("of numbers has room for %s", (_, schema, options, text) => {
    expect(numberCell.width({ ...around, schema, options })).toEqual([text]);
  });

  test("of days and moments has room for the longest that is written", () => {
    const options = { time: true, hour12: false, relative: false };
    const moments = ["28/10/2028, 10:58", "28/10/2028, 22:58"];
    expect(dateCell.width({ ...around, options })).toEqual(moments);
    expect(dateCell.width({ ...around, options, schema: { type: "string", format: "date-time" } })).toEqual(
      moments,
    );
    expect(dateCell.width({ ...around, options, schema: { type: "string", format: "date" } })).toEqual([
      "28/10/2028",
      "28/10/2028",
    ]);
    expect(dateCell.width({ ...around, options: { ...options, relative: true } })).toEqual([
      ...moments,
      "59 minutes ago",
      "23 hours ago",
      "6 days ago",
    ]);
  });

  test("of answers and choices has room for each, of pictures for none", () => {
    expect(booleanCell.width(around)).toEqual(["cell.yes", "cell.no"]);
    expect(imageCell.width()).toEqual([]);
    expect(labelCell.width({ ...around, labels: { a: "Small", b: "Large" } })).toEqual(["Small", "Large"]);
  });
});

test.each([
  ["text", "text"],
  [0, "0"],
  [false, "false"],
  [null, ""],
  [undefined, ""],
  [{ a: 1 }, '{"a":1}'],
])("%j as text is %j", (value, text) => {
  expect(shownText(value)).toBe(text);
});
