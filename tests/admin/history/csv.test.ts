import fc from "fast-check";
import { expect, it } from "vitest";
import { csvText } from "../../../src/admin/history/journal-csv.ts";

it("begins so that spreadsheets take it as UTF-8, quotes what has commas, quotes or lines", () => {
  expect(csvText([["a", 'say "hi"', "1,2", "x\ny", "飲"]])).toBe('\uFEFFa,"say ""hi""","1,2","x\ny",飲\r\n');
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1", "'=1", '"=1'])(
  "S26: %j is no formula to a spreadsheet",
  (text) => {
    const [cell = ""] = read(csvText([[text]]))[0] ?? [];
    expect(cell).toBe(`'${text}`);
  },
);

it.each([
  ["x;=cmd|'/c calc'!A1;y", "x;'=cmd|'/c calc'!A1;y"],
  ['x;"=1"', 'x;\'"=1"'],
  ["x\t=1\t-2", "x\t'=1\t'-2"],
  ["x\n+1\r\n@y", "x\n'+1\r\n'@y"],
  ["\t=1", "'\t'=1"],
  ["1;2\t3\nx=y", "1;2\t3\nx=y"],
])("S26: nor is a part of %j, to those that split elsewhere", (text, inert) => {
  expect(read(csvText([["first", text]]))).toEqual([["first", inert]]);
});

it("gives the same texts back to whoever takes the apostrophe away", () => {
  const cell = fc.string({
    unit: fc.constantFrom("'", "=", "a", '"', ",", ";", "\t", "\r", "\n", "-", "飲"),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const inert = /^'(?=['"]*[\t\r\n])|(?<=^|[;\t\r\n])'(?=['"]*[=+\-@＝＋－＠])/gu;
      const back = read(csvText(rows)).map((row) => row.map((text) => text.replace(inert, "")));
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
