import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { InverseListConfig } from "../../../src/model/list/inverse-list.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import type { ProblemCode } from "../../../src/model/problem-codes.ts";
import { libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { told } from "./told.ts";

const BOOKS = "entities/books.json";
const LOANS: InverseListConfig = { entity: "loans", field: "book" };

async function problemsOf(referredBy: readonly unknown[]) {
  const files = await libraryWith({
    [BOOKS]: (json) => {
      json.referredBy = referredBy;
    },
  });
  return checkConfig(files, PLUGINS, PICTURES).problems;
}

type Case = readonly [code: ProblemCode, lists: readonly unknown[], at: string, says: string];
// biome-ignore format: a table, one row a case
const WRONG: readonly Case[] = [
  ["UNKNOWN_ENTITY", [{ ...LOANS, entity: "loan" }], "/0/entity", 'Did you mean "loans"'],
  ["UNKNOWN_FIELD", [{ ...LOANS, field: "bok" }], "/0/field", 'no field "bok" that refers to "books"'],
  ["FIELD_SHAPE", [{ ...LOANS, field: "member" }], "/0/field", 'does not refer to "books"'],
  ["FIELD_SHAPE", [{ entity: "reading-lists", field: "books" }], "/0/field", "is a list"],
  ["FIELD_SHAPE", [{ entity: "reading-lists", field: "books.book" }], "/0/field", "is a list"],
  ["FIELD_TWICE", [LOANS, LOANS], "/1/field", "already"],
  ["UNKNOWN_FIELD", [{ ...LOANS, columns: ["number", "lenton"] }], "/0/columns/1", '"lentOn"'],
  ["FIELD_TWICE", [{ ...LOANS, columns: ["number", "number"] }], "/0/columns/1", "second time"],
  ["NOT_SORTABLE", [{ ...LOANS, sort: { field: "returnedOn", order: "asc" } }], "/0/sort/field", '"sortable": true'],
  ["UNKNOWN_FIELD", [{ ...LOANS, sort: { field: "lent", order: "asc" } }], "/0/sort/field", "is no column"],
  ["NO_LABEL", [{ ...LOANS, label: { de: "Ausleihen" } }], "/0/label", '"en"'],
];

describe("inverse lists", () => {
  it.each(WRONG)("%s: %j", async (code, lists, at, says) => {
    const problems = await problemsOf(lists);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([[code, `/referredBy${at}`]]);
    expect(problems.map(formatProblem).join()).toContain(says);
    expect(told(problems)).toMatchSnapshot();
  });

  it("a reference that is right has no problem, and has its defaults: heading, columns without the reference, new ones", async () => {
    expect(await problemsOf([LOANS])).toEqual([]);
    const files = await libraryWith({
      [BOOKS]: (json) => {
        json.referredBy = [LOANS];
      },
    });
    const books = checkConfig(files, PLUGINS, PICTURES).config?.entities.get("books");
    expect(books?.referredBy).toEqual([
      {
        ...LOANS,
        label: "Loans",
        columns: ["number", "member.username", "lentOn", "returned", "updatedAt"],
        create: true,
      },
    ]);
  });
});
