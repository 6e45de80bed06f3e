import { describe, expect, it } from "vitest";
import {
  appendProperties,
  removeProperty,
  replaceProperty,
  replaceValue,
  rootKeys,
} from "../../../src/compiler/migrations/edit-json.ts";

describe("keys at the end of an object", () => {
  const more = [
    ["b", "two"],
    ["c", "three"],
  ] as const;

  it("stand as its last one does", () => {
    const text = '{\n  "en": {\n      "a": "one"\n  }\n}\n';
    expect(appendProperties(text, ["en"], more)).toBe(
      '{\n  "en": {\n      "a": "one",\n      "b": "two",\n      "c": "three"\n  }\n}\n',
    );
  });

  it("stand deeper than the object where it has none", () => {
    expect(appendProperties('{\n  "en": {}\n}\n', ["en"], more)).toBe(
      '{\n  "en": {\n    "b": "two",\n    "c": "three"\n  }\n}\n',
    );
    expect(appendProperties("{}", [], more)).toBe('{\n  "b": "two",\n  "c": "three"\n}');
  });

  it("have the line ends of the text, and its mark stays", () => {
    expect(appendProperties('\uFEFF{\r\n\t"a": "one"\r\n}', [], more)).toBe(
      '\uFEFF{\r\n\t"a": "one",\r\n\t"b": "two",\r\n\t"c": "three"\r\n}',
    );
  });

  it("are none where there is no such object", () => {
    for (const text of ['{"en": []}', '{"en": "x"}', '{"de": {}}', "["])
      expect(appendProperties(text, ["en"], more)).toBe(text);
  });
});

describe("a key goes", () => {
  it.each([
    ['{"a": 1, "b": 2, "c": 3}', '{"b": 2, "c": 3}'],
    ['{"b": 2, "a": 1, "c": 3}', '{"b": 2, "c": 3}'],
    ['{"b": 2, "c": 3, "a": 1}', '{"b": 2, "c": 3}'],
    ['{ "a": 1 }', "{  }"],
    ['{"b": {"a": 1}}', '{"b": {"a": 1}}'],
    ["[1]", "[1]"],
  ])("from %s stays %s", (text, left) => {
    expect(removeProperty(text, ["a"])).toBe(left);
  });
});

it("a value or a key is replaced where it is there, and nothing else", () => {
  expect(replaceValue('{"a": [1], "b": 2}', ["a", 0], "7")).toBe('{"a": [7], "b": 2}');
  expect(replaceValue('{"a": [1]}', ["b"], "7")).toBe('{"a": [1]}');
  expect(replaceProperty('{"a": [ 1 ], "b": 2}', ["a"], (value) => `"c": ${value}`)).toBe(
    '{"c": [ 1 ], "b": 2}',
  );
  expect(replaceProperty('{"a": 1}', ["b"], () => '"c": 2')).toBe('{"a": 1}');
});

it("the keys of a text are those of its object, none of any other text", () => {
  expect(rootKeys('\uFEFF{"en": {"a": 1}, "de": {}}')).toEqual(["en", "de"]);
  expect(rootKeys("")).toEqual([]);
});
