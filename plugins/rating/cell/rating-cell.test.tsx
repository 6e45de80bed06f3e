import { cleanup } from "@testing-library/react";
import { renderCell } from "admin/widget-testing";
import { afterEach, expect, it } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

afterEach(cleanup);

function draw(value: unknown, maximum = 5) {
  const { cell } = renderCell(plugin, manifest, { value: value as number, options: { maximum } });
  return {
    name: cell.querySelector("[role=img]")?.getAttribute("aria-label"),
    text: cell.textContent,
    full: cell.querySelectorAll(".rating-cell-full").length,
    stars: cell.querySelectorAll("svg").length,
  };
}

it("draws as many stars as there can be, and says the score", () => {
  expect(draw(4)).toEqual({ name: "4 of 5", text: "", full: 4, stars: 5 });
  expect(draw(0)).toEqual({ name: "0 of 5", text: "", full: 0, stars: 5 });
  expect(draw(10, 10)).toMatchObject({ full: 10, stars: 10 });
});

it("draws none where they cannot be counted", () => {
  expect(draw(12, 40)).toEqual({ name: undefined, text: "12 of 40", full: 0, stars: 0 });
});

it.each([
  [null, ""],
  [undefined, ""],
  ["many", "many"],
  [[1], "[1]"],
])("shows %j as it is", (value, text) => {
  expect(draw(value).text).toBe(text);
});

it("says the score as the locale writes it, also to whoever points at it; half a star is none", () => {
  const { cell } = renderCell(plugin, manifest, { value: 3.5, options: { maximum: 5 }, locale: "de" });
  const drawn = cell.querySelector("[role=img]");
  expect([drawn?.getAttribute("aria-label"), drawn?.getAttribute("title")]).toEqual(["3,5 of 5", "3,5 of 5"]);
  expect(cell.querySelectorAll(".rating-cell-full")).toHaveLength(3);
  expect(draw(11, 11)).toMatchObject({ stars: 0, text: "11 of 11" });
});
