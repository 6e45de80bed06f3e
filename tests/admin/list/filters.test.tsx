import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StoredRecord } from "../../../src/model/record.ts";
import { type Answer, book, later, refusal } from "../fake-server.ts";
import type { OpenedApp } from "../open-app.tsx";
import { LIST, openBooks } from "./open-books.ts";

afterEach(() => void vi.useRealTimers());

const BIRDS = "c00000000000000000000001";
const STARS = "c00000000000000000000002";
const subject = (_id: string, name: string): StoredRecord => ({ ...book(0), _id, name });

const BOOKS = [
  book(1, { available: true, genre: "novel", subject: BIRDS, price: 10, photos: [] }),
  book(2, { available: false, genre: "poetry", subject: STARS, price: 50, photos: [{ fileName: "a.png" }] }),
  book(3, { available: false, genre: "history", subject: BIRDS, price: 100 }),
  book(4, { available: true, genre: "science", subject: STARS, price: null }),
];

const open = (query = "", more: (app: OpenedApp["server"]) => void = () => undefined) =>
  openBooks(0, `/books/list${query}`, {
    // A number that need not be there.
    config: { "entities/books.json": ({ list }) => void list.filters.splice(4, 0, "price") },
    prepare(server) {
      server.records.set("books", [...BOOKS]);
      server.records.set("subjects", [subject(BIRDS, "Birds"), subject(STARS, "Stars")]);
      more(server);
    },
  });

const chips = () =>
  [...(screen.queryByRole("list", { name: "Filters in use" })?.children ?? [])].flatMap(
    (chip) => chip.querySelector("span")?.textContent ?? [],
  );
const hasChips = (...texts: string[]) => waitFor(() => expect(chips()).toEqual(texts));
const hasNoChips = () =>
  waitFor(() => expect(screen.queryByRole("list", { name: "Filters in use" })).toBeNull());
const takeOff = (filter: string) => screen.getByRole("button", { name: `Take off ${filter}` });
const whenOn = (filter: string) => screen.findByRole("button", { name: `Take off ${filter}` });

async function openPanel(app: OpenedApp) {
  const button = await screen.findByRole("button", { name: /^Filter/ });
  await app.person.click(button);
  const panel = await screen.findByRole("dialog", { name: "Filters" });
  return {
    button,
    group: (name: string) => within(within(panel).getByRole("group", { name })),
    panel: within(panel),
  };
}

