import { loadConfig } from "admin/testing";
import { describe, expect, it } from "vitest";

const library = await loadConfig("tests/fixtures/library");
const books = library.entity("books");
const loans = library.entity("loans");
const BOOK = { title: "Gulls", genre: "novel", year: 1999, subject: "s1", available: true };
const OLD = { ...BOOK, year: 3 };

/** The first line of what a matcher says when it fails. */
function failure(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
  }
  throw new Error("The matcher did not fail.");
}

const NAMED = '"book" (tests/fixtures/library/entities/books.json)';

describe("a matcher that should not hold says so", () => {
  it("of records", () => {
    expect(failure(() => expect(books).not.toAccept(BOOK))).toBe(
      `${NAMED} accepts a record that it should refuse.`,
    );
    const asked = [
      [undefined, "somehow"],
      [{ at: "/year" }, "at /year"],
      [{ saying: "No book was printed before 1450" }, 'saying "No book was printed before 1450"'],
      [{ at: "/year", saying: /printed/ }, "at /year saying /printed/"],
    ] as const;
    for (const [refusal, how] of asked)
      expect(failure(() => expect(books).not.toReject(OLD, refusal))).toBe(
        `${NAMED} refuses a record ${how}, and should not.`,
      );
  });

  it("of lists, permissions, titles, tiles, charts and rights", () => {
    expect(failure(() => expect(books).not.toNeedPermission("stock"))).toBe(
      `${NAMED} needs the permission stock, and should not.`,
    );
    expect(failure(() => expect(loans).not.toHaveViews(["mine", "long-away"]))).toMatch(
      /, and should not\.$/,
    );
    expect(
      failure(() => expect(library).not.toHaveTiles(["Loans of mine", "Loans in a fortnight"], "lender")),
    ).toBe('The start page of "lender" has the tiles Loans of mine, Loans in a fortnight, and should not.');
    expect(failure(() => expect(library).not.toHaveChart("Books by subject", { by: "subject" }))).toBe(
      'The chart "Books by subject" shows {"by":"subject","days":{"from":-29,"to":0}}, and should not.',
    );
    expect(failure(() => expect(books).not.toLet("shelver", "view"))).toBe(
      `${NAMED} lets the role "shelver" view records, and should not.`,
    );
    expect(failure(() => expect(books).not.toLet("shelver", "view", { record: BOOK }))).toBe(
      `${NAMED} lets the role "shelver" view this record, and should not.`,
    );
  });
});

describe("a matcher that should hold says what is so", () => {
  it("of refusals that are others", () => {
    expect(failure(() => expect(books).toReject(BOOK))).toBe(
      `${NAMED} accepts a record that it should refuse somehow.`,
    );
    expect(failure(() => expect(books).toReject(OLD, { saying: /nothing/ }))).toBe(
      `${NAMED} refuses a record, but not saying /nothing/.`,
    );
    const other = { "/title": "No book was printed before 1450" };
    for (const saying of [
      other,
      {},
      { ...other, "/year": "No book was printed before 1450" },
      { "/year": "?" },
    ])
      expect(() => expect(books).not.toReject(OLD, { saying })).not.toThrow();
  });

  it("of tiles, charts and rights", () => {
    expect(failure(() => expect(library).toHaveTiles(["Long away"]))).toMatch(
      /^The start page has the tiles .+, and should have Long away\.$/,
    );
    expect(failure(() => expect(library).toHaveChart("Books by subject", { by: "genre" }))).toBe(
      'The chart "Books by subject" shows {"by":"subject","days":{"from":-29,"to":0}}, and should show {"by":"genre","days":{"from":-29,"to":0}}.',
    );
    expect(failure(() => expect(books).toLet("shelver", "delete"))).toBe(
      `${NAMED} does not let the role "shelver" delete records, and should.`,
    );
  });

  it("of names that are like no other, without a guess", () => {
    expect(() => library.entity("zzzzzzzz")).toThrow(/has no entity "zzzzzzzz"\.$/);
    expect(() => expect(books).toAccept({ ...BOOK, zzzzzzzz: 1 })).toThrow(/entities\/books\.json\)\.$/);
    expect(() => expect(books).toLet("zzzzzzzz", "view")).toThrow(/^app\.json has no role "zzzzzzzz"\.$/);
    expect(() => expect(books).toLet("shelver", "view", "zzzzzzzz")).toThrow(/has no field "zzzzzzzz"\.$/);
    expect(() => expect(books).toLet("constructor", "view")).toThrow('app.json has no role "constructor".');
  });
});
