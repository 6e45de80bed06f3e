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

it("prints what else shows how easy it is to find one's way", () => {
  const { modules, lines, smallOfOne, doubledNames } = counts;
  const listed = (of: readonly string[]) => [of.length, ...of].join("\n    ");
  console.info(
    [
      `modules of src/ without stock, templates and generated: ${modules}, ${lines} lines`,
      `small files that one other imports: ${listed(smallOfOne)}`,
      `names that two files export: ${listed(doubledNames)}`,
    ].join("\n"),
  );
  expect(modules).toBeGreaterThan(0);
});
