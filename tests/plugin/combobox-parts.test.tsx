import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CITIES, optionsOf, show } from "./cities-box.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const attributes = (element: Element, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, element.getAttribute(name)]));
const foot = () => document.querySelector(".combobox-foot")?.textContent;
const status = () => screen.getByRole("status").textContent;

describe("the box", () => {
  const STATES = ["aria-required", "aria-invalid", "aria-describedby", "placeholder", "disabled", "readonly"];

  it("says what it is, and of its field what the form says", () => {
    const { box, set } = show({ text: "Taipei", value: "taipei" });
    expect(
      attributes(box, "id", "type", "autocomplete", "spellcheck", "aria-autocomplete", "aria-expanded"),
    ).toEqual({
      id: "city",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
    });
    expect(box.value).toBe("Taipei");
    expect(Object.values(attributes(box, ...STATES))).toEqual([null, null, null, null, null, null]);
    set({ required: true, invalid: true, describedBy: "hint", placeholder: "Any" });
    expect(Object.values(attributes(box, ...STATES))).toEqual(["true", "true", "hint", "Any", null, null]);
    set({ disabled: true });
    expect(attributes(box, "disabled")).toEqual({ disabled: "" });
    set({ disabled: false, readOnly: true });
    expect(attributes(box, "readonly")).toEqual({ readonly: "" });
  });

  it("names its list as long as there is one, and the option that is marked in it", async () => {
    const { person, box, set } = show({ value: "tainan", text: "Tainan" });
    expect(attributes(box, "aria-controls", "aria-activedescendant")).toEqual({
      "aria-controls": null,
      "aria-activedescendant": null,
    });
    await person.click(box);
    const list = screen.getByRole("listbox", { name: "City" });
    const tainan = screen.getByRole("option", { name: "Tainan" });
    expect(attributes(box, "aria-controls", "aria-activedescendant")).toEqual({
      "aria-controls": list.id,
      "aria-activedescendant": tainan.id,
    });
    expect(attributes(list, "aria-busy")).toEqual({ "aria-busy": "false" });
    const selected = screen
      .getAllByRole("option")
      .filter((one) => one.getAttribute("aria-selected") === "true");
    expect([selected, document.querySelectorAll(".combobox-active")]).toEqual([[tainan], expect.anything()]);
    expect([...document.querySelectorAll(".combobox-active")]).toEqual([tainan]);
    set({ busy: true });
    expect(attributes(list, "aria-busy")).toEqual({ "aria-busy": "true" });
    set({ options: [] });
    expect([screen.queryByRole("listbox"), box.getAttribute("aria-controls")]).toEqual([null, null]);
  });

  it("has all of its text selected when it is opened by a click, and what is typed until it is closed", async () => {
    const { person, box, onSearch } = show({ value: "tainan", text: "Tainan" });
    await person.click(box);
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, 6]);
    await person.keyboard("{Backspace}");
    expect([box.value, onSearch.mock.calls]).toEqual(["", [[""], [""]]]);
    await person.keyboard("y{Escape}");
    expect(box.value).toBe("Tainan");
  });

  it("opens its list with the first key of a syllable that is composed, and is not searched by it", () => {
    const { box, onSearch, isOpen, set } = show();
    fireEvent.compositionStart(box);
    fireEvent.input(box, { target: { value: "t" }, isComposing: true });
    fireEvent.input(box, { target: { value: "ta" }, isComposing: true });
    expect([isOpen(), onSearch.mock.calls]).toEqual([true, [[""]]]);
    fireEvent.keyDown(box, { key: "Escape", isComposing: true });
    expect(isOpen()).toBe(true);
    set({ disabled: true });
    fireEvent.compositionEnd(box);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it("is emptied by a button that is named after it, which closes the list and gives the focus back", async () => {
    const { person, box, onChange, isOpen, set } = show({ value: "yilan", text: "Yilan", clearable: true });
    await person.click(box);
    await person.click(screen.getByRole("button", { name: 'picker.clear {"label":"City"}' }));
    expect([onChange.mock.calls, isOpen(), document.activeElement]).toEqual([[[null]], false, box]);
    for (const props of [{ value: "" }, { value: null }, { value: "yilan", clearable: false }]) {
      set(props);
      expect(screen.queryByRole("button", { name: /picker\.clear/ }), JSON.stringify(props)).toBeNull();
    }
    expect(document.querySelector(".combobox-arrow")).not.toBeNull();
  });
});

