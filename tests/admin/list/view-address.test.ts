import { expect, it } from "vitest";
import { isPageSize } from "../../../src/admin/list/views/view-address.ts";
import { MAX_LIMIT } from "../../../src/model/list/list-view.ts";

it.each([1, MAX_LIMIT])("a page may have %d rows", (size) => {
  expect(isPageSize(size)).toBe(true);
});

it.each([0, -1, 1.5, MAX_LIMIT + 1, Number.NaN])("a page has no %d rows", (size) => {
  expect(isPageSize(size)).toBe(false);
});