describe("filters in the address of a list", () => {
  it("are asked of the server with search and sort, and stand as chips in words", async () => {
    const app = await open(
      "?search=book&sort=year&order=desc&filter[available]=false&filter[price][gte]=20&filter[price][lte]=100",
    );
    await app.shows("Book 3", "Book 2");
    expect(app.lastQuery()).toMatchObject({
      nameQuery: "book",
      sortField: "year",
      "filter[available]": "false",
      "filter[price][gte]": "20",
      "filter[price][lte]": "100",
    });
    await hasChips("Available: no", "Replacement price: 20 to 100");
    screen.getByText("2 in all");
  });

  it.each([
    ["filter[available]=perhaps", ""],
    ["filter[nothing]=1&filter[available]=true", "?filter[available]=true"],
    ["filter[genre][gte]=novel", ""],
    ["filter[genre]=cooking", ""],
    ["filter[price][lte]=cheap&search=book", "?search=book"],
    ["filter[updatedAt][gte]=yesterday", ""],
    ["filter[__proto__]=1", ""],
    ["filter=available", ""],
    ["filter[available]=true&filter[available]=false", ""],
  ])(
    "what cannot be read leaves it, which is said once, and nothing is asked by it: %s",
    async (query, left) => {
      const app = await open(`?${query}`);
      await app.at(`/books/list${left}`);
      await screen.findByText(/in all/);
      // The server would refuse it with a message of its own.
      expect(app.toasts()).toEqual([
        "warning: Part of the filter in this link does not exist, or not for your account: you see more than it would show",
      ]);
    },
  );

  it("a spelled-out operator of one value is written short", async () => {
    const app = await open("?filter[available][eq]=true");
    await app.at("/books/list?filter[available]=true");
    expect(app.toasts()).toEqual([]);
  });

  it("a chip is taken off alone, Back puts it on again, and the focus stays among the chips", async () => {
    const app = await open(
      "?page=1&filter[available]=false&filter[genre][in]=poetry&filter[genre][in]=novel&filter[price][gte]=20",
    );
    await app.shows("Book 2");
    await hasChips("Genre: Poetry or Novel", "Available: no", "Replacement price: 20 or more");
    await app.person.click(await whenOn("Genre: Poetry or Novel"));
    await app.shows("Book 2", "Book 3");
    expect(app.address()).toBe("/books/list?filter[available]=false&filter[price][gte]=20");
    expect(document.activeElement).toBe(takeOff("Available: no"));
    act(() => app.go(-1));
    await app.shows("Book 2");
    await waitFor(() => expect(chips()).toHaveLength(3));
  });

  it("all are taken off at once; the last one leaves the focus at the button", async () => {
    const app = await open("?search=book&filter[available]=false&filter[price][gte]=60");
    await app.shows("Book 3");
    await app.person.click(await screen.findByRole("button", { name: "Take off all filters" }));
    await app.at("/books/list?search=book");
    await hasNoChips();
    expect(document.activeElement).toBe(app.button("Filter"));
    act(() => app.go(-1));
    await app.shows("Book 3");
    await app.person.click(await whenOn("Available: no"));
    // One alone is taken off by itself.
    await waitFor(() => expect(screen.queryByRole("button", { name: "Take off all filters" })).toBeNull());
    await app.person.click(await whenOn("Replacement price: 60 or more"));
    await hasNoChips();
    expect(document.activeElement).toBe(app.button("Filter"));
  });

  it("a referred record is called by its name, one that is gone as such", async () => {
    await open(`?filter[subject][in]=${BIRDS}&filter[subject][in]=nobody`);
    await hasChips("Subject: Birds or (deleted record)");
  });

  it("of many values a few are named", async () => {
    const ids = Array.from(
      { length: 5 },
      (_, index) => `filter[subject][in]=${index === 0 ? BIRDS : `x${index}`}`,
    );
    const app = await open(`?${ids.join("&")}`);
    await waitFor(() => expect(chips()[0]).toMatch(/^Subject: Birds, .* or 2 more$/));
    // Nor is any other asked for.
    expect(
      app.server.calls.filter(({ path }) => path.startsWith("/api/rest/subjects/")).length,
    ).toBeLessThanOrEqual(6);
  });

  it("where nothing is found, the filters that are on are said, and can be cleared", async () => {
    const app = await open("?search=4&filter[available]=false&filter[photos][empty]=true");
    await screen.findByText("No book matches 4 and fits these filters: Available: no and Photos: empty");
    const notice = within(app.container.querySelector<HTMLElement>(".list-notice") ?? app.container);
    await app.person.click(notice.getByRole("button", { name: "Take off all filters" }));
    await app.shows("Book 4");
    expect(app.address()).toBe("/books/list?search=4");
  });

  it("a list that offers no filter has none", async () => {
    const app = await openBooks(1, "/books/list?filter[available]=true", {
      config: {
        "app.json": (json: { home?: unknown }) => void delete json.home,
        "entities/books.json": (json: { list: { filters?: unknown } }) => void delete json.list.filters,
      },
    });
    await app.at("/books/list");
    expect(screen.queryByRole("button", { name: "Filter" })).toBeNull();
  });
});

