import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CITIES, optionsOf, show } from "./cities-box.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("Enter", () => {
  it("after typing chooses the first that was found", async () => {
    const { person, box, onChange, marked, isOpen } = show();
    await person.click(box);
    expect(marked()).toBeUndefined();
    await person.keyboard("tai");
    expect(marked()).toBe("Taipei");
    await person.keyboard("{Enter}");
    expect(onChange.mock.calls).toEqual([["taipei"]]);
    expect(isOpen()).toBe(false);
  });

  it("chooses none while nothing was typed, or all of it taken back", async () => {
    const { person, box, onChange, marked } = show();
    await person.click(box);
    await person.keyboard("{Enter}");
    await person.keyboard("t{Backspace}");
    expect(marked()).toBeUndefined();
    await person.keyboard("{Enter}");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("chooses none while the options for the typed text are still loading", async () => {
    const { person, box, onChange, set, marked } = show({ busy: true });
    await person.click(box);
    await person.keyboard("tai{Enter}");
    expect(marked()).toBeUndefined();
    expect(onChange).not.toHaveBeenCalled();
    set({ busy: false });
    await person.keyboard("{Enter}");
    expect(onChange.mock.calls).toEqual([["taipei"]]);
  });

  it("chooses none of the earlier options while the next are loading, though one was marked", async () => {
    const { person, box, onChange, set } = show();
    await person.click(box);
    await person.keyboard("{ArrowDown}");
    set({ busy: true });
    await person.keyboard("{Enter}");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("tries again what failed where there is nothing to choose", async () => {
    const onRetry = vi.fn();
    const { person, box, onChange } = show({ options: [], failure: { text: "Broken", onRetry } });
    await person.click(box);
    await person.keyboard("{Enter}");
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("takes the chosen one again without a change", async () => {
    const { person, box, onChange, isOpen, marked } = show({ value: "tainan", text: "Tainan" });
    await person.click(box);
    expect(marked()).toBe("Tainan");
    await person.keyboard("{Enter}");
    expect(onChange).not.toHaveBeenCalled();
    expect(isOpen()).toBe(false);
  });

  it("is left to the form where the list is closed, and not where it is open", async () => {
    const { person, box } = show();
    const heard: boolean[] = [];
    const hear = (event: Event) => heard.push(event.defaultPrevented);
    document.body.addEventListener("keydown", hear);
    box.focus();
    await person.keyboard("{Enter}");
    await person.click(box);
    await person.keyboard("{ArrowDown}{Enter}");
    document.body.removeEventListener("keydown", hear);
    expect(heard).toEqual([false, true, true]);
  });

  it("confirms a syllable that is being composed and chooses nothing", async () => {
    const { person, box, onChange, onSearch } = show();
    await person.click(box);
    onSearch.mockClear();
    fireEvent.compositionStart(box);
    fireEvent.input(box, { target: { value: "tai" }, isComposing: true });
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    expect(onChange).not.toHaveBeenCalled();
    expect(onSearch).not.toHaveBeenCalled();
    fireEvent.compositionEnd(box);
    expect(onSearch.mock.calls).toEqual([["tai"]]);
  });
});

describe("a closed list", () => {
  it.each(["ArrowDown", "ArrowUp"])("is opened by %s, and by no other key that moves in it", async (key) => {
    const { person, box, isOpen } = show();
    act(() => box.focus());
    await person.keyboard("{PageDown}{PageUp}");
    expect(isOpen()).toBe(false);
    await person.keyboard(`{${key}}`);
    expect(isOpen()).toBe(true);
  });
});

describe("the mark", () => {
  it("moves by one, by eight, and stops at the ends", async () => {
    const { person, box, marked } = show();
    const press = async (keys: string) => {
      await person.keyboard(keys);
      return marked();
    };
    await person.click(box);
    expect(await press("{ArrowDown}")).toBe("Taipei");
    expect(await press("{ArrowDown}")).toBe("Tainan");
    expect(await press("{ArrowDown}")).toBe("Taichung");
    expect(await press("{PageDown}")).toBe("Kinmen");
    expect(await press("{ArrowDown}")).toBe("Kinmen");
    expect(await press("{PageUp}")).toBe("Tainan");
    expect(await press("{PageUp}")).toBe("Taipei");
    expect(await press("{ArrowUp}")).toBe("Taipei");
  });

  it("begins at the last for the key up, and at the chosen one where there is one", async () => {
    const first = show();
    await first.person.click(first.box);
    await first.person.keyboard("{ArrowUp}");
    expect(first.marked()).toBe("Kinmen");
    cleanup();
    const second = show({ value: "yilan", text: "Yilan" });
    second.box.focus();
    await second.person.keyboard("{ArrowDown}");
    expect(second.marked()).toBe("Yilan");
  });

  it("goes back to the first that is found when something else is typed", async () => {
    const { person, box, marked } = show();
    await person.click(box);
    await person.keyboard("tai{ArrowDown}{ArrowDown}");
    expect(marked()).toBe("Taichung");
    await person.keyboard("n");
    expect(marked()).toBe("Tainan");
  });

  it("goes back to it also where the option that was marked is found again", async () => {
    const { person, box, marked } = show();
    await person.click(box);
    await person.keyboard("tai{ArrowDown}");
    expect(marked()).toBe("Tainan");
    await person.keyboard("{Backspace}");
    expect(marked()).toBe("Taipei");
  });

  it("moves on to the next option when the key down has loaded it", async () => {
    const onMore = vi.fn();
    const { person, box, marked, set } = show({
      options: optionsOf(CITIES.slice(0, 2)),
      more: { loading: false, onMore },
    });
    await person.click(box);
    await person.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(onMore).toHaveBeenCalledTimes(1);
    expect(marked()).toBe("Tainan");
    set({ options: optionsOf(CITIES.slice(0, 4)), more: undefined });
    expect(marked()).toBe("Taichung");
  });
});

describe("arrow keys", () => {
  it("the key down at the last option loads no more", async () => {
    const onMore = vi.fn();
    const { person, box, marked } = show({
      options: optionsOf(CITIES.slice(0, 2)),
      more: { loading: true, onMore },
    });
    await person.click(box);
    await person.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(marked()).toBe("Tainan");
    expect(onMore).not.toHaveBeenCalled();
  });

  it("Alt and the key up close the list, and change nothing", async () => {
    const { person, box, isOpen, onChange } = show();
    await person.click(box);
    await person.keyboard("{ArrowDown}{Alt>}{ArrowUp}{/Alt}");
    expect(isOpen()).toBe(false);
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe("the list scrolls, never the page", () => {
  const HEIGHT = 40;
  const PLACE = 100;

  /** Options of one height under each other, of which four are in sight. */
  function lay(): void {
    const isOption = (element: HTMLElement) => element.getAttribute("role") === "option";
    const given = (
      name: "offsetTop" | "offsetHeight" | "clientHeight" | "scrollHeight",
      get: (element: HTMLElement) => number,
    ) =>
      vi.spyOn(HTMLElement.prototype, name, "get").mockImplementation(function (this: HTMLElement) {
        return get(this);
      });
    given("offsetTop", (element) => {
      const before = [...(element.parentElement?.children ?? [])].indexOf(element);
      return isOption(element) ? PLACE + before * HEIGHT : PLACE;
    });
    given("offsetHeight", (element) => (isOption(element) ? HEIGHT : 4 * HEIGHT));
    given("clientHeight", () => 4 * HEIGHT);
    given("scrollHeight", (element) => element.children.length * HEIGHT);
  }

  it("so far that the marked option is whole in sight, and not when it is", async () => {
    lay();
    const intoView = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
    const { person, box } = show();
    await person.click(box);
    const list = screen.getByRole("listbox");
    const press = async (keys: string) => {
      await person.keyboard(keys);
      return list.scrollTop;
    };
    expect(await press("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}")).toBe(0);
    expect(await press("{ArrowDown}")).toBe(HEIGHT);
    expect(await press("{ArrowDown}")).toBe(2 * HEIGHT);
    expect(await press("{ArrowUp}{ArrowUp}{ArrowUp}")).toBe(2 * HEIGHT);
    expect(await press("{ArrowUp}")).toBe(HEIGHT);
    expect(await press("{PageUp}")).toBe(0);
    expect(await press("{PageDown}")).toBe(5 * HEIGHT);
    expect(intoView).not.toHaveBeenCalled();
  });

  it("to the chosen option when it opens", async () => {
    lay();
    const { person, box } = show({ value: "kinmen", text: "Kinmen" });
    await person.click(box);
    expect(screen.getByRole("listbox").scrollTop).toBe(6 * HEIGHT);
  });

  it("and loads more near its end, not before, not twice, and not after a failure", async () => {
    lay();
    const onMore = vi.fn();
    const { person, box, set } = show({ more: { loading: false, onMore } });
    await person.click(box);
    const list = screen.getByRole("listbox");
    const scrollTo = (top: number) => {
      list.scrollTop = top;
      fireEvent.scroll(list);
    };
    scrollTo(6 * HEIGHT - 48);
    expect(onMore).not.toHaveBeenCalled();
    scrollTo(6 * HEIGHT - 47);
    expect(onMore).toHaveBeenCalledTimes(1);
    set({ more: { loading: true, onMore } });
    scrollTo(6 * HEIGHT);
    expect(onMore).toHaveBeenCalledTimes(1);
    set({ more: { loading: false, onMore }, failure: { text: "Broken", onRetry() {} } });
    scrollTo(6 * HEIGHT);
    expect(onMore).toHaveBeenCalledTimes(1);
  });
});

describe("the list", () => {
  it("closes with Escape, which no dialog around hears, and with the focus", async () => {
    const { person, box, isOpen, onBlur, onSearch } = show();
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard);
    await person.click(box);
    await person.keyboard("{Escape}");
    expect(isOpen()).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    document.body.removeEventListener("keydown", heard);
    expect(onSearch.mock.calls).toEqual([[""], [undefined]]);
    await person.click(box);
    await person.click(screen.getByRole("button", { name: "Elsewhere" }));
    expect(isOpen()).toBe(false);
    expect(onBlur).toHaveBeenCalledTimes(1);
  });

  it.each([{ disabled: true }, { readOnly: true }])(
    "does not open where nothing can be chosen: %o",
    async (fixed) => {
      const { person, box, isOpen, onSearch } = show({
        ...fixed,
        value: "yilan",
        text: "Yilan",
        clearable: true,
      });
      await person.click(box);
      fireEvent.keyDown(box, { key: "ArrowDown" });
      fireEvent.change(box, { target: { value: "x" } });
      expect(isOpen()).toBe(false);
      expect(onSearch).not.toHaveBeenCalled();
      expect(document.querySelector(".combobox-clear, .combobox-arrow")).toBeNull();
    },
  );

  it("is chosen from by a click, and emptied by its button where it may be", async () => {
    const { person, box, onChange, onBlur } = show({ value: "yilan", text: "Yilan", clearable: true });
    await person.click(box);
    await person.click(screen.getByRole("option", { name: "Penghu" }));
    expect(onChange.mock.calls).toEqual([["penghu"]]);
    await person.click(screen.getByRole("button", { name: /picker\.clear/ }));
    expect(onChange.mock.calls).toEqual([["penghu"], [null]]);
    expect(document.activeElement).toBe(box);
    // The focus was never elsewhere.
    expect(onBlur).not.toHaveBeenCalled();
  });
});
