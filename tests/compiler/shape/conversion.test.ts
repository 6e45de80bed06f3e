import { expect, it } from "vitest";
import { conversion } from "../../../src/compiler/shape/example.ts";

it.each<[wanted: string, types: readonly string[], found: unknown, advice: string | undefined]>([
  ["a number", ["number"], "2.5", "Write 2.5, without quotes."],
  ["a number", ["number"], " 0 ", "Write 0, without quotes."],
  ["a number", ["number"], "", undefined],
  ["a number", ["number"], "many", undefined],
  ["a number", ["number"], "Infinity", undefined],
  ["a number", ["number"], "true", undefined],
  ["a whole number", ["integer"], "120", "Write 120, without quotes."],
  ["a whole number", ["integer"], "2.5", undefined],
  ["true or false", ["boolean"], "true", "Write true, without quotes."],
  ["true or false", ["boolean"], "false", "Write false, without quotes."],
  ["true or false", ["boolean"], "yes", undefined],
  ["true or false", ["boolean"], 1, undefined],
  ["a text", ["string"], 0, 'Write "0", in quotes.'],
  ["a text", ["string"], false, 'Write "false", in quotes.'],
  ["a text", ["string"], null, undefined],
  ["a text or a number", ["string", "number"], "7", "Write 7, without quotes."],
])("for %s (%j), %j: %s", (_, types, found, advice) => {
  expect(conversion(types, found, {})).toBe(advice);
});

const TEXTS = { items: { type: "string" } };
const OBJECTS = { items: { type: "object", required: ["field"], properties: { field: { type: "string" } } } };
const MIXED = { items: { anyOf: [{ type: "string" }, OBJECTS.items] } };

it.each<[found: unknown, schema: object, advice: string | undefined]>([
  ["novel", TEXTS, 'Put it in brackets: ["novel"].'],
  ["novel, poetry", TEXTS, 'Put it in brackets, each text in quotes of its own: ["novel","poetry"].'],
  ["novel,", TEXTS, 'Put it in brackets: ["novel,"].'],
  [7, TEXTS, undefined],
  [null, {}, undefined],
  [7, {}, "Put it in brackets: [7]."],
  [{ field: "title" }, OBJECTS, "Put it in brackets: [ … ]."],
  [{ field: "title" }, TEXTS, undefined],
  ["title", OBJECTS, 'Write [{ "field": "title" }].'],
  ["title", MIXED, 'Put it in brackets: ["title"].'],
])("in place of a list, %j of %j: %s", (found, schema, advice) => {
  expect(conversion(["array"], found, schema)).toBe(advice);
});

it("an object out of a list of one, and none where others stand beside it", () => {
  expect(conversion(["object"], [{}], {})).toBe("Take it out of the brackets [ ].");
  expect(conversion(["object"], [{}, {}], {})).toBe(undefined);
  expect(conversion(["object"], "title", { type: "object" })).toBe(undefined);
  expect(conversion(["array"], "title", { items: { anyOf: [OBJECTS.items] } })).toBe(undefined);
  expect(conversion(["object"], "title", OBJECTS.items)).toBe('Write { "field": "title" }.');
});
