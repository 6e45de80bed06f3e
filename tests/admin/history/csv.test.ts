import fc from "fast-check";
import { expect, it } from "vitest";
import { csvText } from "../../../src/admin/history/csv.ts";

it("begins so that spreadsheets take it as UTF-8, quotes what has commas, quotes or lines", () => {
  expect(csvText([["a", 'say "hi"', "1,2", "x\ny", "飲"]])).toBe('\uFEFFa,"say ""hi""","1,2","x\ny",飲\r\n');
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1"])(
  "S26: %j is no formula to a spreadsheet",
  (text) => {
    const [cell = ""] = read(csvText([[text]]))[0] ?? [];
    expect(cell).toBe(`'${text}`);
  },
);

it("gives the same texts back to whoever takes the apostrophe away", () => {
  const cell = fc.string({ unit: fc.constantFrom("'", "=", "a", '"', ",", "\r", "\n", "-", "飲") });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const inert = /^'+[=+\-@\t\r\n＝＋－＠]/u;
      const back = read(csvText(rows)).map((row) =>
        row.map((text) => (inert.test(text) ? text.slice(1) : text)),
      );
      expect(back).toEqual(rows);
    }),
  );
});

/** As RFC 4180 has it. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cells = csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g);
  for (const [whole, quoted, plain = "", end] of cells) {
    if (whole === "") continue;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
