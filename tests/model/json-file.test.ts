import { describe, expect, it } from "vitest";
import { parseJsonFile } from "../../src/model/json-file.ts";

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
    expect(file.place("")).toEqual({ line: 1, column: 1 });
    expect(file.place("/a")).toEqual({ line: 2, column: 8 });
    expect(file.place("/a", "key")).toEqual({ line: 2, column: 3 });
    expect(file.place("/a/1/b~1c")).toEqual({ line: 3, column: 13 });
    expect(file.place("/d", "key")).toEqual({ line: 4, column: 3 });
  });

  it("knows a place at the beginning of a line", () => {
    expect(parse("[\n1\n]").place("/0")).toEqual({ line: 2, column: 1 });
  });

  it("gives the place of what is around a value that is not there", () => {
    expect(parse(text).place("/a/7/x")).toEqual({ line: 2, column: 8 });
  });

  it("reads a file that begins with a byte order mark", () => {
    expect(parse('\uFEFF{"a":1}').place("/a")).toEqual({ line: 1, column: 6 });
  });

  it("says where and why a file is not JSON", () => {
    const { file, problems } = parseJsonFile("x.json", '{\n  "a": 1\n  "b": 2\n}');
    expect(file).toBeUndefined();
    expect(problems).toMatchObject([{ code: "JSON_SYNTAX", file: "x.json", line: 3, column: 3 }]);
    expect(problems[0]?.message).toContain("a comma is expected");
  });
});
