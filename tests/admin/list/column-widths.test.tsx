import { expect, it } from "vitest";
import { columnWidths } from "../../../src/admin/list/column-widths.ts";
import type { Cells } from "../../../src/admin/list/use-cells.ts";
import { textWidth } from "../../../src/admin/shell/text-width.ts";
import type { Column, Field } from "../../../src/model/entity.ts";
import type { CellWidth } from "../../../src/plugin/widget.ts";
import dateCell from "../../../src/stock/cells/date/index.tsx";
import labelCell from "../../../src/stock/cells/label/index.tsx";
import numberCell from "../../../src/stock/cells/number/index.tsx";

const column = (field: string, rest: Partial<Column> = {}): Column => ({
  field,
  label: "L",
  cell: { name: field, options: {} },
  sortable: false,
  ...rest,
});

function widthOf(cellWidth: CellWidth | undefined, shown = column("shown")): number | undefined {
  const name = column("name");
  const cells: Cells = new Map([
    ["name", { cell: () => null }],
    ["shown", { cell: () => null, ...(cellWidth === undefined ? {} : { width: cellWidth }) }],
  ]);
  const words = {
    fields: [],
    locale: "en-GB",
    language: "en",
    timeZone: "UTC",
    message: (_: string, key: string) => key,
  };
  const widths = columnWidths([name, shown], name, cells, words);
  expect(widths.has(name)).toBe(false);
  const width = widths.get(shown) ?? "";
  // A share is one of what is left of the whole.
  return width.includes("100cqi") ? undefined : Number(/^min\((\d+)px/.exec(width)?.[1]);
}

it("a column has room for the longest of its texts, or for its heading", () => {
  const short = widthOf(() => ["no"]);
  const long = widthOf(() => ["no", "not at present"]);
  expect(long).toBeGreaterThan(Number(short));
  expect(widthOf(() => ["no"], column("shown", { label: "A heading of many words" }))).toBeGreaterThan(
    Number(long),
  );
  expect(widthOf(() => ["1".repeat(500)])).toBeLessThan(300);
});

it("a cell that does not know its texts, or fails to say them, has a share", () => {
  expect(widthOf(undefined)).toBeUndefined();
  expect(widthOf(() => undefined)).toBeUndefined();
  expect(
    widthOf(() => {
      throw new Error("broken");
    }),
  ).toBeUndefined();
});

it("what is known leaves the rest to the others in shares, of which the name has more than one", () => {
  const known = column("known", { label: "Known", sortable: true });
  const columns = [
    column("name"),
    known,
    column("first"),
    column("second"),
    column("end", { label: "abcdef" }),
  ];
  const cells: Cells = new Map([
    ["name", { cell: () => null }],
    ["known", { cell: () => null, width: "medium" }],
    ["first", { cell: () => null }],
    ["end", { cell: () => null, width: () => ["12", "abc1"], align: "end" }],
  ]);
  const words = {
    fields: [],
    locale: "en-GB",
    language: "en",
    timeZone: "UTC",
    message: (_: string, key: string) => key,
  };
  const widths = columnWidths(columns, columns[0], cells, words);
  const style = getComputedStyle(document.body);
  const heading = textWidth("abcdef", `600 ${0.8125 * 16}px ${style.fontFamily}`) + 24;
  const end = Math.max(36 + 24, heading) + 8;
  const taken = 200 + end;
  const share = `min(232px, (100cqi - min(${taken + 88}px, 70cqi)) / 4.5)`;
  const part = (width: number) => `min(${width}px, (70cqi - 88px) * ${(width / taken).toFixed(4)})`;
  expect([...widths].map(([{ field }, width]) => [field, width])).toEqual([
    ["known", part(200)],
    ["first", share],
    ["second", share],
    ["end", part(end)],
  ]);
});

it("a column that can be sorted by has room for the mark of it, one of a fixed width for its heading", () => {
  const shown = column("shown", { label: "A heading of many words" });
  const plain = Number(widthOf(() => ["no"], shown));
  expect(widthOf(() => ["no"], { ...shown, sortable: true })).toBe(plain + 18);
  expect(widthOf("narrow", shown)).toBe(plain);
  expect(widthOf("narrow")).toBe(96);
  expect(widthOf("medium")).toBe(200);
});

it("a cell is told the schema of its field, however deep that lies", () => {
  const schemas: unknown[] = [];
  const inner = { name: "inner", schema: { type: "integer" } } as unknown as Field;
  const fields = [{ name: "outer", schema: { type: "object" }, fields: [inner] } as unknown as Field, inner];
  for (const field of ["outer", "outer.inner", "inner", "gone", "gone.inner", "inner.gone"]) {
    const shown = { ...column("shown"), field };
    const cells: Cells = new Map([
      ["shown", { cell: () => null, width: ({ schema }) => void schemas.push(schema) as never }],
    ]);
    columnWidths([shown], undefined, cells, {
      fields,
      locale: "en-GB",
      language: "en",
      timeZone: "UTC",
      message: (_: string, key: string) => key,
    });
  }
  expect(schemas).toEqual([
    { type: "object" },
    { type: "integer" },
    { type: "integer" },
    undefined,
    undefined,
    undefined,
  ]);
});

const around = {
  labels: undefined,
  schema: undefined,
  locale: "en-GB",
  language: "en",
  timeZone: "UTC",
  message: String,
};

it("a day is shorter than a moment, and what is relative has room for both", () => {
  const options = { time: true, hour12: true, relative: false };
  const day = dateCell.width({ ...around, options, schema: { type: "string", format: "date" } });
  expect(new Set(day)).toEqual(new Set(["28/10/2028"]));
  const moment = dateCell.width({ ...around, options });
  expect(moment).toEqual([
    expect.stringMatching(/^28\/10\/2028, /),
    expect.stringMatching(/^28\/10\/2028, /),
  ]);
  const relative = dateCell.width({ ...around, options: { ...options, time: false, relative: true } });
  expect(relative).toContain("59 minutes ago");
});

it("a number has room for its largest, a choice for its longest label", () => {
  expect(
    numberCell.width({
      ...around,
      options: { unit: "kg", grouping: true },
      schema: { type: "integer", maximum: 2100 },
    }),
  ).toEqual(["2,100 kg"]);
  expect(numberCell.width({ ...around, options: { decimals: 1, grouping: true } })).toEqual(["1,234,567.0"]);
  expect(labelCell.width({ ...around, options: {}, labels: { a: "Small", b: "Large" } })).toEqual([
    "Small",
    "Large",
  ]);
  expect(labelCell.width({ ...around, options: {} })).toBeUndefined();
});
