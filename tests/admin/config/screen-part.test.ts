import { beforeAll, describe, expect, it } from "vitest";
import { placeOf, screenParts, tileParts } from "../../../src/admin/config/screen-part.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Entity } from "../../../src/model/entity.ts";
import type { HomeTile } from "../../../src/model/home/home-tile.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

let books: Entity;
let lists: Entity;
let text: string;
let listsText: string;
let appText: string;
let home: readonly HomeTile[];
beforeAll(async () => {
  const files = await libraryWith();
  const { config } = checkConfig(files, PLUGINS);
  const entities = config?.entities;
  home = config?.home ?? [];
  appText = files.get("app.json") ?? "";
  const [one, other] = [entities?.get("books"), entities?.get("reading-lists")];
  if (one === undefined || other === undefined) throw new Error("The library has problems.");
  [books, lists] = [one, other];
  text = files.get("entities/books.json") ?? "";
  listsText = files.get("entities/reading-lists.json") ?? "";
});

/** The text from the place on. */
function from(whole: string, part: Parameters<typeof placeOf>[1]): string {
  const { line, column } = placeOf(whole, part);
  return whole
    .split("\n")
    .slice(line - 1)
    .join("\n")
    .slice(column - 1);
}

describe("the parts of a screen", () => {
  it("of a list are its columns and its filters, in their order", () => {
    const parts = screenParts(books, "list", "Filters");
    expect(parts[0]).toEqual({ field: "title", column: 0, label: "Title" });
    expect(parts[1]).toEqual({ field: "subject.name", column: 1, label: "Subject" });
    const { columns, filters } = books.list;
    expect(parts[columns.length]).toEqual({ field: "genre", filter: true, label: "Filters › Genre" });
    expect(parts).toHaveLength(columns.length + filters.length);
  });

  it("of a form are its fields, those of objects and of lists among them, by their labels", () => {
    const parts = screenParts(books, "form", "Filters");
    expect(parts).toContainEqual({ field: "price", label: "Replacement price" });
    expect(parts.map(({ field }) => field)).toContain("scores.readers");
    const label = screenParts(lists, "form", "Filters").find(({ field }) => field === "books.*.book")?.label;
    expect(label).toMatch(/^Books › /);
  });

  it("of a form are the lists below it too, where the text says them", () => {
    const part = { field: "book", inverse: "loans", label: "Loans of this book" };
    expect(screenParts(books, "form", "Filters").at(-1)).toEqual(part);
    expect(from(text, part)).toMatch(/^\{\s+"entity": "loans",\s+"field": "book"/);
    expect(from(text, { field: "member", inverse: "loans" })).toMatch(/^\[\s+\{\s+"entity": "loans"/);
    expect(screenParts(books, "list", "Filters")).not.toContainEqual(part);
  });
});

describe("where a text has a part", () => {
  it("a tile where its text is that, in whatever language; one that is not there at the tiles", () => {
    const [all, cover] = tileParts(home);
    expect(all).toEqual({ field: "Books in all", tile: true, label: "Books in all" });
    if (all === undefined || cover === undefined) throw new Error("The library has tiles.");
    expect(from(appText, all)).toMatch(/^\{ "kind": "count", "label": "Books in all"/);
    expect(from(appText, cover)).toMatch(
      /^\{\s+"kind": "count",\s+"label": \{ "en": "Books without a cover"/,
    );
    expect(from(appText, { field: "gone", tile: true })).toMatch(/^\[\s+\{ "kind": "count"/);
    expect(placeOf("{}", all)).toEqual({ line: 1, column: 1, length: 1 });
  });

  it("a field at its name, a column at its own beginning, with the length of what is there", () => {
    expect(from(text, { field: "price" })).toMatch(/^"price": \{/);
    expect(placeOf(text, { field: "price" }).length).toBe('"price"'.length);
    expect(from(text, { field: "scores.readers" })).toMatch(/^"readers": \{/);
    expect(from(listsText, { field: "books.0.book" })).toMatch(/^"book": \{/);
    for (const part of screenParts(books, "list", "Filters").filter(({ column }) => column !== undefined))
      expect(from(text, part)).toMatch(new RegExp(`^\\{ "field": "${part.field}"`));
  });

  it("a filter where it is named, one that is not yet at its field", () => {
    expect(from(text, { field: "genre", filter: true })).toMatch(/^"genre",\s+"available"/);
    expect(from(text, { field: "updatedAt", filter: true })).toMatch(
      /^\{ "field": "updatedAt", "label": "Changed" \}/,
    );
    expect(from(text, { field: "isbn", filter: true })).toMatch(/^"isbn": \{/);
  });

  it("of two columns of one field each at its own; one that moved is found by its field", () => {
    const twice = '{"list":{"columns":[{"field":"a"},{"field":"b"},{"field":"a","label":"x"}]}}';
    expect(from(twice, { field: "a", column: 2 })).toMatch(/^\{"field":"a","label"/);
    expect(from(twice, { field: "b", column: 0 })).toMatch(/^\{"field":"b"/);
  });

  it("is around what the text does not have, however little can be read of it", () => {
    expect(from(text, { field: "scores.nobody" })).toMatch(/^"scores": \{/);
    expect(from(text, { field: "title.x", column: 40 })).toMatch(/^"title": \{/);
    expect(placeOf("", { field: "a" })).toEqual({ line: 1, column: 1, length: 1 });
    expect(from('{"schema":{"properties":{\r\n"a":{"type":', { field: "a" })).toMatch(/^"a"/);
  });
});