describe("what is said of the list", () => {
  it("nothing while it is closed, then how many there are", async () => {
    const { person, box } = show();
    expect(status()).toBe("");
    await person.click(box);
    expect([status(), foot()]).toEqual(['picker.count {"count":10}', undefined]);
    await person.keyboard("tai");
    expect(status()).toBe('picker.count {"count":3}');
    await person.keyboard("{Escape}");
    expect(status()).toBe("");
  });

  it("that it is loading comes before a failure, and that before what is empty", async () => {
    const failure = { text: "Broken", onRetry: vi.fn() };
    const { person, box, set } = show({ options: [], busy: true });
    await person.click(box);
    expect([status(), foot()]).toEqual(["picker.loading", "picker.loading"]);
    set({ failure });
    expect([status(), foot()]).toEqual(["picker.loading", "Brokenpicker.retry"]);
    set({ busy: false });
    expect([status(), foot()]).toEqual(["Broken", "Brokenpicker.retry"]);
    await person.click(screen.getByRole("button", { name: "picker.retry" }));
    expect(failure.onRetry).toHaveBeenCalledTimes(1);
    set({ failure: undefined });
    expect([status(), foot()]).toEqual(["None", "None"]);
    set({ empty: undefined });
    expect([status(), foot()]).toEqual(["", undefined]);
  });

  it("that there are more: a button loads them, and is not there while they are loading", async () => {
    const onMore = vi.fn();
    const { person, box, set } = show({ more: { loading: false, onMore } });
    await person.click(box);
    await person.click(screen.getByRole("button", { name: "picker.more" }));
    expect([onMore.mock.calls.length, foot()]).toEqual([1, "picker.more"]);
    set({ more: { loading: true, onMore } });
    expect([foot(), status()]).toEqual(["picker.loading", 'picker.count {"count":10}']);
    expect(screen.queryByRole("button", { name: "picker.more" })).toBeNull();
  });
});

describe("the key down at the last option", () => {
  const two = optionsOf(CITIES.slice(0, 2));
  const four = optionsOf(CITIES.slice(0, 4));
  async function atLast(given: Parameters<typeof show>[0]) {
    const shown = show({ options: two, ...given });
    await shown.person.click(shown.box);
    await shown.person.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    return shown;
  }

  it("waits for what is loading already, and then moves on", async () => {
    const { set, marked } = await atLast({ more: { loading: true, onMore() {} } });
    set({ options: [...two] });
    expect(marked()).toBe("Tainan");
    set({ options: four });
    expect(marked()).toBe("Taichung");
    set({ options: [...four] });
    expect(marked()).toBe("Taichung");
  });

  it("tries again what failed, and then moves on", async () => {
    const failure = { text: "Broken", onRetry: vi.fn() };
    const { set, marked } = await atLast({ failure });
    expect(failure.onRetry).toHaveBeenCalledTimes(1);
    set({ options: four, failure: undefined });
    expect(marked()).toBe("Taichung");
  });

  it("stays where there are no more, also when others come by themselves", async () => {
    const { set, marked } = await atLast({});
    set({ options: four });
    expect(marked()).toBe("Tainan");
  });

  it.each(["{ArrowUp}", "{Escape}{ArrowDown}"])("is forgotten after %s", async (keys) => {
    const { set, marked, person } = await atLast({ more: { loading: true, onMore() {} } });
    await person.keyboard(keys);
    const before = marked();
    set({ options: four });
    expect(marked()).toBe(before);
  });

  it("begins at the first where none is marked, and marks none of an empty list", async () => {
    const { person, box, marked, set } = show({ options: [] });
    await person.click(box);
    await person.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    expect(marked()).toBeUndefined();
    set({ options: two });
    expect(marked()).toBeUndefined();
  });
});

describe("the place of the list", () => {
  it.each([
    { bottom: 500, top: 470, above: true },
    // Enough space below.
    { bottom: 468, top: 448, above: false },
    { bottom: 469, top: 448, above: true },
    // Less space above than below.
    { bottom: 500, top: 268, above: false },
    { bottom: 500, top: 269, above: true },
  ])("is above a box at $bottom where it has more space there: $above", async ({ bottom, top, above }) => {
    vi.spyOn(window, "innerHeight", "get").mockReturnValue(768);
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(
      new DOMRect(0, top, 100, bottom - top),
    );
    const { person, box } = show();
    await person.click(box);
    expect(document.querySelector(".combobox-popup")?.classList.contains("combobox-above")).toBe(above);
  });

  it("keeps the focus in the box where it is pressed", async () => {
    const { person, box, isOpen } = show();
    await person.click(box);
    const list = screen.getByRole("listbox");
    let went = true;
    act(() => {
      went = fireEvent.mouseDown(list);
    });
    expect([went, isOpen()]).toEqual([false, true]);
  });
});
