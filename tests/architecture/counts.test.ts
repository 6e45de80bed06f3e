import { expect, it } from "vitest";
import { countsOf, MAX_LINES, MAX_SIBLINGS } from "./counts.ts";
import { sourcesBelow } from "./sources.ts";

const counts = countsOf([...sourcesBelow("src"), ...sourcesBelow("plugins")]);

/** Siblings of one shape: one file a kind, which one looks for by its name. */
const OF_ONE_SHAPE = ["src/compiler/checks"];

it("no files import each other in a cycle, types included", () => {
  expect(counts.cycles).toEqual([]);
});

it(`no folder holds more than ${MAX_SIBLINGS} modules side by side, but for siblings of one shape`, () => {
  const big = counts.bigFolders.filter((folder) => !OF_ONE_SHAPE.some((one) => folder.startsWith(`${one}:`)));
  expect(big).toEqual([]);
});

it(`no file has more than ${MAX_LINES} lines`, () => {
  expect(counts.longFiles).toEqual([]);
});

/** Tests that are longer still; no other may become so. */
const LONG_TESTS = [
  "tests/admin/list/filters.test.tsx",
  "tests/browser/config-page.test.ts",
  "tests/compiler/checks/problems.test.ts",
];

it(`no test has more than ${MAX_LINES} lines, but for those that are named here`, () => {
  const { longFiles } = countsOf(sourcesBelow("tests"));
  expect(longFiles.filter((path) => !LONG_TESTS.includes(path))).toEqual([]);
});

it("no name is exported by two files", () => {
  expect(counts.doubledNames).toEqual([]);
});

it("prints what else shows how easy it is to find one's way", () => {
  const { modules, lines, smallOfOne } = counts;
  const listed = (of: readonly string[]) => [of.length, ...of].join("\n    ");
  console.info(
    [
      `modules of src/ without stock, templates and generated: ${modules}, ${lines} lines`,
      `small files that one other imports: ${listed(smallOfOne)}`,
    ].join("\n"),
  );
  expect(modules).toBeGreaterThan(0);
});
