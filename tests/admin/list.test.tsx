import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answer, book, type Call, later, refusal } from "./fake-server.ts";
import { type AppOptions, openApp } from "./open-app.tsx";

const LIST = "GET /api/rest/books";

/** A list of so many books, with the rows as a person reads them. */
async function openBooks(count: number, address = "/books/list", options: AppOptions = {}) {
  const app = await openApp(address, {
    ...options,
    prepare(server) {
      server.records.set(
        "books",
        Array.from({ length: count }, (_, index) => book(index + 1)),
      );
      options.prepare?.(server);
    },
  });
  await app.heading("Books");
  const rows = () =>
    within(screen.getByRole("table"))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector("td")?.textContent ?? "");
  return {
    ...app,
    rows,
    shows: (...titles: string[]) => waitFor(() => expect(rows()).toEqual(titles)),
    /** What stands in place of rows after a failure. */
    notice: async () =>
      (await screen.findByRole("button", { name: "Try again" })).closest("div") ?? app.container,
    lastQuery: () => app.server.asked(LIST).at(-1)?.query,
    search: () => screen.getByRole<HTMLInputElement>("textbox", { name: "Search titles" }),
    header: (name: string) => screen.getByRole("columnheader", { name }),
  };
}
const titles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Book ${from + index}`);

describe("spec 2, generic list screen", () => {
  it("asks for page 1 of 10 in the list's own order, all five parameters named", async () => {
    const app = await openBooks(3);
    await app.shows("Book 1", "Book 2", "Book 3");
    expect(app.lastQuery()).toEqual({ page: "1", limit: "10", nameQuery: "", sortField: "", sortOrder: "" });
    screen.getByText("3 in all");
  });

  it("shows the config's columns by their cells", async () => {
    const app = await openBooks(0, "/books/list", {
      prepare: (server) =>
        server.records.set("books", [
          book(1, { subject: { _id: "s", name: "Birds" }, genre: "history", year: 1998, available: false }),
        ]),
    });
    await app.shows("Book 1");
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Title",
      "Subject",
      "Genre",
      "Year",
      "Photo",
      "Readers",
      "Available",
      "Changed",
      "Actions",
    ]);
    const cells = screen.getAllByRole("cell").map(({ textContent }) => textContent);
    expect(cells.slice(0, 4)).toEqual(["Book 1", "Birds", "History", "1,998"]);
    expect(cells.slice(5, 8)).toEqual([
      "5",
      "No",
      expect.stringMatching(/^0[345]\/03\/2026, \d\d:\d\d [ap]m$/),
    ]);
  });

  it("search: asks the server for the text on page 1, and keeps it in the address", async () => {
    const app = await openBooks(25, "/books/list?page=3");
    await app.shows(...titles(21, 25));
    await app.person.type(app.search(), "book 2");
    expect(app.lastQuery()?.nameQuery).toBe("");
    await app.person.click(app.button("Search"));
    await app.shows("Book 2", ...titles(20, 25));
    expect(app.address()).toBe("/books/list?search=book+2");
    expect(app.lastQuery()).toMatchObject({ page: "1", nameQuery: "book 2" });
  });

  it("clear empties the search, shows everything and leaves the focus in the box", async () => {
    const app = await openBooks(3, "/books/list?search=2");
    await app.shows("Book 2");
    expect(app.search().value).toBe("2");
    await app.person.click(app.button("Clear"));
    await app.shows(...titles(1, 3));
    expect(app.search().value).toBe("");
    expect(document.activeElement).toBe(app.search());
    expect(app.address()).toBe("/books/list");
  });

  it("Enter searches, Back takes the search back", async () => {
    const app = await openBooks(3);
    await app.person.type(app.search(), "3{Enter}");
    await app.shows("Book 3");
    act(() => app.go(-1));
    await app.shows(...titles(1, 3));
    expect(app.search().value).toBe("");
  });

  it("sorts on the server: ascending, descending, not at all; the page starts over", async () => {
    const app = await openBooks(12, "/books/list?page=2");
    await app.shows("Book 11", "Book 12");
    const sort = () => within(app.header("Year")).getByRole("button");
    expect(app.header("Year").getAttribute("aria-sort")).toBe("none");
    expect(sort().title).toBe("Sort by Year, smallest first");
    await app.person.click(sort());
    await waitFor(() =>
      expect(app.lastQuery()).toMatchObject({ page: "1", sortField: "year", sortOrder: "asc" }),
    );
    expect(app.header("Year").getAttribute("aria-sort")).toBe("ascending");
    expect(app.address()).toBe("/books/list?sort=year&order=asc");
    await app.person.click(sort());
    await app.shows(...titles(3, 12).reverse());
    expect(app.header("Year").getAttribute("aria-sort")).toBe("descending");
    await app.person.click(sort());
    await app.shows(...titles(1, 10));
    expect(app.address()).toBe("/books/list");
  });

  it("a column reached through a reference sorts by its dotted field", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    await app.person.click(within(app.header("Subject")).getByRole("button"));
    await waitFor(() =>
      expect(app.lastQuery()).toMatchObject({ sortField: "subject.name", sortOrder: "asc" }),
    );
  });

  it("a column that cannot be sorted by has no button", async () => {
    const app = await openBooks(1);
    expect(within(app.header("Photo")).queryByRole("button")).toBeNull();
  });

  it("what makes no sense in the address counts as not said", async () => {
    const app = await openBooks(1, "/books/list?page=-3&sort=__proto__&order=up");
    await app.shows("Book 1");
    expect(app.lastQuery()).toEqual({ page: "1", limit: "10", nameQuery: "", sortField: "", sortOrder: "" });
  });

  it("the create button and the row's edit link lead to the form", async () => {
    const app = await openBooks(1);
    await app.shows("Book 1");
    expect(screen.getByRole("link", { name: "New book" }).getAttribute("href")).toBe("/books/create");
    expect(screen.getByRole("link", { name: "Edit Book 1" }).getAttribute("href")).toBe(
      `/books/edit/${book(1)._id}`,
    );
  });

  it("a protected record says so; in the list of accounts, who waits for approval", async () => {
    const app = await openApp("/members/list", {
      prepare: (server) =>
        server.records.set("members", [
          book(1, { username: "eve", approved: false, role: "lender" }),
          book(2, { username: "sam", approved: true, role: "lender", isProtected: true }),
        ]),
    });
    await app.heading("Members");
    const row = async (name: string) => (await screen.findByText(name)).closest("td")?.textContent;
    expect(await row("eve")).toBe("eveWaits for approval");
    expect(await row("sam")).toBe("samSample");
  });
});

describe("pager: previous, pages, next, total", () => {
  it("goes to pages, by number and by step, and knows its ends", async () => {
    const app = await openBooks(25);
    await app.shows(...titles(1, 10));
    expect(app.button("Previous page").hasAttribute("disabled")).toBe(true);
    await app.person.click(app.button("Next page"));
    await app.shows(...titles(11, 20));
    expect(app.button("Page 2").getAttribute("aria-current")).toBe("page");
    await app.person.click(app.button("Page 3"));
    await app.shows(...titles(21, 25));
    expect(app.button("Next page").hasAttribute("disabled")).toBe(true);
    await app.person.click(app.button("Previous page"));
    await app.shows(...titles(11, 20));
    expect(app.address()).toBe("/books/list?page=2");
    screen.getByText("25 in all");
  });

  it("without a total: a full page may have a next one, another has none", async () => {
    const part = (from: number, to: number): Answer => ({
      status: 200,
      body: { books: titles(from, to).map((_, index) => book(from + index)) },
    });
    const app = await openBooks(0, "/books/list", {
      prepare: (server) =>
        server.on(LIST, ({ query }: Call) => (query.page === "1" ? part(1, 10) : part(11, 12))),
    });
    await app.shows(...titles(1, 10));
    expect(screen.queryByText(/in all/)).toBeNull();
    await app.person.click(app.button("Next page"));
    await app.shows("Book 11", "Book 12");
    expect(app.button("Next page").hasAttribute("disabled")).toBe(true);
  });

  it("a page past the end becomes the last one", async () => {
    const app = await openBooks(12, "/books/list?page=9");
    await app.shows("Book 11", "Book 12");
    expect(app.address()).toBe("/books/list?page=2");
  });
});

describe("states of a list", () => {
  it("while loading has as many rows as a page, then nothing but the records", async () => {
    const answer = later();
    const app = await openBooks(0, "/books/list", { prepare: (server) => server.on(LIST, answer.serve) });
    await screen.findByText("The list is being fetched");
    expect(screen.queryByText(/in all/)).toBeNull();
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(10);
    await act(async () => answer.answer({ status: 200, body: { books: [book(1)], total: 1 } }));
    await app.shows("Book 1");
    expect(app.container.querySelectorAll(".skeleton-row")).toHaveLength(0);
  });

  it("says that there is nothing yet, in the entity's own words where it has some", async () => {
    await openBooks(0);
    await screen.findByText("The shelves are empty");
    screen.getByText("0 in all");
  });

  it("says that nothing matches, and clears the search", async () => {
    const app = await openBooks(2, "/books/list?search=%25");
    await screen.findByText("No book matches %");
    const [, clear] = screen.getAllByRole("button", { name: "Clear" });
    if (clear === undefined) throw new Error("no way to clear");
    await app.person.click(clear);
    await app.shows("Book 1", "Book 2");
  });

  it("a failed load says why, is empty with total 0, and is tried again on request", async () => {
    const app = await openBooks(2, "/books/list", {
      prepare: (server) => server.on(LIST, () => refusal(500, "Broken")),
    });
    expect((await app.notice()).textContent).toContain("The list could not be fetched: Broken");
    expect(app.toasts()).toEqual(["error: The list could not be fetched: Broken"]);
    screen.getByText("0 in all");
    app.server.on(LIST, undefined);
    await app.person.click(app.button("Try again"));
    await app.shows("Book 1", "Book 2");
  });

  it("a failed next page does not leave the rows of the one before", async () => {
    const app = await openBooks(12);
    await app.shows(...titles(1, 10));
    app.server.on(LIST, () => {
      throw new TypeError("Failed to fetch");
    });
    await app.person.click(app.button("Next page"));
    expect((await app.notice()).textContent).toContain("The library cannot be reached");
    expect(app.rows()).toEqual([]);
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
