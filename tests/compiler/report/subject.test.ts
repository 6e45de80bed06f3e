import { expect, it } from "vitest";
import { problemAt } from "../../../src/compiler/report/place-problem.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { libraryWith } from "../../model/library.ts";

const BOOKS = "entities/books.json";

it.each<[file: string, pointer: string, subject: string[]]>([
  [BOOKS, "", ["book"]],
  [BOOKS, "/endpoints/list", ["book"]],
  [BOOKS, "/schema/properties/price/maximum", ["book", "Replacement price"]],
  [BOOKS, "/schema/properties/scores/properties/staff/maximum", ["book", "Scores", "Staff"]],
  [BOOKS, "/schema/required/2", ["book", "Year"]],
  [BOOKS, "/labelField", ["book", "Title"]],
  [BOOKS, "/form/tabs/0/fields/1/0", ["book", "Basics", "Genre"]],
  [BOOKS, "/form/tabs/1", ["book", "More"]],
  [BOOKS, "/list/columns/1/field", ["book", "Subject"]],
  [BOOKS, "/list/columns/0/cell", ["book", "Title"]],
  [BOOKS, "/list/search/field", ["book", "Title"]],
  [BOOKS, "/schema/properties/toString", ["book", "toString"]],
  ["entities/loans.json", "/schema/properties/reason/conditions/0/when/field", ["loan", "Why so often"]],
  [
    "entities/reading-lists.json",
    "/schema/properties/books/items/properties/book/messages",
    ["reading list", "Books", "Book"],
  ],
  [
    "entities/reading-lists.json",
    "/schema/properties/books/items/required/0",
    ["reading list", "Books", "Book"],
  ],
  ["samples/books.json", "/0/scores/staff", ["book", "A Field Guide to Gulls", "Scores", "Staff"]],
  ["samples/reading-lists.json", "/0/books/1/book", ["reading list", "By the sea", "Books", "Book"]],
  ["samples/loans.json", "/0/lentOn", ["loan", "L-0001", "Lent on"]],
  ["entities/loans.json", "/display/badges/0/is", ["loan", "Returned"]],
  ["samples/loans.json", "/7", ["loan", "sample 8"]],
  ["app.json", "/title", []],
  ["app.json", "/roles/keeper/permissions/0", ["Branch keeper"]],
  ["app.json", "/menu/0/label/de", ["Stock"]],
  ["app.json", "/menu/1/entities/0", ["Lending"]],
  ["app.json", "/registration/schema/properties/username/maxLength", ["Registration page", "Library name"]],
  ["app.json", "/registration/roles/0", ["Registration page"]],
  ["messages.json", "/en/form.save", ["en"]],
])("%s#%s is about %j", async (file, pointer, subject) => {
  const problem = problemAt(await libraryWith(), file, pointer, "BAD_VALUE", { message: "No." });
  expect(problem.subject).toEqual(subject);
});

it("a sample whose title lacks a part is known by its number: half a title may be another's", async () => {
  const files = await libraryWith({
    "entities/books.json": (json) => {
      json.display.title = "{title} ({year})";
    },
    "samples/books.json": (json) => {
      delete json[0].year;
    },
  });
  const subjects = ["/0/genre", "/1/genre"].map(
    (pointer) => problemAt(files, "samples/books.json", pointer, "BAD_VALUE", { message: "No." }).subject,
  );
  const [, second] = JSON.parse(files.get("samples/books.json") ?? "");
  expect(subjects).toEqual([
    ["book", "sample 1", "Genre"],
    ["book", `${second.title} (${second.year})`, "Genre"],
  ]);
});

it("a problem found elsewhere is placed in the file as it is, at the value or its key", async () => {
  const files = await libraryWith();
  const line = (files.get(BOOKS) ?? "").split("\n").findIndex((text) => text.includes('"maximum": 2100')) + 1;
  const at = "/schema/properties/year/maximum";
  const value = problemAt(files, BOOKS, at, "STORED_VALUES", { message: "3 records exceed it.", found: "3" });
  expect(value).toMatchObject({ line, column: 20, length: 4, path: at, found: "3" });
  expect(formatProblem(value)).toBe(
    `${BOOKS}:${line}:20 book › Year: 3 records exceed it. Take the change back, or correct these records first. [STORED_VALUES]`,
  );
  const key = problemAt(files, BOOKS, at, "STORED_VALUES", { message: "x", part: "key", hint: "Do so." });
  expect(key).toMatchObject({ line, column: 9, length: '"maximum"'.length, hint: "Do so." });
  const gone = problemAt(files, "entities/gone.json", "/x", "STORED_VALUES", { message: "x" });
  expect(gone).toMatchObject({ line: 1, column: 1, length: 0, path: "/x", subject: ["gone"] });
});
