import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openApp } from "../open-app.tsx";

const tab = (name: RegExp) => screen.findByRole("tab", { name });
const isOpen = async (name: RegExp) => (await tab(name)).getAttribute("aria-selected") === "true";

describe("the open tab is in the address", () => {
  it("as soon as it is opened; the first is not named", async () => {
    const app = await openApp("/books/create");
    await app.person.click(await tab(/^More/));
    await app.at("/books/create?tab=2");
    await app.person.click(await tab(/^Basics/));
    await app.at("/books/create");
  });

  it("a link or a reload opens it", async () => {
    const app = await openApp("/books/create?tab=2");
    expect(await isOpen(/^More/)).toBe(true);
    expect(app.address()).toBe("/books/create?tab=2");
  });

  it.each(["tab=1", "tab=0", "tab=3", "tab=-1", "tab=02", "tab=More", "tab="])(
    "what names no tab leaves it: %s",
    async (query) => {
      const app = await openApp(`/books/create?${query}&from=list`);
      expect(await isOpen(/^Basics/)).toBe(true);
      await app.at("/books/create?from=list");
    },
  );

  it("a form without tabs has none in its address", async () => {
    const app = await openApp("/subjects/create?tab=2");
    await screen.findByLabelText("Name");
    await app.at("/subjects/create");
  });

  it("it follows a save that fails to the tab with the error", async () => {
    const app = await openApp("/books/create?tab=2");
    await app.person.click(await tab(/^More/));
    await app.person.click(app.button("Save"));
    await app.at("/books/create");
    expect(await isOpen(/^Basics/)).toBe(true);
  });

  it("changing it is no step of its own, loses nothing and asks nothing", async () => {
    const app = await openApp("/");
    await app.heading("You can work here:");
    act(() => app.go("/books/create"));
    await app.person.type(await screen.findByLabelText("Title"), "Typed");
    await app.person.click(await tab(/^More/));
    await app.at("/books/create?tab=2");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Typed");
    act(() => app.go(-1));
    await app.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await app.at("/");
  });
});
