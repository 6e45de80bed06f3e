import { describe, expect, it } from "vitest";
import { spotAt } from "../../../src/admin/config/editor/json-spot.ts";
import { snippetsAt } from "../../../src/admin/config/editor/snippets.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { fieldState } from "../../../src/record/conditions.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";
import { fillIn } from "./fill-in.ts";

/** What is proposed at `|`, by label. */
function at(marked: string): ReadonlyMap<string, string> {
  const text = marked.replace("|", "");
  const spot = spotAt(text, marked.indexOf("|"));
  const word = text.slice(spot.from, spot.to).replaceAll('"', "");
  return new Map(snippetsAt(text, spot, word).map(({ label, insert }) => [label, insert]));
}
const labels = (marked: string) => [...at(marked).keys()];
const FIELDS = [
  "config.snippetText",
  "config.snippetNumber",
  "config.snippetYesNo",
  "config.snippetDate",
  "config.snippetMoment",
  "config.snippetPicture",
  "config.snippetChoice",
  "config.snippetReference",
];

describe("whole parts are proposed", () => {
  it("fields, wherever a name of one is written, be it in an object or in the items of a list", () => {
    expect(labels('{ "schema": { "properties": { | } } }')).toEqual(FIELDS);
    expect(labels('{ "registration": { "schema": { "properties": { "| } } }')).toEqual(FIELDS);
    expect(labels('{ "schema": { "properties": { "a": { "properties": { "b|" } } } } }')).toEqual(FIELDS);
    expect(labels('{ "schema": { "properties": { "a": { "items": { "properties": { | } } } } } }')).toEqual(
      FIELDS,
    );
  });

  it("a field under the name that is typed, and none for a name that has its value", () => {
    const typed = at('{ "schema": { "properties": { "shelf|" } } }');
    expect(typed.get("config.snippetYesNo")).toMatch(/^"shelf": \{/);
    expect(labels('{ "schema": { "properties": { "shelf|": {} } } }')).toEqual([]);
    expect(labels('{ "list": { "properties": { | } } }')).toEqual([]);
  });

  it("columns, conditions and choices where they belong, and nothing into a half written word", () => {
    expect(labels('{ "list": { "columns": [ | ] } }')).toEqual([
      "config.snippetColumn",
      "config.snippetColumnNamed",
    ]);
    expect(labels('{ "schema": { "properties": { "a": { "conditions": [ | ] } } } }')).toEqual([
      "config.snippetCondition",
    ]);
    expect(labels('{ "schema": { "properties": { "a": { | } } } }')).toEqual(["config.snippetChoices"]);
    expect(labels('{ "schema": { "properties": { "a": { "lab|" } } } }')).toEqual([]);
    expect(labels('{ "list": { "columns": [ "ti| ] } }')).toEqual([]);
    expect(labels('{ "menu": { | } }')).toEqual([]);
  });
});

describe("choices", () => {
  const inField = (keys: string) => labels(`{ "schema": { "properties": { "a": { ${keys}, | } } } }`);

  it.each(['"type": "string"', '"title": "A", "type": "string"', '"title": "A"'])(
    "are of a field with %s",
    (keys) => {
      expect(inField(keys)).toEqual(["config.snippetChoices"]);
    },
  );

  it.each([
    '"type": "number"',
    '"type": "boolean"',
    '"type": "string", "enum": ["a"]',
    '"type": "string", "format": "date"',
    '"type": "string", "reference": { "entity": "a", "label": "b" }',
  ])("are not proposed for one with %s", (keys) => {
    expect(inField(keys)).toEqual([]);
  });
});

describe("a part that is filled in", () => {
  const filled = (template: string, by: Readonly<Record<number, string>>) =>
    fillIn(template, (stop) => by[stop] ?? "x");
  const shelf = '{ "schema": { "properties": { "shelf|" } } }';

  it.each(FIELDS)("is a field that holds: %s", async (label) => {
    const insert = at(shelf).get(label) ?? "";
    const isReference = label === "config.snippetReference";
    const by = { "10": "Shelf", "11": isReference ? "subjects" : "low", "12": isReference ? "name" : "high" };
    const text = (await libraryWith())
      .get("entities/books.json")
      ?.replace('"properties": {', `"properties": { ${filled(insert, by)},`);
    const { problems } = checkConfig(await libraryWith({ "entities/books.json": text }), PLUGINS);
    expect(problems.map(formatProblem)).toEqual([]);
  });

  it("is a column, a condition, and choices that hold", async () => {
    const column = at('{ "list": { "columns": [ | ] } }').get("config.snippetColumnNamed") ?? "";
    const condition =
      at('{ "schema": { "properties": { "a": { "conditions": [ | ] } } } }').get("config.snippetCondition") ??
      "";
    const choices = at('{ "schema": { "properties": { "a": { | } } } }').get("config.snippetChoices") ?? "";
    const text = (await libraryWith())
      .get("entities/books.json")
      ?.replace('"columns": [', `"columns": [ ${filled(column, { "1": "price", "2": "Cost" })},`)
      .replace(
        '"properties": {',
        `"properties": { "shelf": { "type": "string", "title": "Shelf",
          ${filled(choices, { "11": "low", "12": "high" })},
          "conditions": [${filled(condition, { "1": "title", "2": "x" })}] },`,
      );
    const { problems, config } = checkConfig(await libraryWith({ "entities/books.json": text }), PLUGINS);
    expect(problems.map(formatProblem)).toEqual([]);
    const books = config?.entities.get("books");
    expect(books?.list.columns[0]).toMatchObject({ field: "price", label: "Cost" });
    const shelf = books?.fields[0];
    if (shelf === undefined) throw new Error("no field");
    expect(shelf.schema.labels).toEqual({ low: "x", high: "x" });
    expect(fieldState(shelf, { title: "x" }, "create").shown).toBe(true);
    expect(fieldState(shelf, { title: "y" }, "create").shown).toBe(false);
  });
});
