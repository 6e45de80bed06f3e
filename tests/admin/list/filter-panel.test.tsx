import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openBooks } from "./open-books.ts";

afterEach(() => void vi.restoreAllMocks());

/** The panel of a list that is so wide. */
async function openPanel(width: number, address = "/books/list") {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  const modal = vi.spyOn(HTMLDialogElement.prototype, "showModal");
  const app = await openBooks(2, address);
  await app.shows("Book 1", "Book 2");
  const button = screen.getByRole("button", { name: /^Filter/ });
  await app.person.click(button);
  const panel = await screen.findByRole<HTMLDialogElement>("dialog", { name: "Filters" });
  const isThere = () => screen.queryByRole("dialog") !== null;
  return { ...app, button, panel, isThere, isModal: modal.mock.calls.length > 0 };
}
const press = (target: Element) => fireEvent.pointerDown(target);

describe("beside a list that is wide enough", () => {
  it("the list can be used: a press or the focus outside of the panel closes it, and stays there", async () => {
    const app = await openPanel(672);
    expect([app.isModal, app.panel.open, app.panel.className]).toEqual([false, true, "filter-panel"]);
    expect(document.activeElement).toBe(app.panel);
    press(within(app.panel).getByRole("heading"));
    press(app.button);
    fireEvent.click(app.panel);
    act(() => app.button.focus());
    expect(app.isThere()).toBe(true);
    act(() => app.search().focus());
    expect([app.isThere(), document.activeElement]).toEqual([false, app.search()]);
    await app.person.click(app.button);
    await screen.findByRole("dialog");
    press(screen.getByRole("table"));
    await waitFor(() => expect(app.isThere()).toBe(false));
    expect(document.activeElement).not.toBe(app.button);
    // The list says by itself how many there are.
    await app.person.click(app.button);
    expect(
      (await screen.findByText("2 in all", { selector: ".filter-panel p" })).getAttribute("role"),
    ).toBeNull();
    await app.person.click(app.button);
    expect(app.isThere()).toBe(false);
  });
});

describe("over a narrower list", () => {
  it("it stands alone: a press beside its box closes it, and what is in the box does not", async () => {
    const app = await openPanel(671);
    expect([app.isModal, app.panel.className]).toEqual([true, "filter-panel filter-sheet"]);
    press(app.search());
    await app.person.click(within(app.panel).getByRole("heading"));
    expect(app.isThere()).toBe(true);
    expect(screen.getByText("2 in all", { selector: ".filter-panel p" }).getAttribute("role")).toBe("status");
    fireEvent.click(app.panel);
    expect([app.isThere(), document.activeElement]).toEqual([false, app.button]);
  });

  it("it is closed by its buttons, by a key and by the browser; another key does nothing", async () => {
    const app = await openPanel(671);
    const close: (() => unknown)[] = [
      () => fireEvent.click(screen.getByRole("button", { name: "Done" })),
      () => fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Close/ })),
      () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" }),
      () => fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true })),
    ];
    for (const by of close) {
      fireEvent.keyDown(screen.getByRole("dialog"), { key: "x" });
      expect(app.isThere()).toBe(true);
      by();
      expect([app.isThere(), document.activeElement]).toEqual([false, app.button]);
      await app.person.click(app.button);
      await screen.findByRole("dialog");
    }
  });

  it("nothing can be taken off where nothing is on; how many are on is said at the button", async () => {
    const app = await openPanel(671);
    const clear = within(app.panel).getByRole("button", { name: "Take off all filters" });
    expect(clear.getAttribute("aria-disabled")).toBe("true");
    const before = app.address();
    await app.person.click(clear);
    expect([app.address(), app.button.querySelector(".badge")]).toEqual([before, null]);
    act(() => app.go("/books/list?filter[year][gte]=1900&filter[year][lte]=2000&filter[genre]=history"));
    await waitFor(() => expect(app.button.querySelector(".badge")?.textContent).toBe("2"));
    expect(clear.getAttribute("aria-disabled")).toBe("false");
    expect(app.button.getAttribute("aria-haspopup")).toBe("dialog");
  });
});
