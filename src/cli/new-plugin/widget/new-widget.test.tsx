import { cleanup, fireEvent } from "@testing-library/react";
import { renderWidget } from "admin/widget-testing";
import { afterEach, describe, expect, it } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

afterEach(cleanup);

const field = { type: "integer", title: "Field" } as const;
const options = { steps: [0, 50, 100] };

describe("new-widget", () => {
  it("stands at its step, and at the left end while nothing is chosen", () => {
    const { control, change } = renderWidget(plugin, manifest, { field, options, value: 50 });
    expect(control()).toHaveProperty("value", "2");
    expect(control().getAttribute("aria-valuetext")).toBe("50");
    change(null);
    expect(control()).toHaveProperty("value", "0");
    expect(control().getAttribute("aria-valuetext")).toBe("Not chosen");
  });

  it("gives the step that is chosen, and null for the left end", () => {
    const { control, changes } = renderWidget(plugin, manifest, { field, options });
    fireEvent.change(control(), { target: { value: "3" } });
    fireEvent.change(control(), { target: { value: "0" } });
    expect(changes).toEqual([100, null]);
  });

  it("has steps of its own where the config gives none", () => {
    const { control, changes } = renderWidget(plugin, manifest, { field });
    fireEvent.change(control(), { target: { value: "2" } });
    expect(changes).toEqual([25]);
  });

  it.each([33, "much", [1]])("shows %j, which is none of the steps, and leaves it as it is", (value) => {
    const { control, changes } = renderWidget(plugin, manifest, { field, options, value });
    expect(control().getAttribute("aria-valuetext")).toMatch(/is none of the steps$/);
    expect(changes).toEqual([]);
  });

  it.each([{ disabled: true }, { readOnly: true }])("changes nothing while %j", (state) => {
    const { control, changes } = renderWidget(plugin, manifest, { field, options, value: 50, ...state });
    fireEvent.change(control(), { target: { value: "3" } });
    expect(changes).toEqual([]);
  });
});
