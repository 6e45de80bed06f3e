import fc from "fast-check";
import { expect, it } from "vitest";
import { changesCsv, csvText } from "../../../src/admin/history/journal-csv.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";
import type { Entity } from "../../../src/model/entity.ts";
import type { HistoryAnswer } from "../../../src/wire/journal.ts";

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

it("a row says what the config of today no longer names as it was; whole values, and what is not shown, by words", () => {
  const entity = {
    id: "books",
    label: "book",
    fields: [
      { name: "title", label: "Title", schema: {}, valueType: "string" },
      {
        name: "subject",
        label: "Subject",
        schema: {},
        valueType: "string",
        reference: { entity: "subjects" },
      },
    ],
  } as unknown as Entity;
  const at = "2026-03-04T15:06:00.000Z";
  const change = {
    kind: "update",
    position: 1,
    changeId: "c1",
    at,
    by: "ada",
    byId: "m",
    _id: "b1",
    title: "Gulls",
  };
  const entries = [
    {
      ...change,
      entity: "books",
      fields: [
        { field: "title", was: undefined, now: "Terns" },
        { field: "title", long: true },
        { field: "title", secret: true },
        { field: "subject", was: "s1", now: "toString" },
        { field: "gone", was: { a: 1 }, now: "text" },
      ],
      names: { s1: "Birds" },
    },
    { ...change, entity: "lost", by: null, fields: [{ field: "x", was: 1, now: [2] }] },
    { kind: "config", position: 3, changeId: "c3", at, by: "ada", byId: "m" },
  ] as unknown as HistoryAnswer["entries"];
  const said = { open: [{ entity }] as never, style: { timeZone: "Asia/Taipei" }, say: makeSay({}) };
  const [head, ...rows] = read(changesCsv(entries, said));
  expect(head).toHaveLength(11);
  const start = ["2026-03-04 23:06:00", "ada", "history.update", "book", "Gulls", "b1", "c1", ""];
  expect(rows).toEqual([
    [...start, "Title", "", "Terns"],
    [...start, "Title", "history.long", "history.long"],
    [...start, "Title", "history.secret", "history.secret"],
    [...start, "Subject", "Birds", "toString"],
    [...start, "gone", '{"a":1}', "text"],
    [start[0], "history.system", start[2], "lost", ...start.slice(4), "x", "1", "[2]"],
    ["2026-03-04 23:06:00", "ada", "history.config", "", "", "", "c3", "", "", "", ""],
  ]);
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
