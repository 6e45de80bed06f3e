import { describe, expect, it } from "vitest";
import { hintsForSome, nameHints, nearest } from "../../../src/compiler/report/nearest.ts";

describe("nearest", () => {
  it("finds a letter too few, too many, another, or two that changed places", () => {
    for (const typo of ["titl", "tittle", "tixle", "tilte", "Title"]) {
      expect(nearest(typo, ["name", "title", "subtitle"])).toBe("title");
    }
  });
  it("finds nothing where nothing is near", () => {
    expect(nearest("author", ["name", "title"])).toBeUndefined();
  });
  it("of one letter is only what is one step away", () => {
    expect(nearest("a", ["b"])).toBe("b");
    expect(nearest("a", ["bc"])).toBeUndefined();
  });
});

describe("nameHints", () => {
  it("offers the nearest name", () => {
    expect(nameHints("titel", ["name", "title"])).toEqual({
      found: '"titel"',
      meant: "title",
      expected: 'one of "name", "title"',
    });
  });

  it("lists what is known where nothing is near: all of a few, the nearest of many", () => {
    expect(nameHints("xyz", ["name", "title"]).hint).toBe('Write one of "name", "title".');
    const many = Array.from({ length: 40 }, (_, index) => `long-name-${index}`);
    expect(nameHints("short-game-7", many).hint).toMatch(/^Nearest to it are "long-name-7"(, "[^"]+"){4}\.$/);
    // The first five are candidates as long as nothing nearer comes.
    const far = ["q".repeat(63), ...Array.from({ length: 20 }, (_, index) => `ab${index + 10}`)];
    expect(nameHints("xyz", far).hint).toMatch(/^Nearest to it are ("ab\d\d"(, )?){5}\.$/);
    expect(nameHints("xyz", [])).toEqual({ found: '"xyz"' });
  });

  it("says nothing of a name that is none, nor among too many", () => {
    const endless = nameHints("x".repeat(1_000_000), ["name", "x".repeat(1_000_000)]);
    expect(endless).toEqual({ found: `"${"x".repeat(64)}…"` });
    const many = Array.from({ length: 3000 }, (_, index) => `name${index}`);
    expect(nameHints("name", many)).toEqual({ found: '"name"' });
  });

  it("is given for the first of many wrong names only", () => {
    const hints = hintsForSome();
    const answers = Array.from({ length: 60 }, () => hints("titel", ["name", "title"]));
    expect(answers.map(({ meant }) => meant === "title")).toEqual(
      [...Array(60).keys()].map((index) => index < 50),
    );
    expect(answers.at(-1)).toEqual({ found: '"titel"' });
  });
});
