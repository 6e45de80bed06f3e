import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { loadPlugin } from "../../../src/browser/plugin-loader.ts";
import { book, later, refusal } from "../fake-server.ts";
import { LIST, openBooks, titles } from "./open-books.ts";

describe("states of a list", () => {
  it("while loading has as many rows as a page, then nothing but the records", async () => {
    const answer = later();
    const app = await openBooks(0, "/books/list", { prepare: (server) => server.on(LIST, answer.serve) });
    // The list itself, not what stands in its place while its code is loading.
    await screen.findByRole("search");
    screen.getByText("The list is being fetched");
    expect(screen.queryByText(/in all/)).toBeNull();
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(10);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    await act(async () => answer.answer({ status: 200, body: { books: [book(1)], total: 1 } }));
    await app.shows("Book 1");
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(0);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false");
  });

  it("says that there is nothing yet, in the entity's own words where it has some", async () => {
    await openBooks(0);
    await screen.findByText("The shelves are empty");
    screen.getByText("0 in all");
    // Nothing is searched for: the one beside the box clears what was typed.
    expect(screen.getAllByRole("button", { name: "Clear" })).toHaveLength(1);
  });

  it("says that nothing matches, and clears the search", async () => {
    const app = await openBooks(2, "/books/list?search=%25");
    await screen.findByText("No book matches %");
    const [, clear] = screen.getAllByRole("button", { name: "Clear" });
    if (clear === undefined) throw new Error("no way to clear");
    await app.person.click(clear);
    await app.shows("Book 1", "Book 2");
  });

  it("a failed load says why, once and in its place, claims no total, and is tried again on request", async () => {
    const app = await openBooks(2, "/books/list", {
      prepare: (server) => server.on(LIST, () => refusal(500, "Broken")),
    });
    expect((await app.notice()).textContent).toBe("The list cannot be shown at presentTry again");
    expect(app.toasts()).toEqual(["error: The list could not be fetched: Broken"]);
    expect(screen.queryByText(/in all/)).toBeNull();
    expect(app.rows()).toEqual([]);
    // There is no page to go to.
    expect(screen.queryByRole("button", { name: "Next page" })).toBeNull();
    app.server.on(LIST, undefined);
    await app.person.click(app.button("Try again"));
    await app.shows("Book 1", "Book 2");
    expect(app.toasts()).toEqual([]);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    screen.getByText("2 in all");
  });

  it("a failed load stands alone also while its cells are loading", async () => {
    const app = await openBooks(2, "/books/list", {
      prepare: (server) => server.on(LIST, () => refusal(500, "Broken")),
      widgets: (kind, name) => (name === "number" ? new Promise(() => {}) : loadPlugin(kind, name)),
    });
    await app.notice();
    // It did not wait for them.
    expect(app.container.querySelectorAll(".table-unsettled")).toHaveLength(1);
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(0);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false");
  });

  it("another try shows that it is on its way, in place of the failure", async () => {
    const app = await openBooks(2, "/books/list", {
      prepare: (server) => server.on(LIST, () => refusal(500, "Broken")),
    });
    await app.notice();
    const answer = later();
    app.server.on(LIST, answer.serve);
    await app.person.click(app.button("Try again"));
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(10);
    expect(screen.queryByText(/could not be fetched/)).toBeNull();
    await act(async () => answer.answer({ status: 200, body: { books: [book(1)], total: 1 } }));
    await app.shows("Book 1");
  });

  it("a search is not said to find nothing before its answer is there", async () => {
    const app = await openBooks(2, "/books/list?search=nothing");
    await screen.findByText("No book matches nothing");
    const answer = later();
    app.server.on(LIST, answer.serve);
    await app.person.clear(app.search());
    await app.person.type(app.search(), "other{Enter}");
    expect(screen.queryByText(/^No book matches/)).toBeNull();
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(10);
    await act(async () => answer.answer({ status: 200, body: { books: [], total: 0 } }));
    await screen.findByText("No book matches other");
  });

  it("rows that are known stand at once when the list is opened again, while they are fetched anew", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    act(() => app.go("/"));
    await app.heading("You can work here:");
    const answer = later();
    app.server.on(LIST, answer.serve);
    act(() => app.go("/books/list"));
    await app.heading("Books");
    expect(app.rows()).toEqual(["Book 1", "Book 2"]);
    expect(screen.getByRole("table").className).toContain("table-stale");
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    await act(async () => answer.answer({ status: 200, body: { books: [book(3)], total: 1 } }));
    await app.shows("Book 3");
    expect(screen.getByRole("table").className).not.toContain("table-stale");
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false");
  });

  it("a failed next page does not leave the rows of the one before", async () => {
    const app = await openBooks(12);
    await app.shows(...titles(1, 10));
    app.server.on(LIST, () => {
      throw new TypeError("Failed to fetch");
    });
    await app.person.click(app.button("Next page"));
    await app.notice();
    expect(app.toasts()).toEqual(["error: The list could not be fetched: The library cannot be reached"]);
    expect(app.rows()).toEqual([]);
    expect(screen.queryByText(/in all/)).toBeNull();
    // The way back stays, and the focus with it.
    expect(document.activeElement).toBe(app.button("Next page"));
    app.server.on(LIST, undefined);
    await app.person.click(app.button("Page 1"));
    await app.shows(...titles(1, 10));
  });

  it("keeps the rows while the next page is on its way", async () => {
    const app = await openBooks(12);
    await app.shows(...titles(1, 10));
    const answer = later();
    app.server.on(LIST, answer.serve);
    await app.person.click(app.button("Next page"));
    expect(app.rows()).toEqual(titles(1, 10));
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    await act(async () => answer.answer({ status: 200, body: { books: [book(11)], total: 11 } }));
    await app.shows("Book 11");
  });

  it("an answer that arrives late never overwrites a newer one", async () => {
    const app = await openBooks(3);
    await app.shows(...titles(1, 3));
    const slow = later();
    app.server.on(LIST, slow.serve);
    await app.person.type(app.search(), "1{Enter}");
    app.server.on(LIST, undefined);
    await app.person.clear(app.search());
    await app.person.type(app.search(), "2{Enter}");
    await app.shows("Book 2");
    await act(async () => slow.answer({ status: 200, body: { books: [book(1)], total: 1 } }));
    expect(app.rows()).toEqual(["Book 2"]);
  });

  it("an answer without its array is an empty list; what is no record is left out", async () => {
    const app = await openBooks(0, "/books/list", {
      prepare: (server) => server.on(LIST, () => ({ status: 200, body: { books: [null, "x", book(7)] } })),
    });
    await app.shows("Book 7");
  });
});
