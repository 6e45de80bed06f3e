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

  it.each([
    ["a third of the letters may differ", "abcdef", "abcdXY", true],
    ["and no more", "abcdef", "abcXYZ", false],
    ["of five letters one", "abcde", "abcXY", false],
    ["as many may follow", "abcdef", "abcdefXY", true],
    ["and no more may", "abcdef", "abcdefXYZ", false],
    ["or be left out", "abcdef", "abcd", true],
    ["two letters that changed places are one step, at the beginning", "abcd", "bacd", true],
    ["in the middle", "abcd", "acbd", true],
    ["and at the end", "abcd", "abdc", true],
    ["two others are two", "abcd", "bXcd", false],
    ["as are two that are the same letter as another, not as each other", "abcd", "abXc", false],
    ["names may have 64 letters", "x".repeat(64), `${"x".repeat(63)}y`, true],
    ["and are not compared beyond", "x".repeat(65), `${"x".repeat(64)}y`, false],
    ["nor with longer ones", "x".repeat(64), "x".repeat(65), false],
  ])("%s: %s, %s: %j", (_what, name, known, isNear) => {
    expect(nearest(name, [known])).toBe(isNear ? known : undefined);
  });

  it("is the first of those that are equally near, and a nearer one wherever it stands", () => {
    expect(nearest("cat", ["bat", "rat"])).toBe("bat");
    expect(nearest("abcdef", ["abcdXY", "abcdeX"])).toBe("abcdeX");
    expect(nearest("abcdef", ["abcdeX", "abcdXY"])).toBe("abcdeX");
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

  it("has a list of one, of sixteen, and beyond those the five nearest, nearest first", () => {
    expect(nameHints("xyz", ["name"])).toEqual({
      found: '"xyz"',
      expected: 'one of "name"',
      hint: 'Write "name".',
    });
    const some = (length: number) => Array.from({ length }, (_, index) => `a${"b".repeat(index + 6)}`);
    expect(nameHints("xyz", some(16)).hint).toMatch(/^Write one of ("ab+"(, )?){16}\.$/);
    const five = [6, 7, 8, 9, 10].map((length) => `"a${"b".repeat(length)}"`).join(", ");
    expect(nameHints("xyz", some(17).reverse())).toEqual({
      found: '"xyz"',
      expected: `a known name, such as ${five}`,
      hint: `Nearest to it are ${five}.`,
    });
    // A common beginning counts double.
    const begun = [...some(20), "xyabcdefgh"];
    expect(nameHints("xyz", begun).hint).toMatch(/^Nearest to it are "xyabcdefgh", "abbbbbb", /);
  });

  it("is never the name itself, and is that of the longest names and the most", () => {
    expect(nameHints("title", ["title", "titel"]).meant).toBe("titel");
    expect(nameHints("x".repeat(64), ["name"]).found).toBe(`"${"x".repeat(64)}"`);
    const many = (length: number) => Array.from({ length }, (_, index) => `name${index}`);
    expect(nameHints("nam", many(1000)).hint).toMatch(/^Nearest to it are "name0"/);
    expect(nameHints("nam", many(1001))).toEqual({ found: '"nam"' });
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