describe("the panel of filters", () => {
  it("has a named group for each, Escape closes it, and the focus is at the button again", async () => {
    const app = await open();
    const { panel, button } = await openPanel(app);
    expect(panel.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent)).toEqual([
      "Genre",
      "Available",
      "Subject",
      "Year",
      "Replacement price",
      "Photos",
      "Readers' score",
      "Changed",
      "Changed by",
    ]);
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await app.person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  it("yes and no, several choices, something or nothing: each applies at once, on page 1, as a step of its own", async () => {
    const app = await open("?page=1");
    const { group } = await openPanel(app);
    await app.person.click(group("Available").getByRole("radio", { name: "No" }));
    await app.at("/books/list?filter[available]=false");
    await app.person.click(group("Genre").getByRole("checkbox", { name: "History" }));
    await app.at("/books/list?filter[available]=false&filter[genre]=history");
    await app.person.click(group("Genre").getByRole("checkbox", { name: "Poetry" }));
    await app.at("/books/list?filter[available]=false&filter[genre][in]=poetry&filter[genre][in]=history");
    await app.person.click(group("Photos").getByRole("radio", { name: "Filled in" }));
    await app.shows("Book 2");
    expect(app.address()).toMatch(/&filter\[photos\]\[empty\]=false$/);
    await hasChips("Genre: Poetry or History", "Available: no", "Photos: filled in");
    act(() => app.go(-1));
    await waitFor(() =>
      expect(group("Photos").getByRole<HTMLInputElement>("radio", { name: "Any" }).checked).toBe(true),
    );
    await app.person.click(group("Available").getByRole("radio", { name: "Any" }));
    await app.person.click(group("Genre").getByRole("checkbox", { name: "History" }));
    await app.person.click(group("Genre").getByRole("checkbox", { name: "Poetry" }));
    await app.at("/books/list");
    await hasNoChips();
  });

  it("numbers are taken after a pause, as one step however often they change", async () => {
    const app = await open();
    const { group } = await openPanel(app);
    const [from, to] = group("Replacement price").getAllByRole("textbox");
    if (from === undefined || to === undefined) throw new Error("no boxes");
    await app.person.type(from, "5");
    expect(app.address()).toBe("/books/list");
    await app.at("/books/list?filter[price][gte]=5");
    await app.person.type(from, "０");
    await app.at("/books/list?filter[price][gte]=50");
    await app.person.type(to, "1,000{Enter}");
    await app.at("/books/list?filter[price][gte]=50&filter[price][lte]=1000");
    await app.shows("Book 2", "Book 3");
    await hasChips("Replacement price: 50 to 1,000");
    act(() => app.go(-1));
    await app.at("/books/list?filter[price][gte]=50");
    expect((to as HTMLInputElement).value).toBe("");
    act(() => app.go(-1));
    await app.at("/books/list");
    await waitFor(() => expect((from as HTMLInputElement).value).toBe(""));
  });

  it("what is no number is marked and not asked for", async () => {
    const app = await open("?filter[price][gte]=20");
    const { group } = await openPanel(app);
    const from = group("Replacement price").getByRole("textbox", { name: "From" });
    expect((from as HTMLInputElement).value).toBe("20");
    await app.person.type(from, "x{Enter}");
    expect(from.getAttribute("aria-invalid")).toBe("true");
    expect(app.address()).toBe("/books/list?filter[price][gte]=20");
    await app.person.type(from, "{Backspace},5{Enter}");
    expect(from.getAttribute("aria-invalid")).toBe("true");
    expect(app.address()).toBe("/books/list?filter[price][gte]=20");
    await app.person.type(from, "{Backspace}{Backspace}{Backspace}5{Enter}");
    expect(from.getAttribute("aria-invalid")).toBeNull();
    await app.at("/books/list?filter[price][gte]=25");
  });

  it("what could not be read goes, and its mark too, where the filter is taken off", async () => {
    const app = await open("?filter[price][gte]=20");
    const { group, panel } = await openPanel(app);
    const from = group("Replacement price").getByRole<HTMLInputElement>("textbox", { name: "From" });
    await app.person.type(from, "x{Enter}");
    expect([from.value, from.getAttribute("aria-invalid")]).toEqual(["20x", "true"]);
    await app.person.click(panel.getByRole("button", { name: "Take off all filters" }));
    await app.at("/books/list");
    await waitFor(() => expect([from.value, from.getAttribute("aria-invalid")]).toEqual(["", null]));
  });

  it("what is typed last is asked for also where the panel is closed at once", async () => {
    const app = await open();
    const { group } = await openPanel(app);
    await app.person.type(group("Year").getByRole("textbox", { name: "To" }), "1952");
    await app.person.keyboard("{Escape}");
    await app.at("/books/list?filter[year][lte]=1952");
    await app.shows("Book 1", "Book 2");
  });

  it("what was being typed brings nobody back who has left the list meanwhile", async () => {
    const app = await open();
    const { group } = await openPanel(app);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    await app.person.type(group("Year").getByRole("textbox", { name: "To" }), "1952");
    act(() => app.go("/"));
    await app.heading("You can work here:");
    // Longer than the pause after which it would have been asked for.
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(app.address()).toBe("/");
  });

  it("empty and a value exclude each other", async () => {
    const app = await open("?filter[price][gte]=20");
    const { group } = await openPanel(app);
    const price = group("Replacement price");
    await app.person.click(price.getByRole("radio", { name: "Empty" }));
    await app.at("/books/list?filter[price][empty]=true");
    await app.shows("Book 4");
    await app.person.type(price.getByRole("textbox", { name: "To" }), "60{Enter}");
    await app.at("/books/list?filter[price][lte]=60");
    await app.person.click(price.getByRole("radio", { name: "Filled in" }));
    await app.at("/books/list?filter[price][lte]=60&filter[price][empty]=false");
    await hasChips("Replacement price: 60 or less and filled in");
    // A required field has no such choice.
    expect(group("Year").queryByRole("radio")).toBeNull();
  });

  it("days relative to today are spelled as such; a day of one's own makes the range plain", async () => {
    const app = await open();
    const { group } = await openPanel(app);
    const changed = group("Changed");
    await app.person.selectOptions(changed.getByRole("combobox"), "Past 7 days");
    await app.at("/books/list?filter[updatedAt][gte]=today-6");
    await hasChips("Changed: past 7 days");
    const day = changed.getByLabelText<HTMLInputElement>("From").value;
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    await app.person.selectOptions(changed.getByRole("combobox"), "Today");
    await app.at("/books/list?filter[updatedAt]=today");
    await app.person.selectOptions(changed.getByRole("combobox"), "This month");
    await waitFor(() =>
      expect(app.address()).toMatch(
        /\?filter\[updatedAt\]\[gte\]=\d{4}-\d\d-01&filter\[updatedAt\]\[lte\]=\d{4}-\d\d-(28|29|30|31)$/,
      ),
    );
    // Nothing was changed in the future.
    expect(changed.queryByRole("option", { name: /^Coming/ })).toBeNull();
    await app.person.selectOptions(changed.getByRole("combobox"), "Any");
    await app.at("/books/list");
    await app.person.type(changed.getByLabelText("From"), "2026-03-04");
    await app.at("/books/list?filter[updatedAt][gte]=2026-03-04");
    expect(changed.getByRole<HTMLSelectElement>("combobox").selectedOptions[0]?.textContent).toBe(
      "Chosen days",
    );
    await hasChips("Changed: since 4 Mar 2026");
  });

  it("records of another entity are found by the server, several of them, and taken off again", async () => {
    const app = await open();
    const { group } = await openPanel(app);
    const subjects = group("Subject");
    const box = subjects.getByRole("combobox");
    await app.person.type(box, "bir");
    await waitFor(() =>
      expect(app.server.asked("GET /api/rest/subjects").at(-1)?.query.nameQuery).toBe("bir"),
    );
    await app.person.click(await subjects.findByRole("option", { name: "Birds" }));
    await app.at(`/books/list?filter[subject]=${BIRDS}`);
    await app.shows("Book 1", "Book 3");
    await hasChips("Subject: Birds");
    await app.person.type(box, "st");
    await app.person.click(await subjects.findByRole("option", { name: "Stars" }));
    await app.at(`/books/list?filter[subject][in]=${BIRDS}&filter[subject][in]=${STARS}`);
    await app.person.click(await subjects.findByRole("button", { name: "Take off Birds" }));
    await app.at(`/books/list?filter[subject]=${STARS}`);
    expect(document.activeElement).toBe(box);
    // Escape closes the list of choices first.
    await app.person.click(box);
    await subjects.findByRole("option", { name: "Birds" });
    await app.person.keyboard("{Escape}");
    screen.getByRole("dialog", { name: "Filters" });
    await app.person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says how many there are, and takes all filters off", async () => {
    const app = await open("?filter[available]=false");
    const { panel } = await openPanel(app);
    await waitFor(() => expect(panel.getAllByRole("status").at(-1)?.textContent).toBe("2 in all"));
    await app.person.click(panel.getByRole("button", { name: "Take off all filters" }));
    await app.at("/books/list");
    await waitFor(() => expect(panel.getAllByRole("status").at(-1)?.textContent).toBe("4 in all"));
    await app.person.click(panel.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("totals", () => {
  const rows =
    (more: object): (() => Answer) =>
    () => ({
      status: 200,
      body: { books: Array.from({ length: 10 }, (_, index) => book(index + 1)), ...more },
    });
  const pages = () =>
    within(screen.getByRole("navigation", { name: "Pages" }))
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"));

  it("more than are counted are said so, and no last page is offered", async () => {
    const app = await open("", (server) => server.on(LIST, rows({ total: 10_000, totalIsMore: true })));
    await screen.findByText("More than 10,000 in all");
    expect(pages()).toEqual(["Previous page", "Page 1", "Page 2", "Page 3", "Page 4", "Page 5", "Next page"]);
    act(() => app.go("/books/list?page=1000"));
    await waitFor(() => expect(pages()).toContain("Page 1000"));
    expect(app.button("Next page").getAttribute("aria-disabled")).toBe("false");
    await app.person.click(app.button("Next page"));
    await app.at("/books/list?page=1001");
    expect(pages()).toEqual(["Previous page", "Page 1", "Page 1000", "Page 1001", "Next page"]);
  });

  it("stay so while a deleted record's list is fetched anew", async () => {
    const app = await open("", (server) => {
      server.on(LIST, rows({ total: 10_000, totalIsMore: true }));
      server.on(`DELETE /api/rest/books/${book(1)._id}`, () => ({ status: 200, body: {} }));
    });
    await screen.findByText("More than 10,000 in all");
    const coming = later();
    app.server.on(LIST, coming.serve);
    await app.person.click(await screen.findByRole("button", { name: "Delete Book 1" }));
    await app.person.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
    );
    await waitFor(() => expect(app.rows()).toHaveLength(9));
    screen.getByText("More than 10,000 in all");
    await act(async () => coming.answer(rows({ total: 10_000, totalIsMore: true })()));
  });

  it("where only part of the records was looked at, that is said", async () => {
    await open("", (server) => server.on(LIST, rows({ total: 10, isPartial: true })));
    await screen.findByText(/^10 found so far\. Not all were looked at/);
  });

  it("the number is said by a region that is there before it changes", async () => {
    const app = await open();
    await screen.findByText("4 in all");
    const region = screen.getByText("4 in all");
    expect(region.getAttribute("role")).toBe("status");
    act(() => app.go("/books/list?filter[available]=false"));
    await waitFor(() => expect(region.textContent).toBe("2 in all"));
    expect(region.isConnected).toBe(true);
  });

  it("a filter that the server refuses is a failed list that says why", async () => {
    const app = await open("?filter[available]=true", (server) =>
      server.on(LIST, () => refusal(400, "No such filter")),
    );
    await app.notice();
    expect(app.toasts()).toEqual(["error: The list could not be fetched: No such filter"]);
    // It can still be taken off.
    app.server.on(LIST, undefined);
    await app.person.click(await whenOn("Available: yes"));
    await app.shows("Book 1", "Book 2", "Book 3", "Book 4");
  });
});
