import fc from "fast-check";
import { expect, it } from "vitest";
import { pageNumbers } from "../../../src/admin/list/pager.tsx";

it.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, "gap", 8]],
  [4, 8, [1, 2, 3, 4, 5, "gap", 8]],
  [5, 9, [1, "gap", 4, 5, 6, "gap", 9]],
  [6, 9, [1, "gap", 5, 6, 7, 8, 9]],
  [9, 9, [1, "gap", 5, 6, 7, 8, 9]],
])("on page %i of %i", (page, count, expected) => {
  expect(pageNumbers(page, count)).toEqual(expected);
});

it.each([
  [1, 3, [1, 2, 3, "gap"]],
  [4, 9, [1, 2, 3, 4, 5, "gap"]],
  [5, 9, [1, "gap", 4, 5, 6, "gap"]],
  [9, 9, [1, "gap", 8, 9, "gap"]],
])("on page %i of %i and more, the last is not offered", (page, count, expected) => {
  expect(pageNumbers(page, count, true)).toEqual(expected);
});

it("offers the first, the last and the current page, in order, and never more than seven entries", () => {
  const pages = fc
    .integer({ min: 1, max: 5000 })
    .chain((count) => fc.tuple(fc.integer({ min: 1, max: count }), fc.constant(count)));
  fc.assert(
    fc.property(pages, ([page, count]) => {
      const entries = pageNumbers(page, count);
      const numbers = entries.filter((entry) => entry !== "gap");
      expect(entries).toHaveLength(Math.min(7, count));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([1, page, count]));
    }),
  );
});
