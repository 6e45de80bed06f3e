import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { dayOf } from "../../../src/record/day.ts";
import type { HistoryEntry, HistoryEvent } from "../../../src/wire/journal.ts";
import { book, type FakeServer } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { BOOK, change, JOURNAL, pagesOf, withChanges } from "./changes.ts";

afterEach(() => vi.restoreAllMocks());

const openJournal = async (
  all: readonly HistoryEntry[],
  address = "/journal",
  prepare: (server: FakeServer) => void = () => undefined,
) => {
  const app = await openApp(address, {
    prepare(server) {
      withChanges(all)(server);
      prepare(server);
    },
  });
  await app.heading("All changes");
  return {
    ...app,
    asked: () => app.server.asked(JOURNAL).at(-1)?.query,
    entries: (count: number) =>
      waitFor(() => expect(document.querySelectorAll(".history-entry")).toHaveLength(count)),
  };
};

describe("the page with all changes", () => {
  it("is in the menu of those whom the config names alone", async () => {
    const app = await openJournal([change(1)]);
    await app.entries(1);
    expect(screen.getByRole("link", { name: "All changes" }).getAttribute("href")).toBe("/journal");
    app.unmount();
    const stocker = await openApp("/journal", { role: "stocker" });
    await stocker.heading("There is no such page");
    expect(screen.queryByRole("link", { name: "All changes" })).toBeNull();
  });

  it("leads to the record's own history", async () => {
    await openJournal([change(1)]);
    const link = await screen.findByRole("link", { name: "Book 1" });
    expect(link.getAttribute("href")).toBe(`/books/history/${BOOK}`);
  });

  it("asks for what its address says, days in the app's time zone", async () => {
    const query = `by=m1&entity=books&kind=delete&from=2026-03-04&until=2026-03-05`;
    const app = await openJournal([change(1)], `/journal?${query}&odd=1`);
    await app.entries(1);
    expect(app.asked()).toEqual({
      by: "m1",
      entity: "books",
      kind: "delete",
      from: "2026-03-04T00:00:00.000Z",
      until: "2026-03-06T00:00:00.000Z",
    });
    expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe("2026-03-04");
    await app.person.click(app.button("Clear filters"));
    await waitFor(() => expect(app.asked()).toEqual({}));
  });

  it("drops what makes no sense in an address", async () => {
    const app = await openJournal([change(1)], "/journal?entity=nothing&kind=x&from=yesterday");
    await app.entries(1);
    expect(app.asked()).toEqual({});
  });

  it("what one account changed today is two presses away", async () => {
    const app = await openJournal([change(1)]);
    await app.person.click(await screen.findByRole("button", { name: "director" }));
    await app.person.click(app.button("Today"));
    const today = dayOf(new Date(), "UTC");
    await app.at(`/journal?by=m1&from=${today}&until=${today}`);
    await waitFor(() => expect(app.asked()).toMatchObject({ by: "m1", from: `${today}T00:00:00.000Z` }));
    await app.person.selectOptions(screen.getByLabelText("Action"), "Deleted");
    await waitFor(() => expect(app.asked()).toMatchObject({ kind: "delete" }));
  });

  it("offers the accounts that one may see, found by the server", async () => {
    const app = await openJournal([change(1)], "/journal", (server) => {
      server.records.set("members", [book(5, { username: "bea" }), book(6, { username: "cleo" })]);
    });
    const choice = await screen.findByRole("combobox", { name: "Account" });
    await app.person.type(choice, "be");
    const searched = () => app.server.asked("GET /api/rest/members").map(({ query }) => query.nameQuery);
    await waitFor(() => expect(searched()).toContain("be"));
    await waitFor(() => expect(screen.queryByRole("option", { name: "cleo" })).toBeNull());
    await app.person.click(await screen.findByRole("option", { name: "bea" }));
    await app.at(`/journal?by=${book(5)._id}`);
    await waitFor(() => expect(app.asked()).toEqual({ by: book(5)._id }));
    await app.person.click(app.button("Clear filters"));
    await waitFor(() => expect(app.asked()).toEqual({}));
  });

  it("says that only a part was searched where a page is short, and searches on", async () => {
    const app = await openJournal([], "/journal", (server) => {
      server.on(JOURNAL, ({ query }) => ({
        status: 200,
        body: query.before === "9" ? { entries: [change(1)] } : { entries: [], next: 9 },
      }));
    });
    await screen.findByText("Only part of the changes has been searched");
    expect(screen.queryByText("No changes found")).toBeNull();
    await app.person.click(app.button("Search on"));
    await app.entries(1);
    expect(screen.queryByRole("button", { name: "Search on" })).toBeNull();
  });

  it("says what reverses an earlier change, and what is one of several; names deleted records that values refer to", async () => {
    const fields = [{ field: "subject", was: null, now: "s1" }];
    const app = await openJournal([
      change(2, { undoes: "change-1", together: 7, fields, names: { s1: "Birds" } }),
      change(1),
    ]);
    await app.entries(2);
    const [undoing, plain] = document.querySelectorAll<HTMLElement>(".history-entry");
    expect(undoing?.textContent).toMatch(/^directorChangedUndo of an earlier change/);
    expect(undoing?.textContent).toContain("Part of a change of 7 records; undoing takes back all");
    expect(undoing?.querySelector("ins")?.textContent).toBe("After: Birds");
    expect(app.server.asked("GET /api/rest/subjects/s1")).toEqual([]);
    expect(plain?.textContent).not.toMatch(/Undo of|Part of/);
  });

  it("says where more were changed at once than are counted, and where no field was changed", async () => {
    const app = await openJournal([
      change(2, { together: 100, togetherIsMore: true }),
      change(1, { fields: [] }),
    ]);
    await app.entries(2);
    const [many, same] = document.querySelectorAll<HTMLElement>(".history-entry");
    expect(many?.textContent).toContain("Part of a change of 100+ records");
    expect(many?.textContent).not.toContain("No visible field");
    expect(same?.textContent).toContain("No visible field changed");
  });

  it("is left out for entities that are not open, without a gap in what follows", async () => {
    const app = await openJournal([change(3, { entity: "gone" }), change(2), change(1)]);
    await app.entries(1);
    await app.person.click(app.button("Search on"));
    await app.entries(2);
  });
});

