import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { book } from "./fake-server.ts";
import { openBooks } from "./list/open-books.ts";
import { openApp } from "./open-app.tsx";

const BOOK = book(1, { subject: "a00000000000000000000009" });

/** What an account may only see is shown as such, and nothing of what it may not. */
describe("a shelver, who sees books but not their price, and changes whether they are available", () => {
  const open = (path: string) =>
    openApp(path, {
      role: "shelver",
      prepare: (server) => void server.records.set("books", [BOOK]),
    });

  it("finds no way to make or delete one, in the menu, at home or in the list", async () => {
    const app = await openBooks(2, "/books/list", { role: "shelver" });
    await app.shows("Book 1", "Book 2");
    expect(screen.queryByRole("link", { name: /Add a book|New book/ })).toBe(null);
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBe(null);
    expect(screen.getByRole("link", { name: "Edit Book 1" })).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: "Readers" })).toBe(null);
  });

  it("is turned away from the form of a new one", async () => {
    const app = await open("/books/create");
    await app.heading("You can work here:");
  });

  it("sees what it may not change as read only, changes the rest, and sends that alone", async () => {
    const app = await open(`/books/edit/${BOOK._id}`);
    await app.heading("Edit book");
    const title = await screen.findByLabelText("Title");
    expect(title).toHaveProperty("readOnly", true);
    const frame = (name: string) => document.querySelector<HTMLElement>(`[data-path="${name}"]`);
    expect(within(frame("title") ?? document.body).getByText("Read only")).toBeTruthy();
    expect(within(frame("available") ?? document.body).queryByText("Read only")).toBe(null);
    expect(frame("price")).toBe(null);
    expect(frame("scores.staff")).toBe(null);
    const sent: unknown[] = [];
    app.server.on(`PUT /api/rest/books/${BOOK._id}`, ({ body }) => {
      sent.push(body);
      return { status: 200, body: { ...BOOK, available: false } };
    });
    await app.person.click(await screen.findByLabelText("Available"));
    await app.person.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ available: false, updatedAt: BOOK.updatedAt });
  });
});

describe("a stock keeper who changes and deletes only the books that are available, but sees all", () => {
  const lent = book(2, { subject: "a00000000000000000000009", available: false });
  const part = {
    permission: "stock",
    unless: "lending",
    filter: [{ field: "available", op: "eq", value: true }],
    to: ["edit", "delete"],
  };
  const open = (path: string, role = "stocker") =>
    openApp(path, {
      role,
      config: { "entities/books.json": (json) => Object.assign(json.rights, { records: [part] }) },
      prepare: (server) => void server.records.set("books", [BOOK, lent]),
    });

  it("is offered to change and delete these alone", async () => {
    await open("/books/list");
    await screen.findByRole("link", { name: "Edit Book 1" });
    expect(screen.getByRole("link", { name: "Look at Book 2" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Edit Book 2" })).toBe(null);
    const offered = screen.getAllByRole("button", { name: /^Delete/ });
    expect(offered.map((button) => button.getAttribute("aria-label"))).toEqual(["Delete Book 1"]);
  });

  it("reads the others, with a sentence in place of the buttons", async () => {
    const app = await open(`/books/edit/${lent._id}`);
    expect(await screen.findByLabelText("Title")).toHaveProperty("readOnly", true);
    screen.getByText("You may read this, not change it");
    expect(screen.queryByRole("button", { name: "Save" })).toBe(null);
    app.unmount();
    await open(`/books/edit/${BOOK._id}`);
    expect(await screen.findByLabelText("Title")).toHaveProperty("readOnly", false);
    screen.getByRole("button", { name: "Save" });
    expect(screen.queryByText("You may read this, not change it")).toBe(null);
  });

  it("is kept to no part where the config says unless", async () => {
    await open("/books/list", "keeper");
    await screen.findByRole("link", { name: "Edit Book 2" });
    screen.getByRole("button", { name: "Delete Book 2" });
  });
});
