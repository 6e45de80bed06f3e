import { describe, expect, it } from "vitest";
import { parseJsonFile } from "../../../src/compiler/source/json-file.ts";

function parse(text: string) {
  const { file } = parseJsonFile("x.json", text);
  if (file === undefined) throw new Error("not JSON");
  return file;
}

describe("parseJsonFile", () => {
  const text = '{\n  "a": [1,\n    {"b/c": true}],\n  "d": null\n}';

  it("answers what JSON.parse answers", () => {
    expect(parse(text).value).toEqual(JSON.parse(text));
    for (const other of ["[]", "1.5e3", '"\\u00e9"', "null", " \r\n true "]) {
      expect(parse(other).value).toEqual(JSON.parse(other));
    }
  });

  it("knows the place of every value and of its key", () => {
    const file = parse(text);
    expect(file.place("")).toEqual({ path: "", line: 1, column: 1, length: 1 });
    expect(file.place("/a")).toEqual({ path: "/a", line: 2, column: 8, length: 1 });
    expect(file.place("/a", "key")).toEqual({ path: "/a", line: 2, column: 3, length: 3 });
    expect(file.place("/a/1/b~1c")).toEqual({ path: "/a/1/b~1c", line: 3, column: 13, length: 4 });
    expect(file.place("/d", "key")).toMatchObject({ line: 4, column: 3 });
  });

  it("knows a place at the beginning of a line", () => {
    expect(parse("[\n1\n]").place("/0")).toMatchObject({ line: 2, column: 1 });
  });

  it("gives the place of what is around a value that is not there", () => {
    expect(parse(text).place("/a/7/x")).toMatchObject({ line: 2, column: 8 });
  });

  it("reads a file that begins with a byte order mark", () => {
    expect(parse('\uFEFF{"a":1}').place("/a")).toMatchObject({ line: 1, column: 6 });
  });

  it("says where and why a file is not JSON", () => {
    const { file, faults } = parseJsonFile("x.json", '{\n  "a": 1,\n  "b: 2\n}');
    expect(file).toBeUndefined();
    expect(faults[0]).toMatchObject({ code: "JSON_SYNTAX", place: { line: 3, column: 3 } });
    expect(faults[0]?.message).toContain("closing quote");
  });

  it("says all at once, one for each line, and reads on where commas alone are wrong", () => {
    const { file, faults } = parseJsonFile("x.json", '{\n  "a": 1\n  "b": [2,],\n  "c": 3,\n}');
    expect(faults.map(({ place, message }) => `${place.line}:${place.column} ${message}`)).toEqual([
      "3:3 A comma is missing at the end of line 2.",
      "5:1 A key in double quotes is expected here.",
    ]);
    expect(file?.value).toEqual({ a: 1, b: [2], c: 3 });
  });

  it("reads every kind of value beside a wrong comma as JSON.parse does", () => {
    const text = '{"a": [null, true, false, -1.5, "", {}, []], "b": null, "__proto": {"c": 0}}';
    expect(parse(text.replace(/}$/, ",}")).value).toStrictEqual(JSON.parse(text));
  });

  it("does not take a file with a hole in it for one that can be read", () => {
    for (const text of [
      '{"a": }',
      '{"a" 1}',
      '{"a": [1,,2]}',
      "{ nonsense",
      '{"a": 1',
      "// no\n1",
      '{"a": 1,, "b": 2}',
    ]) {
      expect(parseJsonFile("x.json", text).file, text).toBeUndefined();
    }
  });

  it.each([
    ["closed", "[".repeat(20_000) + "]".repeat(20_000)],
    ["never closed", "[".repeat(20_000)],
    ["objects", '{"a":'.repeat(20_000)],
    ["closed by others", '[},{"a":],"b":'.repeat(20_000)],
    ["after what looks like a text", `/* " */ "\\\n"${"[".repeat(20_000)}`],
  ])("says of brackets inside each other without end that they are too many: %s", (_what, deep) => {
    const { file, faults } = parseJsonFile("x.json", deep);
    expect(file).toBeUndefined();
    expect(faults).toEqual([
      expect.objectContaining({ code: "JSON_SYNTAX", message: expect.stringContaining("200 deep") }),
    ]);
  });

  it("reads what is deep, and brackets in texts", () => {
    const deep = `${"[".repeat(200)}"${"[{".repeat(300)}\\""${"]".repeat(200)}`;
    expect(parse(deep).value).toEqual(JSON.parse(deep));
    expect(parseJsonFile("x.json", `[${deep}]`).file).toBeUndefined();
  });

  it("says of a number beyond all numbers where it stands", () => {
    const { file, faults } = parseJsonFile("x.json", '{\n  "a": [1, 1e999]\n}');
    expect(faults).toEqual([
      expect.objectContaining({ code: "BAD_VALUE", place: expect.objectContaining({ line: 2, column: 12 }) }),
    ]);
    expect(file?.value).toEqual({ a: [1, Number.MAX_SAFE_INTEGER] });
  });
});
