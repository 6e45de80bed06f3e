import { expect, it } from "vitest";
import { textWidth } from "../../../src/admin/shell/text-width.ts";

it("without a canvas a letter is half as wide as the font is high", () => {
  expect(textWidth("wide", "700 32px sans-serif")).toBe(64);
  expect(textWidth("odd", "13px serif")).toBe(20);
  expect(textWidth("wide", "caption")).toBe(32);
});
