import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { later } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const resize = (width: number) =>
  act(() => {
    Object.assign(window, { innerWidth: width });
    window.dispatchEvent(new Event("resize"));
  });
afterEach(() => resize(1024));

const menu = () => screen.getByRole("navigation", { name: "Menu" });
const isCollapsed = () =>
  screen.getByRole("button", { name: /the menu$/ }).getAttribute("aria-expanded") === "false";

describe("spec 2, sidebar", () => {
  it("a group is shown only if the user holds its permission", async () => {
    const app = await openApp("/", { role: "lender" });
    await app.heading("You can work here:");
    const links = within(menu()).getAllByRole("link");
    expect(
      links.map((link) => [link.textContent || link.getAttribute("aria-label"), link.getAttribute("href")]),
    ).toEqual([
      ["Loans", "/loans/list"],
      ["Lend a book", "/loans/create"],
    ]);
  });

  it("has every group of a director, entities in the config's order", async () => {
    const app = await openApp("/");
    await app.heading("You can work here:");
    const groups = within(menu()).getAllByRole("region");
    expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual(["Stock", "Lending", "Staff"]);
    const [stock] = groups;
    if (stock === undefined) throw new Error("no group");
    expect(
      within(stock)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual([
      "/books/list",
      "/books/create",
      "/subjects/list",
      "/subjects/create",
      "/reading-lists/list",
      "/reading-lists/create",
    ]);
  });

  it("starts collapsed when the window is narrower than 768 pixels", async () => {
    resize(767);
    const app = await openApp("/");
    await app.heading("You can work here:");
    expect(isCollapsed()).toBe(true);
  });

  it("starts expanded at 768 pixels, can be toggled, and names its button by what it does", async () => {
    resize(768);
    const app = await openApp("/");
    await app.heading("You can work here:");
    expect(isCollapsed()).toBe(false);
    await app.person.click(app.button("Narrow the menu"));
    expect(isCollapsed()).toBe(true);
    await app.person.click(app.button("Widen the menu"));
    expect(isCollapsed()).toBe(false);
  });

  it("is set to collapsed on every resize below that width, and left alone above it", async () => {
    const app = await openApp("/");
    await app.heading("You can work here:");
    resize(900);
    expect(isCollapsed()).toBe(false);
    resize(700);
    expect(isCollapsed()).toBe(true);
    await app.person.click(app.button("Widen the menu"));
    resize(690);
    expect(isCollapsed()).toBe(true);
    resize(1200);
    expect(isCollapsed()).toBe(true);
  });

  it("stands at the next start as the person left it", async () => {
    const first = await openApp("/");
    await first.heading("You can work here:");
    await first.person.click(first.button("Narrow the menu"));
    first.unmount();
    const second = await openApp("/", { stored: first.stored });
    await second.heading("You can work here:");
    expect(isCollapsed()).toBe(true);
    await second.person.click(second.button("Widen the menu"));
    second.unmount();
    const third = await openApp("/", { stored: second.stored });
    await third.heading("You can work here:");
    expect(isCollapsed()).toBe(false);
  });

  it("remembers nothing of a narrow window, where it covers the page", async () => {
    resize(390);
    const phone = await openApp("/");
    await phone.heading("You can work here:");
    await phone.person.click(phone.button("Widen the menu"));
    await phone.person.click(phone.button("Narrow the menu"));
    phone.unmount();
    resize(1024);
    const desk = await openApp("/", { stored: phone.stored });
    await desk.heading("You can work here:");
    expect(isCollapsed()).toBe(false);
    expect(desk.stored.get("preferences")?.includes("sidebar") ?? false).toBe(false);
  });

  it("works where nothing can be stored, and where something else is", async () => {
    const app = await openApp("/", { stored: new Map([["preferences", "half"]]) });
    await app.heading("You can work here:");
    expect(isCollapsed()).toBe(false);
    app.stored.set = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    await app.person.click(app.button("Narrow the menu"));
    expect(isCollapsed()).toBe(true);
  });

  it("on a phone it closes after a choice, with Escape and on a touch beside it", async () => {
    resize(390);
    const app = await openApp("/");
    await app.heading("You can work here:");
    await app.person.click(app.button("Widen the menu"));
    await app.person.click(within(menu()).getByRole("link", { name: "Subjects" }));
    await app.heading("Subjects");
    expect(isCollapsed()).toBe(true);
    await app.person.click(app.button("Widen the menu"));
    await app.person.keyboard("{Escape}");
    expect(isCollapsed()).toBe(true);
    await app.person.click(app.button("Widen the menu"));
    const scrim = app.container.querySelector(".sidebar-scrim");
    if (scrim === null) throw new Error("no scrim");
    await app.person.click(scrim);
    expect(isCollapsed()).toBe(true);
  });

  it("says what each link leads to, in the language of its entity, and where one is, also while a record is edited", async () => {
    const app = await openApp("/books/create");
    await app.heading("New book");
    const entries = [...menu().querySelectorAll<HTMLElement>("li")];
    expect(entries.map(({ lang, dataset }) => [lang, dataset.current])).toEqual([
      ["en", "true"],
      ["en", undefined],
      ["en", undefined],
      ["en", undefined],
      ["en", undefined],
    ]);
    const links = within(menu()).getAllByRole("link");
    const titles = links.map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(["All books", "Add a book"]);
    expect(titles.at(-1)).toBe(links.at(-1)?.textContent);
    expect(links.filter((link) => link.getAttribute("aria-current") === "page")).toEqual([links[1]]);
    const button = app.button("Narrow the menu");
    expect([button.title, button.getAttribute("aria-controls")]).toEqual(["Narrow the menu", menu().id]);
    // In a wide window it stays as it is, whatever is pressed.
    await app.person.keyboard("{Escape}");
    await app.person.click(screen.getByTitle("Lending Library"));
    await app.at("/");
    expect(isCollapsed()).toBe(false);
  });

  it("on a phone no other key closes it, and it covers nothing once it is closed", async () => {
    resize(390);
    const app = await openApp("/");
    await app.heading("You can work here:");
    const scrim = () => app.container.querySelector(".sidebar-scrim");
    expect(scrim()).toBeNull();
    await app.person.click(app.button("Widen the menu"));
    await app.person.keyboard("x");
    expect([isCollapsed(), scrim() === null]).toEqual([false, false]);
    await app.person.click(screen.getByTitle("Lending Library"));
    expect([isCollapsed(), scrim()]).toEqual([true, null]);
  });

  it("keeps its names for screen readers when collapsed", async () => {
    resize(390);
    const app = await openApp("/");
    await app.heading("You can work here:");
    expect(within(menu()).getByRole("link", { name: "Subjects" }).title).toBe("All subjects");
  });
});

describe("spec 2, header", () => {
  it("greets, and asks before logging out: the no changes nothing", async () => {
    const app = await openApp("/");
    await screen.findByText("Hello ada");
    await app.person.click(app.button("Log out"));
    screen.getByText("Do you want to log out?");
    await app.person.click(app.button("Stay"));
    expect(screen.queryByText("Do you want to log out?")).toBeNull();
    expect(app.stored.get("token")).toBe("kept");
    expect(app.server.asked("POST /api/rest/session/logout")).toEqual([]);
  });

  it("on confirm ends the session here and on the server, says so and goes to /login", async () => {
    const app = await openApp("/books/list");
    await app.heading("Books");
    const answer = later();
    app.server.on("POST /api/rest/session/logout", answer.serve);
    await app.person.click(app.button("Log out"));
    await app.person.click(app.button("Log me out"));
    // Without waiting for the server, and with the token that ends.
    await app.at("/login");
    expect(app.server.asked("POST /api/rest/session/logout").map(({ token }) => token)).toEqual(["kept"]);
    expect(app.stored.size).toBe(0);
    await act(async () => answer.answer({ status: 401, body: {} }));
    expect(app.toasts()).toEqual(["success: You are logged out"]);
  });
});

describe("the frame", () => {
  it("/ offers the areas that the account may open, as links, where no tiles are configured", async () => {
    const config = { "app.json": (json: { home?: unknown }) => void delete json.home };
    const app = await openApp("/", { role: "lender", config });
    await app.heading("You can work here:");
    const main = within(screen.getByRole("main"));
    expect(main.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/loans/list",
      "/loans/create",
    ]);
  });

  it("/ tells an account that nobody approved that it waits", async () => {
    const app = await openApp("/", { role: "nobody-yet" });
    const told = await screen.findByText("Somebody has to approve you before you can begin");
    expect(told.closest("[role=status]")).not.toBeNull();
    expect(within(screen.getByRole("main")).queryAllByRole("link")).toEqual([]);
    expect(app.toasts()).toEqual([]);
  });

  it("its areas appear by themselves once it is approved, and it is asked for no more", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const app = await openApp("/", { role: "nobody-yet" });
      await screen.findByText("Somebody has to approve you before you can begin");
      act(() => void vi.advanceTimersByTime(10_000));
      await waitFor(() => expect(app.server.asked("GET /api/config").length).toBeGreaterThan(1));
      screen.getByText("Somebody has to approve you before you can begin");
      app.server.promote("lender");
      act(() => void vi.advanceTimersByTime(10_000));
      await app.heading("You can work here:");
      within(menu()).getByRole("link", { name: "Loans" });
      expect(app.stored.get("user")).toContain("lender");
      const asked = app.server.asked("GET /api/config").length;
      act(() => void vi.advanceTimersByTime(60_000));
      expect(app.server.asked("GET /api/config")).toHaveLength(asked);
    } finally {
      vi.useRealTimers();
    }
  });

  it("each screen names the browser tab, and takes the focus to its heading when navigated to", async () => {
    const app = await openApp("/books/list");
    // The screen itself, not what stands in its place while its code is loading.
    await screen.findByRole("search");
    const books = await app.heading("Books");
    expect(document.title).toBe("Books · Lending Library");
    expect(document.activeElement).not.toBe(books);
    await app.person.click(within(menu()).getByRole("link", { name: "Subjects" }));
    const subjects = await app.heading("Subjects");
    await waitFor(() => expect(document.activeElement).toBe(subjects));
    expect(document.title).toBe("Subjects · Lending Library");
  });

  it("a keyboard skips the sidebar", async () => {
    const app = await openApp("/books/list");
    await app.heading("Books");
    await app.person.tab();
    expect(document.activeElement?.textContent).toBe("To the content");
    await app.person.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("main"));
    expect(app.address()).toBe("/books/list");
  });
});
