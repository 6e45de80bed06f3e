import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { withProblemTable } from "../../../src/cli/docs.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { PROBLEM_CODES } from "../../../src/model/problem-codes.ts";
import { problemsOf, readFixtures } from "./problem-fixtures.ts";

const PAGE = "config/README.md";
const fixtures = await readFixtures();

describe("every kind of problem", () => {
  it("has a code, a fixture and a row of the page: the same of each", async () => {
    const codes = Object.keys(PROBLEM_CODES).sort();
    expect([...fixtures.keys()].sort()).toEqual(codes);
    const rows = [...(await readFile(PAGE, "utf8")).matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
    expect(rows.sort()).toEqual(codes);
  });

  it("stands on the page as it is met; `npm run docs` writes it", async () => {
    const page = await readFile(PAGE, "utf8");
    expect(page).toBe(withProblemTable(page, fixtures));
  });

  it.each([...fixtures])(
    "%s is met and reported in its words, and no other with it",
    async (code, fixture) => {
      const reported = (await problemsOf(code, fixture)).map(formatProblem);
      expect(reported).toEqual([fixture.says]);
      expect(fixture.says).toContain(`[${code}]`);
    },
  );
});