const LOGIN: HistoryEvent = {
  position: 2,
  changeId: "change-2",
  kind: "login",
  at: "2026-03-04T15:06:00.000Z",
  by: "ada",
  byId: "m2",
};
const SAVED: HistoryEvent = { ...LOGIN, position: 1, kind: "config", files: ["app.json", "=x.json"] };
const EVENTS = (server: FakeServer) =>
  server.on(JOURNAL, () => ({ status: 200, body: { entries: [change(3), LOGIN, SAVED] } }));

describe("what is of no record", () => {
  it("is shown without a way back, and can be asked for", async () => {
    const app = await openJournal([], "/journal?kind=login", EVENTS);
    await app.entries(3);
    expect(app.asked()).toEqual({ kind: "login" });
    const [, login, saved] = document.querySelectorAll<HTMLElement>(".history-entry");
    expect(login?.textContent).toMatch(/^adaLogged in/);
    expect(saved?.textContent).toMatch(/Configuration changed.*Filesapp\.json=x\.json$/);
    expect(within(login ?? document.body).getAllByRole("button")).toHaveLength(1);
    await app.person.selectOptions(screen.getByLabelText("Action"), "Configuration changed");
    await waitFor(() => expect(app.asked()).toEqual({ kind: "config" }));
  });
});

describe("the CSV file", () => {
  async function exported(
    all: readonly HistoryEntry[],
    address = "/journal",
    prepare?: (server: FakeServer) => void,
  ) {
    const made: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      made.push(blob as Blob);
      return "blob:made";
    });
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    const app = await openJournal(all, address, prepare);
    await app.person.click(app.button("Export CSV"));
    await waitFor(() => expect(clicked).toHaveLength(1));
    return { ...app, name: clicked[0], text: (await made[0]?.text()) ?? "" };
  }

  it("has all that the filters find, page by page, a row for each field", async () => {
    const fields = [
      { field: "title", was: "=1+1", now: "Book, 1" },
      { field: "genre", was: null, now: "history" },
      { field: "isbn", secret: true as const },
      { field: "subject", was: "s1", now: "s2" },
    ];
    const all = [
      change(3, { fields, undoes: "change-2", names: { s1: "Birds" } }),
      change(2),
      change(1, { kind: "delete", fields: [] }),
    ];
    const app = await exported(all, "/journal?entity=books");
    expect(app.name).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);
    const lines = app.text.replace(/^\uFEFF/, "").split("\r\n");
    expect(lines[0]).toBe("Time,Account,Action,Area,Record,ID,Change,Undo of,Field,Before,After");
    const start = (kind: string, position: number, undoes = "") =>
      `2026-03-04 15:06:00,director,${kind},book,Book 1,${BOOK},change-${position},${undoes}`;
    expect(lines[1]).toBe(`${start("Changed", 3, "change-2")},Title,'=1+1,"Book, 1"`);
    expect(lines[2]).toBe(`${start("Changed", 3, "change-2")},Genre,,History`);
    expect(lines[3]).toContain("ISBN,Changed. The value is not shown to anybody.");
    expect(lines[4]).toBe(`${start("Changed", 3, "change-2")},Subject,Birds,s2`);
    expect(lines[6]).toBe(`${start("Deleted", 1)},,,`);
    expect(lines).toHaveLength(8);
    expect(app.asked()).toEqual({ entity: "books", limit: "100", before: "2" });
  });

  it("has a row for what is of no record", async () => {
    const app = await exported([], "/journal", EVENTS);
    const lines = app.text.split("\r\n");
    expect(lines[2]).toContain("2026-03-04 15:06:00,ada,Logged in,,,,change-2,,,,");
    expect(app.text).toContain(`ada,Configuration changed,,"app.json\n'=x.json",,change-2,,,,`);
  });

  it("ends at a bound, and says so", async () => {
    const many = Array.from({ length: 100 }, (_, index) => change(index + 1, { fields: [] }));
    const app = await openJournal([], "/journal", (server) => {
      const pages = { status: 200, body: { entries: many, next: 5 } };
      server.on(JOURNAL, (call) => (call.query.limit === "100" ? pages : pagesOf([])(call)));
    });
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:made");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await app.person.click(app.button("Export CSV"));
    await waitFor(() => expect(app.toasts()).toHaveLength(1));
    expect(app.toasts()[0]).toContain("the latest 10000 changes");
    expect(app.server.asked(JOURNAL).filter(({ query }) => query.limit === "100")).toHaveLength(100);
  });

  it("is let go after ten seconds, when the browser has read it", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const gone = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
    await exported([change(1, { fields: [] })]);
    expect(gone).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(gone.mock.calls).toEqual([["blob:made"]]);
    vi.useRealTimers();
  });
});
