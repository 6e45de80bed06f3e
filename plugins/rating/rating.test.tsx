import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type GivenField, renderWidget, type WidgetGiven } from "admin/widget-testing";
import { afterEach, describe, expect, it } from "vitest";
import plugin from "./index.tsx";
import manifest from "./plugin.json" with { type: "json" };

afterEach(cleanup);

const field = { type: "integer", title: "Field", minimum: 0, maximum: 9 } satisfies GivenField;
function show(given: WidgetGiven<number, { maximum: number }> = {}) {
  return renderWidget(plugin, manifest, { field, ...given });
}
const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Field" });
const stars = () => [...document.querySelectorAll(".rating-star")];
const full = () => document.querySelectorAll(".rating-full").length;
const star = (number: number) => stars()[number - 1] ?? document.body;
const reset = () => screen.getByRole("button", { name: "Reset Field to 0" });

describe("rating", () => {
  it("shows the score as stars, as a number and to screen readers", () => {
    show({ value: 7 });
    expect(stars()).toHaveLength(9);
    expect(full()).toBe(7);
    expect(screen.getByRole("status").textContent).toBe("7");
    expect(slider().value).toBe("7");
    expect(slider().getAttribute("aria-valuetext")).toBe("7 of 9");
    expect(slider().getAttribute("aria-describedby")).toBe("form.field-hint");
  });

  it("takes a pointed star and leaves the focus where keys go on", async () => {
    const { changes } = show({ value: 0 });
    await userEvent.click(star(9));
    expect(changes).toEqual([9]);
    expect(document.activeElement).toBe(slider());
  });

  it("goes back to 0", async () => {
    const { changes } = show({ value: 4 });
    await userEvent.click(reset());
    expect(changes).toEqual([0]);
    expect(full()).toBe(0);
    expect(screen.getByRole("status").textContent).toBe("0");
  });

  it("follows the slider's own keys and takes a digit", async () => {
    const { changes } = show({ value: 3 });
    fireEvent.change(slider(), { target: { value: "4" } });
    slider().focus();
    await userEvent.keyboard("8");
    expect(changes).toEqual([4, 8]);
  });

  it("takes no digit beyond its maximum", async () => {
    const { changes } = show({ value: 3, field: { ...field, maximum: 5 } });
    slider().focus();
    await userEvent.keyboard("9");
    expect(changes).toEqual([]);
  });

  it("an empty one shows so and can be given 0 by keyboard", () => {
    const { changes } = show();
    expect(slider().getAttribute("aria-valuetext")).toBe("No score");
    slider().focus();
    fireEvent.keyDown(slider(), { key: "Home" });
    expect(changes).toEqual([0]);
  });

  it.each([{ disabled: true }, { readOnly: true }])("changes nothing while %j", async (state) => {
    const { changes } = show({ value: 3, ...state });
    await userEvent.click(star(9));
    fireEvent.change(slider(), { target: { value: "4" } });
    slider().focus();
    await userEvent.keyboard("8");
    expect(changes).toEqual([]);
    expect(screen.queryByRole("button", { name: /Reset/ })).toBeNull();
  });

  it("is a plain slider where stars would be too many", () => {
    show({ value: 40, field: { ...field, maximum: 100 } });
    expect(stars()).toHaveLength(0);
    expect(slider().max).toBe("100");
  });

  it("follows a value changed from outside and reports that it was left", async () => {
    const { change, blurs } = show({ value: 1 });
    change(6);
    expect(full()).toBe(6);
    slider().focus();
    await userEvent.click(screen.getByRole("button", { name: "elsewhere" }));
    expect(blurs()).toBe(1);
  });

  it.each([[12], [-3], [4.5], ["7"], [Number.NaN], [[1]], [{ a: 1 }]])(
    "shows %j without throwing",
    (value) => {
      const { changes } = show({ value });
      expect(screen.getByRole("status").textContent).not.toBe("");
      expect(changes).toEqual([]);
    },
  );

  it("takes the number of stars from its option where the field sets no maximum", () => {
    show({ field: { type: "integer" }, options: { maximum: 3 } });
    expect(stars()).toHaveLength(3);
  });

  it.each([
    [{ minimum: 3, maximum: 5 }, [3, 5, 3]],
    [{ minimum: 2.4, maximum: 5.9 }, [3, 5, 3]],
    [{ minimum: -4, maximum: 4 }, [0, 4, 4]],
    [{ minimum: 7, maximum: 7 }, [7, 8, 2]],
    [{ minimum: 0, maximum: 10 }, [0, 10, 10]],
    [{ minimum: 1, maximum: 11 }, [1, 11, 0]],
    [{ maximum: 2 }, [0, 2, 2]],
  ])("goes in whole steps from the least to the most that %j allow", (limits, expected) => {
    show({ field: { type: "number", title: "Field", ...limits } });
    expect([Number(slider().min), Number(slider().max), stars().length]).toEqual(expected);
    expect([slider().step, slider().value]).toEqual(["1", slider().min]);
    expect(document.querySelector(".rating-stars") === null).toBe(expected[2] === 0);
  });

  it("begins with its least score: its star, its reset and the digits", async () => {
    const { changes } = show({ value: 5, field: { ...field, minimum: 3 } });
    expect(full()).toBe(3);
    slider().focus();
    await userEvent.keyboard("2");
    expect(changes).toEqual([]);
    await userEvent.keyboard("3");
    expect(changes).toEqual([3]);
    const back = screen.getByRole<HTMLButtonElement>("button", { name: "Reset Field to 3" });
    expect([back.disabled, back.title]).toEqual([true, "Reset Field to 3"]);
    // Any other would submit the form.
    expect(document.querySelectorAll("button:not([type=button])")).toHaveLength(0);
    await userEvent.keyboard("9");
    expect([changes, back.disabled]).toEqual([[3, 9], false]);
    await userEvent.click(back);
    expect(changes).toEqual([3, 9, 3]);
    expect(document.activeElement).toBe(slider());
  });

  it("an empty one has no star, a dash, and takes 0 by its key; with a score Home is the slider's own", () => {
    const { changes } = show();
    expect([full(), screen.getByRole("status").textContent, slider().value]).toEqual([0, "–", "0"]);
    fireEvent.keyDown(slider(), { key: "x" });
    expect(changes).toEqual([]);
    fireEvent.keyDown(slider(), { key: "0" });
    expect(changes).toEqual([0]);
    fireEvent.change(slider(), { target: { value: "4" } });
    fireEvent.keyDown(slider(), { key: "Home" });
    expect(changes).toEqual([0, 4]);
  });

  it("is not changed by what it is already", async () => {
    const { changes } = show({ value: 4 });
    await userEvent.click(star(4));
    expect(changes).toEqual([]);
  });

  it("says that it is read-only, wrong or may be changed", () => {
    const { set } = show({ value: 4 });
    const said = () => [
      slider().disabled,
      slider().getAttribute("aria-readonly"),
      slider().getAttribute("aria-invalid"),
      document.querySelector(".rating")?.getAttribute("data-changeable"),
    ];
    expect(said()).toEqual([false, null, null, "true"]);
    set({ readOnly: true, error: "Too low" });
    expect(said()).toEqual([false, "true", "true", "false"]);
    set({ readOnly: false, error: undefined, disabled: true });
    expect(said()).toEqual([true, null, null, "false"]);
  });
});
