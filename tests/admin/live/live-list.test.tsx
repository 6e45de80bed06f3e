import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { book, later } from "../fake-server.ts";
import { LIST, openBooks, titles } from "../list/open-books.ts";
import { openApp } from "../open-app.tsx";

/** A list whose stream is open. */
async function openLive(count: number, address?: string) {
  const app = await openBooks(count, address, { isLive: true });
  await app.shows(...titles(1, count));
  await waitFor(() => expect(app.server.streams.count()).toBe(1));
  const books = app.server.records.get("books") ?? [];
  const change = (number: number, values: object) => {
    const at = books.findIndex(({ _id }) => _id === book(number)._id);
    Object.assign(books[at] ?? {}, values);
  };
  const tell = (...numbers: number[]) =>
    app.server.streams.tell({
      records: numbers.map((number) => ({ entity: "books", _id: book(number)._id, version: 2 })),
    });
  return {
    ...app,
    books,
    change,
    tell,
    /** Asks for the rows as they are now. */
    async show(...titles: string[]) {
      await app.person.click(await screen.findByRole("button", { name: "Show" }));
      await app.shows(...titles);
    },
    /** Those that are marked as gone. */
    goneRows: () =>
      screen
        .queryAllByText("no longer here")
        .map((mark) => mark.closest("tr")?.querySelector(".record-link")?.textContent),
    asked: () => app.server.asked(LIST).length,
  };
}

describe("an open list", () => {
  it("shows what others change in its rows, without a skeleton or a sign of waiting, and the focus stays", async () => {
    const app = await openLive(3);
    const table = screen.getByRole("table");
    const row = within(table).getByText("Book 2").closest("tr");
    const link = within(row as HTMLElement).getByRole("link", { name: "Edit Book 2" });
    link.focus();
    const signs: string[] = [];
    const watching = new MutationObserver(() => {
      if (table.querySelector(".skeleton") !== null) signs.push("skeleton");
      if (table.getAttribute("aria-busy") !== "false") signs.push("busy");
      if (table.classList.contains("table-stale")) signs.push("stale");
    });
    watching.observe(document.body, { childList: true, subtree: true, attributes: true });
    app.change(1, { title: "Changed" });
    app.tell(1);
    await app.shows("Changed", "Book 2", "Book 3");
    expect(document.activeElement).toBe(link);
    // Ordered anew, at the person's wish: the row that had the focus moves.
    app.books.reverse();
    app.tell(1);
    await app.show("Book 3", "Book 2", "Changed");
    watching.disconnect();
    expect(signs).toEqual([]);
    expect(within(table).getByText("Book 2").closest("tr")).toBe(row);
  });

  it("lets no row come, go or move before the person wants that; what is changed in them is shown at once", async () => {
    const app = await openLive(5, "/books/list?pageSize=20");
    app.books.unshift(book(9));
    app.books.splice(2, 1);
    app.change(4, { title: "Changed" });
    app.tell(9);
    await app.shows("Book 1", "Book 2", "Book 3", "Changed", "Book 5");
    expect(app.toasts()).toEqual(["news: This list has changed"]);
    expect(app.goneRows()).toEqual(["Book 2"]);
    // What is told again while it is offered is no other offer.
    const offer = screen.getByRole("button", { name: "Show" });
    app.books.pop();
    app.tell(5);
    await waitFor(() => expect(app.goneRows()).toEqual(["Book 2", "Book 5"]));
    expect(screen.getByRole("button", { name: "Show" })).toBe(offer);
    await app.person.click(offer);
    await app.shows("Book 9", "Book 1", "Book 3", "Changed");
    expect(app.toasts()).toEqual([]);
    expect(app.goneRows()).toEqual([]);
  });

  it("offers nothing any more where all is again as it is shown, or the person has gone on", async () => {
    const app = await openLive(3, "/books/list?pageSize=20");
    app.books.unshift(book(9));
    app.server.streams.tell({ lists: ["books"] });
    await screen.findByText("This list has changed");
    expect(app.goneRows()).toEqual([]);
    app.books.shift();
    app.server.streams.tell({ all: true });
    await waitFor(() => expect(app.toasts()).toEqual([]));
    expect(app.rows()).toEqual(titles(1, 3));
    app.books.unshift(book(9));
    app.server.streams.tell({ all: true });
    await screen.findByText("This list has changed");
    await app.person.click(within(app.header("Title")).getByRole("button"));
    await app.shows(...titles(1, 3), "Book 9");
    expect(app.toasts()).toEqual([]);
  });

  it("asks again for what the title of a record in a column leads to", async () => {
    const app = await openApp("/loans/list", {
      isLive: true,
      config: {
        "entities/books.json": ({ display }) => void Object.assign(display, { title: "{title}, {subject}" }),
        "entities/loans.json": ({ display, list, schema }) => {
          display.title = "{number}";
          list.columns.splice(1, 0, { field: "book" });
          schema.properties.book.reference = { entity: "books" };
        },
      },
      prepare: (server) =>
        server.records.set("loans", [
          book(1, {
            number: "L-1",
            book: { _id: "b1", title: "Gulls", subject: { _id: "s1", name: "Birds" } },
          }),
        ]),
    });
    await screen.findAllByText("Gulls, Birds");
    await waitFor(() => expect(app.server.streams.count()).toBe(1));
    Object.assign(app.server.records.get("loans")?.[0] ?? {}, {
      book: { _id: "b1", title: "Gulls", subject: { _id: "s1", name: "Seabirds" } },
    });
    app.server.streams.tell({ records: [{ entity: "subjects", _id: "s1", version: 2 }] });
    await screen.findAllByText("Gulls, Seabirds");
  });

  it("does not call gone what may have moved to the next page", async () => {
    const app = await openLive(10);
    app.books.unshift(book(99));
    app.tell(99);
    await screen.findByText("This list has changed");
    expect(app.goneRows()).toEqual([]);
    expect(app.rows()).toEqual(titles(1, 10));
  });

  it("shows what the person does on this page at once, also where it is told before the answer", async () => {
    const app = await openLive(3);
    const answered = later();
    app.server.on(`DELETE ${LIST.slice(4)}/${book(2)._id}`, answered.serve);
    await app.person.click(screen.getByRole("button", { name: "Delete Book 2" }));
    await app.person.click(await screen.findByRole("button", { name: "Delete" }));
    app.books.splice(1, 1);
    app.tell(2);
    await app.shows("Book 1", "Book 3");
    answered.answer({ status: 200, body: { message: "gone" } });
    await screen.findByText("Deleted");
    expect(app.toasts().filter((one) => one.startsWith("news"))).toEqual([]);
  });

  it("lets no row come that others make, right after the person has done something either", async () => {
    const app = await openLive(3);
    await app.person.click(screen.getByRole("button", { name: "Delete Book 2" }));
    await app.person.click(await screen.findByRole("button", { name: "Delete" }));
    await screen.findByText("Deleted");
    await app.shows("Book 1", "Book 3");
    app.books.unshift(book(9));
    app.tell(9);
    await screen.findByText("This list has changed");
    expect(app.rows()).toEqual(["Book 1", "Book 3"]);
    await app.show("Book 9", "Book 1", "Book 3");
  });

  it("asks once more where a change is told while the person waits for an answer, and shows the later one", async () => {
    const app = await openLive(3);
    const before = app.asked();
    const first = later();
    app.server.on(LIST, first.serve);
    await app.person.click(within(app.header("Title")).getByRole("button"));
    await waitFor(() => expect(app.asked()).toBe(before + 1));
    app.server.on(LIST, undefined);
    app.books.push(book(9));
    app.tell(9);
    await app.shows(...titles(1, 3), "Book 9");
    first.answer({ status: 200, body: { books: titles(1, 3).map((_, n) => book(n + 1)), total: 3 } });
    await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false"));
    expect(app.rows()).toEqual([...titles(1, 3), "Book 9"]);
    expect(app.toasts()).toEqual([]);
  });

  it("asks once for many changes, not at all for those of others that it does not show", async () => {
    const app = await openLive(2);
    const before = app.asked();
    app.server.streams.tell({ records: [{ entity: "loans", _id: "x", version: 1 }], lists: ["members"] });
    for (let number = 0; number < 20; number += 1) app.tell(1);
    app.change(1, { title: "At last" });
    app.tell(1);
    await app.shows("At last", "Book 2");
    expect(app.asked() - before).toBeLessThanOrEqual(2);
    // Its rows show the name of the record that they refer to.
    const then = app.asked();
    app.server.streams.tell({ records: [{ entity: "subjects", _id: "s", version: 2 }] });
    await waitFor(() => expect(app.asked()).toBeGreaterThan(then));
  });

  it("keeps what it shows where it cannot be fetched, and comes back with its position once the line broke", async () => {
    const app = await openLive(2);
    app.server.on(LIST, () => ({ status: 500, body: {} }));
    const before = app.asked();
    app.tell(1);
    await waitFor(() => expect(app.asked()).toBeGreaterThan(before));
    expect(app.rows()).toEqual(titles(1, 2));
    expect(app.toasts()).toEqual([]);
    app.server.on(LIST, undefined);
    app.change(1, { title: "Later" });
    app.server.streams.cut();
    await waitFor(() => expect(app.page.isWaiting()).toBe(true));
    app.page.pass();
    await waitFor(() => expect(app.server.streams.count()).toBe(1));
    app.tell(1);
    await app.shows("Later", "Book 2");
  });
});

