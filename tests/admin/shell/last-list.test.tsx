import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { book, later } from "../fake-server.ts";
import { LIST, openBooks } from "../list/open-books.ts";
import type { OpenedApp } from "../open-app.tsx";

afterEach(() => void vi.unstubAllGlobals());

const ID = book(12)._id;
const marked = () =>
  screen
    .getAllByRole("row")
    .filter((row) => row.getAttribute("aria-current") === "true")
    .map((row) => row.querySelector("td")?.textContent);

async function edit(app: OpenedApp, title: string): Promise<void> {
  await app.person.click(screen.getByRole("link", { name: `Edit ${title}` }));
  await screen.findByRole("button", { name: "Save" });
}
const press = async (app: OpenedApp, name: string) =>
  app.person.click(await screen.findByRole("button", { name }));

/** The twelfth book can be saved, and the server stores it. */
function keep({ server }: OpenedApp): void {
  server.records.get("books")?.splice(11, 1, book(12, { subject: "s1" }));
  server.on(`PUT /api/rest/books/${ID}`, ({ body }) => {
    const saved = book(12, { ...Object(body), updatedAt: "2026-03-05T00:00:00.000Z" });
    const books = server.records.get("books") ?? [];
    books.splice(11, 1, saved);
    return { status: 200, body: saved };
  });
}

describe("a form leads back to its list as it was left", () => {
  it("cancelled: the page, search and order; no row is marked", async () => {
    const app = await openBooks(12, "/books/list?page=2&search=book");
    await app.shows("Book 11", "Book 12");
    await edit(app, "Book 12");
    await press(app, "Cancel");
    await app.at("/books/list?page=2&search=book");
    await app.shows("Book 11", "Book 12");
    expect(marked()).toEqual([]);
  });

  it("as far down as it was scrolled; come to anew it begins at its top", async () => {
    const app = await openBooks(3);
    await app.shows("Book 1", "Book 2", "Book 3");
    const scrolledTo = new Set<number>();
    vi.stubGlobal("scrollTo", (_: number, top: number) => scrolledTo.add(top));
    vi.stubGlobal("scrollY", 340);
    await edit(app, "Book 2");
    expect([...scrolledTo]).toEqual([0]);
    vi.stubGlobal("scrollY", 0);
    await press(app, "Cancel");
    await app.shows("Book 1", "Book 2", "Book 3");
    expect([...scrolledTo]).toEqual([0, 340]);
    vi.stubGlobal("scrollY", 340);
    act(() => app.go("/"));
    await app.heading("You can work here:");
    scrolledTo.clear();
    act(() => app.go("/books/list"));
    await app.heading("Books");
    await app.shows("Book 1", "Book 2", "Book 3");
    expect([...scrolledTo]).toEqual([0]);
  });

  it("saved: its row is marked, and only that one, until the list is left", async () => {
    const app = await openBooks(12, "/books/list?page=2&search=book");
    await app.shows("Book 11", "Book 12");
    keep(app);
    await edit(app, "Book 12");
    await app.person.type(screen.getByLabelText("Title"), "!");
    await press(app, "Save");
    await app.at("/books/list?page=2&search=book");
    await app.shows("Book 11", "Book 12!");
    expect(marked()).toEqual(["Book 12!"]);
    await app.person.click(app.button("Previous page"));
    await app.person.click(app.button("Next page"));
    await app.shows("Book 11", "Book 12!");
    expect(marked()).toEqual(["Book 12!"]);
    await edit(app, "Book 12!");
    await press(app, "Cancel");
    await app.shows("Book 11", "Book 12!");
    expect(marked()).toEqual([]);
  });

  it("saved and come to anew by the menu: nothing is marked", async () => {
    const app = await openBooks(12, "/books/list?page=2");
    await app.shows("Book 11", "Book 12");
    keep(app);
    await edit(app, "Book 12");
    await press(app, "Save");
    await app.at("/books/list?page=2");
    expect(marked()).toEqual(["Book 12"]);
    const menu = within(screen.getByRole("navigation", { name: "Menu" }));
    await app.person.click(menu.getByRole("link", { name: "Subjects" }));
    await app.heading("Subjects");
    act(() => app.go("/books/list?page=2"));
    await app.shows("Book 11", "Book 12");
    expect(marked()).toEqual([]);
  });

  it("its rows stand there at once, as they were known, and then as they are", async () => {
    const app = await openBooks(12, "/books/list?page=2");
    await app.shows("Book 11", "Book 12");
    keep(app);
    await edit(app, "Book 12");
    await app.person.type(screen.getByLabelText("Title"), "!");
    const answer = later();
    app.server.on(LIST, answer.serve);
    await press(app, "Save");
    await app.at("/books/list?page=2");
    expect(app.rows()).toEqual(["Book 11", "Book 12"]);
    expect(marked()).toEqual(["Book 12"]);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    await act(async () => answer.answer({ status: 200, body: { books: [book(11), book(13)], total: 12 } }));
    await app.shows("Book 11", "Book 13");
    expect(marked()).toEqual([]);
  });

  it("a new record is marked in the whole list, whatever was searched for", async () => {
    const app = await openBooks(3, "/books/list?search=3");
    await app.shows("Book 3");
    app.server.on("POST /api/rest/books", ({ body }) => {
      const made = book(99, { ...Object(body) });
      app.server.records.get("books")?.unshift(made);
      return { status: 201, body: made };
    });
    await app.person.click(screen.getByRole("link", { name: "New book" }));
    await app.person.type(await screen.findByLabelText("Title"), "The new one");
    await app.person.type(screen.getByLabelText("Year"), "1999");
    await app.person.type(screen.getByLabelText("Subject"), "s1");
    await press(app, "Save");
    await app.at("/books/list");
    await app.shows("The new one", "Book 1", "Book 2", "Book 3");
    expect(marked()).toEqual(["The new one"]);
  });

  it("another entity's list has a query of its own", async () => {
    const app = await openBooks(12, "/books/list?page=2");
    await app.shows("Book 11", "Book 12");
    await app.person.click(screen.getByRole("link", { name: "Add a subject" }));
    await app.person.click(await screen.findByRole("button", { name: "Cancel" }));
    await app.at("/subjects/list");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Subjects");
  });
});
