import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pass, showOver } from "./show-over.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("toasts", () => {
  it("a success goes by itself, an error and a warning stay until they are dismissed", async () => {
    const { toasts } = showOver();
    act(() => {
      toasts.show("success", "Saved");
      toasts.show("warning", "Careful");
      toasts.show("error", "Broken");
    });
    expect(screen.getByText("Saved").closest("[role]")?.getAttribute("role")).toBe("status");
    expect(screen.getByText("Broken").closest("[role]")?.getAttribute("role")).toBe("alert");
    await pass(60_000);
    expect(toasts.get().map(({ text }) => text)).toEqual(["Careful", "Broken"]);
    for (const text of ["Careful", "Broken"]) {
      const [dismiss] = screen.getAllByRole("button", { name: "Dismiss" });
      await act(async () => dismiss?.click());
      expect(screen.queryByText(text)).toBeNull();
    }
  });

  it("what can be done about one is offered for longer, and while the pointer or the focus is on it", async () => {
    const { toasts } = showOver();
    const there = () => toasts.get().map(({ text }) => text);
    const offer = () => <button type="button">Undo</button>;
    act(() => {
      toasts.show("success", "Saved");
      toasts.show("success", "Deleted", undefined, offer);
    });
    await pass(4999);
    expect(there()).toEqual(["Saved", "Deleted"]);
    await pass(1);
    expect(there()).toEqual(["Deleted"]);
    const toast = screen.getByText("Deleted").closest<HTMLElement>(".toast") ?? document.body;
    fireEvent.pointerEnter(toast);
    await pass(60_000);
    fireEvent.pointerLeave(toast);
    act(() => screen.getByRole("button", { name: "Undo" }).focus());
    await pass(60_000);
    act(() => screen.getByRole("button", { name: "Undo" }).blur());
    await pass(9_999);
    expect(there()).toEqual(["Deleted"]);
    await pass(1);
    expect(there()).toEqual([]);
  });

  it("a key leads to the last one, but for a question, and is named where there is something to be done", () => {
    const { toasts } = showOver();
    const press = (key: string) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      act(() => void document.body.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(press("F8")).toBe(false);
    const key = (text: string) => screen.getByText(text).closest(".toast")?.querySelector("kbd")?.textContent;
    act(() => toasts.show("error", "Broken", undefined, () => <button type="button">Repair</button>));
    expect(key("Broken")).toBe("F8 leads here");
    // It leads to the last one alone.
    act(() => toasts.show("news", "Changed"));
    expect([key("Broken"), key("Changed")]).toEqual([undefined, undefined]);
    expect(screen.getByText("Changed").closest("[role]")?.getAttribute("role")).toBe("status");
    const region = screen.getByRole("region", { name: "Notices" });
    expect([region.getAttribute("aria-live"), region.getAttribute("aria-keyshortcuts")]).toEqual([
      "polite",
      "F8",
    ]);
    const last = screen.getByText("Changed").closest(".toast")?.querySelector("button");
    expect([press("F7"), document.activeElement]).toEqual([false, document.body]);
    const question = document.body.appendChild(document.createElement("dialog"));
    question.show();
    expect([press("F8"), document.activeElement === last]).toEqual([false, false]);
    question.remove();
    expect([press("F8"), document.activeElement]).toEqual([true, last]);
  });

  it("one that is closed gives the focus back to where it came from, and takes none from where one types", () => {
    const { toasts, container } = showOver();
    const box = container.appendChild(document.createElement("input"));
    act(() => toasts.show("error", "Broken", undefined, () => <button type="button">Repair</button>));
    const dismiss = screen.getByRole("button", { name: "Dismiss" });
    const pressed = new MouseEvent("mousedown", { bubbles: true, cancelable: true });
    dismiss.dispatchEvent(pressed);
    expect(pressed.defaultPrevented).toBe(true);
    act(() => box.focus());
    act(() => screen.getByRole("button", { name: "Repair" }).focus());
    act(() => dismiss.focus());
    act(() => dismiss.click());
    expect([toasts.get(), document.activeElement]).toEqual([[], box]);
  });

  it("each speaks the language of the screen that it was shown over, to its last word", () => {
    const { toasts } = showOver();
    const shown = (text: string) => {
      act(() => toasts.show("error", text, undefined, () => <span />));
      const toast = screen.getByText(text).closest<HTMLElement>(".toast");
      return [toast?.lang, toast?.querySelector("button")?.title, toast?.querySelector("kbd")?.textContent];
    };
    expect(shown("of the app")).toEqual(["", "Dismiss", "F8 leads here"]);
    const end = toasts.speak({ language: "nl", close: "Sluiten", key: "F8: hierheen" });
    const endNext = toasts.speak({ language: "de", close: "Schließen", key: "F8: hierher" });
    // The screen before ends after the next one has begun.
    end();
    expect(shown("of a screen")).toEqual(["de", "Schließen", "F8: hierher"]);
    endNext();
    expect(shown("of the app again")).toEqual(["", "Dismiss", "F8 leads here"]);
    expect(screen.getAllByRole("button", { name: "Schließen" })).toHaveLength(1);
  });

  it("rise above the bar that a form is saved with where they would cover it, as often as it has moved", () => {
    vi.stubGlobal("innerHeight", 800);
    const { toasts, container } = showOver();
    const region = screen.getByRole("region", { name: "Notices" });
    const bar = container.appendChild(document.createElement("div"));
    bar.className = "form-foot";
    const placed = (element: Element, top: number, bottom: number) =>
      vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 100, bottom - top));
    const lift = () => region.style.getPropertyValue("--lift");
    placed(region, 680, 722);
    placed(bar, 700, 762);
    expect(lift()).toBe("");
    act(() => toasts.show("error", "Broken"));
    expect(lift()).toBe("100px");
    // Each only touches the other.
    for (const [kind, top] of [
      ["scroll", 722],
      ["resize", 618],
    ] as const) {
      placed(bar, top, top + 62);
      fireEvent(window, new Event(kind));
      expect(lift()).toBe("");
      placed(bar, top === 722 ? 721 : 619, top === 722 ? 783 : 681);
      fireEvent(window, new Event(kind));
      expect(lift()).toBe(top === 722 ? "79px" : "181px");
    }
    bar.remove();
    fireEvent(window, new Event("scroll"));
    expect(lift()).toBe("");
    vi.unstubAllGlobals();
  });

  it("the same text twice stands there once; of too many the oldest goes", () => {
    const { toasts } = showOver();
    act(() => {
      for (const text of ["a", "b", "a", "c", "d", "e"]) toasts.show("error", text);
    });
    expect(toasts.get().map(({ text }) => text)).toEqual(["a", "c", "d", "e"]);
  });
});