it("another session of the same person goes on where the one before was", async () => {
  const app = await openBooks(1, "/books/list", { isLive: true });
  await waitFor(() => expect(app.server.streams.asked()).toEqual([null]));
  const before = app.server.asked(LIST).length;
  app.server.streams.tell({ records: [{ entity: "books", _id: book(1)._id, version: 2 }] });
  await waitFor(() => expect(app.server.asked(LIST).length).toBeGreaterThan(before));
  app.services.session.set({ token: "renewed", user: app.server.user });
  await waitFor(() => expect(app.server.streams.asked()).toEqual([null, "11"]));
  expect(app.server.streams.count()).toBe(1);
});

it("the tiles of the start page follow too", async () => {
  const app = await openApp("/", {
    isLive: true,
    prepare: (server) => void server.records.set("books", [book(1)]),
  });
  const tile = await screen.findByRole("link", { name: /Books in all/ });
  await waitFor(() => expect(tile.textContent).toBe("Books in all1"));
  await waitFor(() => expect(app.server.streams.count()).toBe(1));
  app.server.records.get("books")?.push(book(2));
  app.server.streams.tell({ records: [{ entity: "books", _id: book(2)._id, version: 1 }] });
  await waitFor(() => expect(tile.textContent).toBe("Books in all2"));
});

it("another config comes by the stream, and nobody asks each few seconds", async () => {
  const app = await openApp("/", { isLive: true });
  await app.heading("You can work here:");
  await waitFor(() => expect(app.server.streams.count()).toBe(1));
  const end = app.begin();
  await waitFor(() => expect(app.server.asked("GET /api/config/version").length).toBe(1));
  await app.server.change({ "app.json": (config) => Object.assign(config, { title: "Reading Room" }) });
  app.server.streams.tell({ config: "another" });
  await screen.findByRole("link", { name: "Reading Room" });
  expect(app.server.asked("GET /api/config/version").length).toBe(2);
  end();
});
