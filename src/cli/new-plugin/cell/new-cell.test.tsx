import { cleanup } from "@testing-library/react";
import { renderCell } from "admin/widget-testing";
import { afterEach, describe, expect, it } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

afterEach(cleanup);

/** What is drawn for a value, and how wide its bar is. */
function draw(value: unknown, options?: { whole: number }) {
  const { cell } = renderCell(plugin, manifest, { value: value as number, options });
  const bar = cell.querySelector<HTMLElement>(".plugin-new-cell-cell-share");
  return { text: cell.textContent, width: bar?.style.inlineSize };
}

describe("new-cell", () => {
  it("shows the number in the locale's way, over its share of the whole", () => {
    expect(draw(25)).toEqual({ text: "25", width: "25%" });
    expect(draw(1500, { whole: 3000 })).toEqual({ text: "1,500", width: "50%" });
  });

  it("has a full bar for more than the whole, and an empty one for less than nothing", () => {
    expect(draw(250).width).toBe("100%");
    expect(draw(-1).width).toBe("0%");
  });

  it.each([null, undefined, "many", [1], Number.NaN])("draws %j without a fault", (value) => {
    expect(draw(value).text).not.toBe("undefined");
  });
});
