import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { book, refusal } from "../fake-server.ts";
import { openBooks, titles } from "./open-books.ts";

describe("deleting", () => {
  const ask = async (app: Awaited<ReturnType<typeof openBooks>>, title: string) => {
    await app.person.click(app.button(`Delete ${title}`));
    return screen.findByRole("alertdialog");
  };

  it("asks, naming the item; the no changes nothing", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const dialog = await ask(app, "Book 2");
    within(dialog).getByText('Delete the book "Book 2"?');
    await app.person.click(within(dialog).getByRole("button", { name: "Keep" }));
    expect(app.server.calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("deletes, says so, and shows the list without it", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const dialog = await ask(app, "Book 2");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await app.shows("Book 1");
    expect(app.toasts()).toEqual(["success: Deleted"]);
  });

  it("the last row of the last page: the page before it is shown", async () => {
    const app = await openBooks(11, "/books/list?page=2&search=book");
    await app.shows("Book 11");
    const dialog = await ask(app, "Book 11");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await app.shows(...titles(1, 10));
    expect(app.address()).toBe("/books/list?search=book");
  });

  it("a refusal is said with its reason, the row stays", async () => {
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(`DELETE /api/rest/books/${book(1)._id}`, () => refusal(409, "3 loans refer to it")),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(app.toasts()).toEqual(["error: Could not be deleted: 3 loans refer to it"]));
    await app.shows("Book 1");
    // The list that comes anew settles nothing of it; leaving the list does.
    expect(app.toasts()).toHaveLength(1);
    await app.person.click(screen.getByRole("link", { name: "Add a book" }));
    await app.at("/books/create");
    await waitFor(() => expect(app.toasts()).toEqual([]));
  });

  it("a record that somebody changed meanwhile stays: who and when is said, the list shows it as it is now, and the next try means that one", async () => {
    const address = `DELETE /api/rest/books/${book(1)._id}`;
    const sentence = "keeper changed this at 4 Mar 2026, 16:00: look at it before you delete it";
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(address, () => {
          const changed = { updatedAt: "2026-03-04T16:00:00.000Z", title: "Book 1, second edition" };
          server.records.set("books", [book(1, changed)]);
          server.on(address, undefined);
          return refusal(409, sentence, { errorCode: "STALE" });
        }),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(app.toasts()).toEqual([`error: Could not be deleted: ${sentence}`]));
    await app.shows("Book 1, second edition");
    const again = await ask(app, "Book 1, second edition");
    within(again).getByText('Delete the book "Book 1, second edition"?');
    await app.person.click(within(again).getByRole("button", { name: "Delete" }));
    await app.shows();
    expect(app.toasts()).toEqual(["success: Deleted"]);
    expect(app.server.asked(address).map(({ body }) => body)).toEqual([
      { updatedAt: "2026-03-04T15:06:00.000Z" },
      { updatedAt: "2026-03-04T16:00:00.000Z" },
    ]);
  });

  it("a protected record is refused before asking, in the entity's words", async () => {
    const app = await openBooks(0, "/books/list", {
      prepare: (server) => server.records.set("books", [book(1, { isProtected: true })]),
    });
    await app.shows("Book 1Sample");
    await app.person.click(app.button("Delete Book 1"));
    expect(app.toasts()).toEqual(["error: The sample books cannot be edited"]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("a session that ended meanwhile is said once, and leads to /login", async () => {
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(`DELETE /api/rest/books/${book(1)._id}`, () => refusal(401, "No session")),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await app.heading("Log in to the library");
    expect(app.toasts()).toEqual(["error: Your log-in has ended. Log in again"]);
  });
});
