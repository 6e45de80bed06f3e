import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, describe, expect, it } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

afterEach(cleanup);

function show(given: WidgetGiven<string, { part: "city" | "district"; cityField: string }> = {}) {
  return renderWidget(plugin, manifest, { path: "district", options: { part: "district" }, ...given });
}
const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Field" });
const labels = () => screen.queryAllByRole("option").map((option) => option.textContent);

describe("a city", () => {
  it("is one of 22 or a name of islands, found by typing either 台", async () => {
    const { changes } = show({ options: { part: "city" } });
    await userEvent.click(box());
    expect(labels()).toHaveLength(24);
    await userEvent.keyboard("台北");
    expect(labels()).toEqual(["臺北市"]);
    await userEvent.keyboard("{Enter}");
    expect(changes).toEqual(["臺北市"]);
  });

  it("unknown to the list is shown as it is", () => {
    const { changes } = show({ options: { part: "city" }, value: "臺北縣" });
    expect(box().value).toBe("臺北縣");
    expect(changes).toEqual([]);
  });
});

describe("a picker", () => {
  it("says what is wrong and what describes it, what it is for, and when it is left", async () => {
    const { blurs } = show({
      options: { part: "city" },
      error: "Choose one",
      placeholder: "None",
      required: true,
    });
    expect([box().getAttribute("aria-invalid"), box().getAttribute("aria-required")]).toEqual([
      "true",
      "true",
    ]);
    expect(box().getAttribute("aria-describedby")).toBe("form.district-hint form.district-error");
    expect([box().id, box().placeholder]).toEqual(["form.district", "None"]);
    await userEvent.click(box());
    await userEvent.click(screen.getByRole("button", { name: "elsewhere" }));
    expect(blurs()).toBe(1);
  });

  it("can be cleared unless a value is required or it is fixed; nothing is asked for then", async () => {
    const { changes, set } = show({ options: { part: "city" }, value: "臺北市" });
    const clear = () => screen.queryByRole("button", { name: /picker.clear/ });
    for (const given of [{ required: true }, { disabled: true }, { readOnly: true }]) {
      set({ required: false, disabled: false, readOnly: false, ...given });
      expect(clear()).toBeNull();
      if (given.required !== true) {
        await userEvent.click(box());
        expect(labels()).toEqual([]);
      }
    }
    set({ required: false, disabled: false, readOnly: false });
    await userEvent.click(clear() ?? document.body);
    expect(changes).toEqual([null]);
    expect(box().value).toBe("");
  });
});

describe("a district", () => {
  it("is chosen among those of the city, by zip code or name, and stored as its name", async () => {
    const { changes } = show({ record: { city: "臺北市" } });
    await userEvent.click(box());
    expect(labels()).toHaveLength(12);
    expect(labels()[0]).toBe("100 中正區");
    await userEvent.keyboard("116{Enter}");
    expect(changes).toEqual(["文山區"]);
    expect(box().value).toBe("116 文山區");
  });

  it.each([
    ["釣魚臺", ["290 釣魚臺"]],
    ["南海島", ["817 東沙群島", "819 南沙群島"]],
  ])("is one of the islands that stand in place of a county: %s", async (city, districts) => {
    show({ record: { city } });
    await userEvent.click(box());
    expect(labels()).toEqual(districts);
  });

  it("shows that the city comes first", async () => {
    show({ record: { city: null } });
    await userEvent.click(box());
    expect(labels()).toEqual([]);
    expect(screen.getAllByText("Choose the city first").length).toBeGreaterThan(0);
  });

  it("shows when nothing is found", async () => {
    show({ record: { city: "臺北市" } });
    await userEvent.click(box());
    await userEvent.keyboard("板橋");
    expect(screen.getAllByText('picker.noMatch {"search":"板橋"}').length).toBeGreaterThan(0);
  });

  it("is cleared when the city changes, though the new one has a district of that name", () => {
    const { changes, setRecord } = show({
      record: { city: "臺北市", district: "中正區" },
    });
    setRecord({ city: "基隆市", district: "中正區" });
    expect(changes).toEqual([null]);
  });

  it("that is not chosen yet is not cleared with its city", () => {
    const { changes, setRecord } = show({ record: { city: "臺北市", district: null } });
    setRecord({ city: "基隆市", district: null });
    expect(changes).toEqual([]);
  });

  it("is cleared when the city is", () => {
    const { changes, setRecord } = show({
      record: { city: "臺北市", district: "中正區" },
    });
    setRecord({ city: null, district: "中正區" });
    expect(changes).toEqual([null]);
  });

  it("stays as an old record has it, though it fits no city", () => {
    const { changes, setRecord } = show({ record: {} });
    setRecord({ city: "臺北縣", district: "板橋市" });
    expect(changes).toEqual([]);
    expect(box().value).toBe("板橋市");
  });

  it("stays when another version of the record is loaded", () => {
    const { changes, setRecord } = show({
      record: { city: "臺北市", district: "中正區", updatedAt: "1" },
    });
    setRecord({ city: "桃園市", district: "中壢區", updatedAt: "2" });
    expect(changes).toEqual([]);
    expect(box().value).toBe("320 中壢區");
  });

  it.each([[7], [["中正區"]], [{ name: "中正區" }], ["__proto__"]])("shows %j without throwing", (value) => {
    const { changes } = show({ record: { city: ["臺北市"] }, value });
    expect(box().value).toBe(typeof value === "string" ? value : JSON.stringify(value));
    expect(changes).toEqual([]);
  });
});
