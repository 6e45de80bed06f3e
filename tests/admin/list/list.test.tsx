import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answer, book, type Call } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { LIST, openBooks, titles } from "./open-books.ts";

describe("spec 2, generic list screen", () => {
  it("asks for page 1 of 10 in the list's own order, all five parameters named", async () => {
    const app = await openBooks(3);
    await app.shows("Book 1", "Book 2", "Book 3");
    expect(app.lastQuery()).toEqual({ page: "1", limit: "10", nameQuery: "", sortField: "", sortOrder: "" });
    screen.getByText("3 in all");
  });

  it("names in the column of who changed a record nobody whom this person may not view, though the wire does", async () => {
    const found = [
      book(1),
      book(2, { updatedBy: "ada", updatedById: "m2" }),
      book(3, { updatedBy: null, updatedById: null }),
    ];
    for (const [headers, shown] of [
      [{}, ["director", "ada", "System"]],
      [{ "seen-accounts": "" }, ["System", "System", "System"]],
      [{ "seen-accounts": "m9,m2" }, ["System", "ada", "System"]],
    ] as const) {
      const app = await openBooks(0, "/books/list", {
        config: {
          "entities/books.json": (books) => {
            books.list.columns.push({ field: "updatedBy", label: "Changed by" });
          },
        },
        prepare: (server) =>
          server.on(LIST, () => ({ status: 200, body: { books: found, total: 3 }, headers })),
      });
      await app.shows("Book 1", "Book 2", "Book 3");
      const cells = [...document.querySelectorAll('tbody td[data-label="Changed by"]')];
      expect(cells.map(({ textContent }) => textContent)).toEqual(shown);
      app.unmount();
    }
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
    expect(cells.slice(0, 4)).toEqual(["Book 1", "Birds", "History", "1998"]);
    expect(cells.slice(5, 8)).toEqual(["5", "No", expect.stringMatching(/^0[345]\/03\/2026, \d\d:\d\d$/)]);
  });

  it("a column whose cell is aligned to the end is so in its heading and in each row, and no other is", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    await waitFor(() => expect(rows[0]?.querySelector(".table-end")).not.toBeNull());
    for (const row of rows) {
      const aligned = [...row.children].flatMap((one, index) =>
        one.classList.contains("table-end") ? [index] : [],
      );
      // Year and Readers.
      expect(aligned).toEqual([3, 5]);
    }
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

  it("clear takes back what was typed and not searched for; where there is nothing to clear it is off", async () => {
    const app = await openBooks(12, "/books/list?page=2");
    await app.shows("Book 11", "Book 12");
    const clear = () => app.button("Clear") as HTMLButtonElement;
    expect(clear().disabled).toBe(true);
    await app.person.type(app.search(), "2");
    expect(clear().disabled).toBe(false);
    await app.person.click(clear());
    expect([app.search().value, clear().disabled]).toEqual(["", true]);
    await app.shows(...titles(1, 10));
    // What is searched for can be cleared, also where the box is empty.
    await app.person.type(app.search(), "12{Enter}");
    await app.shows("Book 12");
    await app.person.clear(app.search());
    expect(clear().disabled).toBe(false);
    await app.person.click(clear());
    await app.shows(...titles(1, 10));
    expect(app.address()).toBe("/books/list");
  });

  it("heading and cells of a column stand where its cell says: numbers at the end, texts at the start", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    for (const row of screen.getAllByRole("row")) {
      const ends = [...row.children].map((one) => one.classList.contains("table-end"));
      // Title, Subject, Genre, Year, Photo, Readers, Available, Changed, Actions.
      expect(ends).toEqual([false, false, false, true, false, true, false, false, false]);
    }
  });

  it("each row is named by the column that shows its label", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const named = [...app.container.querySelectorAll("td.table-named")].map((one) => one.textContent);
    expect(named).toEqual(["Book 1", "Book 2"]);
  });

  it("Enter searches, Back takes the search back", async () => {
    const app = await openBooks(3);
    await app.person.type(app.search(), "3{Enter}");
    await app.shows("Book 3");
    act(() => app.go(-1));
    await waitFor(() => expect(app.search().value).toBe(""));
    await app.shows(...titles(1, 3));
  });

  it("sorts on the server: ascending, descending, not at all; the page starts over", async () => {
    const app = await openBooks(12, "/books/list?page=2");
    await app.shows("Book 11", "Book 12");
    const sort = () => within(app.header("Year")).getByRole("button");
    const icon = () => sort().querySelector("i")?.className;
    expect(app.header("Year").getAttribute("aria-sort")).toBe("none");
    expect(icon()).toBe("pi pi-sort-alt");
    expect(sort().title).toBe("Sort by Year, smallest first");
    await app.person.click(sort());
    await waitFor(() =>
      expect(app.lastQuery()).toMatchObject({ page: "1", sortField: "year", sortOrder: "asc" }),
    );
    expect(app.header("Year").getAttribute("aria-sort")).toBe("ascending");
    expect(icon()).toBe("pi pi-sort-amount-up-alt");
    expect(app.address()).toBe("/books/list?sort=year&order=asc");
    await app.person.click(sort());
    await app.shows(...titles(3, 12).reverse());
    expect(app.header("Year").getAttribute("aria-sort")).toBe("descending");
    expect(icon()).toBe("pi pi-sort-amount-down");
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

  it.each([
    ["page=0", ""],
    ["page=-3&sort=__proto__&order=up", ""],
    ["page=1", ""],
    ["page=1.5", ""],
    ["page=two&search=book", "?search=book"],
    ["page=90071992547409930", ""],
    ["sort=year", ""],
    ["sort=year&order=up", ""],
    ["sort=available&order=asc", ""],
    ["order=desc&page=0", ""],
    ["search=", ""],
    ["from=elsewhere", ""],
    ["sort=year&order=desc&page=1", "?sort=year&order=desc"],
    ["order=asc&search=book&sort=year", "?order=asc&search=book&sort=year"],
  ])("what makes no sense in the address counts as not said, and leaves it: %s", async (query, left) => {
    const app = await openBooks(1, `/books/list?${query}`);
    await app.shows("Book 1");
    await app.at(`/books/list${left}`);
    const params = new URLSearchParams(left);
    const asked = {
      page: "1",
      limit: "10",
      nameQuery: params.get("search") ?? "",
      sortField: params.get("sort") ?? "",
      sortOrder: params.get("order") ?? "",
    };
    for (const { query: one } of app.server.asked(LIST)) expect(one).toEqual(asked);
  });

  it("an address that is corrected is no step of its own: Back leads to where one came from", async () => {
    const app = await openBooks(1, "/books/list?search=book");
    await app.shows("Book 1");
    act(() => app.go("/books/list?page=0"));
    await app.at("/books/list");
    act(() => app.go(-1));
    await app.at("/books/list?search=book");
  });

  it("a search in the address of a list without one leaves it", async () => {
    const app = await openApp("/loans/list?search=nothing", {
      config: {
        // A title that is written would be searched.
        "entities/loans.json": (json: {
          display?: object;
          labelField?: string;
          list: { search?: object };
        }) => {
          delete json.display;
          delete json.list.search;
          json.labelField = "number";
        },
      },
    });
    await app.heading("Loans");
    await app.at("/loans/list");
    await screen.findByText("0 in all");
    expect(app.server.asked("GET /api/rest/loans").at(-1)?.query.nameQuery).toBe("");
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

it("a column that is a reference names the record that it leads to, by its title; by its _id where nothing of it is seen", async () => {
  const app = await openApp("/loans/list", {
    config: {
      "entities/loans.json": ({ list }) => void list.columns.splice(1, 0, { field: "book" }),
    },
    prepare: (server) =>
      server.records.set("loans", [
        book(1, { number: "L-1", book: { _id: "b1", title: "Gulls" } }),
        book(2, { number: "L-2", book: { _id: "b2" } }),
        book(3, { number: "L-3", book: null }),
      ]),
  });
  await app.heading("Loans");
  await screen.findAllByText("Gulls");
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  const cells = rows.map((row) => row.querySelectorAll("td")[1]?.textContent);
  expect(cells).toEqual(["Gulls", "b2", ""]);
});

it("who waits for approval is said once, in the config's words where it has some", async () => {
  const app = await openApp("/members/list", {
    config: {
      "entities/members.json": (json) => {
        json.display = { badges: [{ field: "approved", is: false, label: "Not yet let in" }] };
        json.list.columns = [{ field: "username" }, { field: "role" }];
      },
    },
    prepare: (server) =>
      server.records.set("members", [book(1, { username: "eve", approved: false, role: "lender" })]),
  });
  await app.heading("Members");
  const row = (await screen.findByText("eve")).closest("tr");
  expect(row?.textContent).toContain("Not yet let in");
  expect(row?.textContent).not.toContain("Waits for approval");
});

describe("pager: previous, pages, next, total", () => {
  it("goes to pages, by number and by step, and knows its ends", async () => {
    const app = await openBooks(25);
    await app.shows(...titles(1, 10));
    expect(app.button("Previous page").getAttribute("aria-disabled")).toBe("true");
    await app.person.click(app.button("Next page"));
    await app.shows(...titles(11, 20));
    expect(app.button("Page 2").getAttribute("aria-current")).toBe("page");
    await app.person.click(app.button("Page 3"));
    await app.shows(...titles(21, 25));
    expect(app.button("Next page").getAttribute("aria-disabled")).toBe("true");
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
    expect(app.button("Next page").getAttribute("aria-disabled")).toBe("true");
  });

  it("a page past the end becomes the last one", async () => {
    const app = await openBooks(12, "/books/list?page=9");
    await app.shows("Book 11", "Book 12");
    expect(app.address()).toBe("/books/list?page=2");
  });
});
