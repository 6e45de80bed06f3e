import { describe, expect, it } from "vitest";
import { nearest, suggestion } from "../../src/model/nearest.ts";

describe("nearest", () => {
  it("finds a letter too few, too many, another, or two that changed places", () => {
    for (const typo of ["titl", "tittle", "tixle", "tilte", "Title"]) {
      expect(nearest(typo, ["name", "title", "subtitle"])).toBe("title");
    }
  });
  it("finds nothing where nothing is near", () => {
    expect(nearest("author", ["name", "title"])).toBeUndefined();
  });
});

describe("suggestion", () => {
  it("lists what is known where nothing is near, but not without end", () => {
    expect(suggestion("xyz", ["name", "title"])).toBe(' Known: "name", "title".');
    expect(
      suggestion(
        "xyz",
        Array.from({ length: 13 }, (_, index) => `long-name-${index}`),
      ),
    ).toMatch(/, …\.$/);
    expect(suggestion("xyz", [])).toBe("");
  });
});
