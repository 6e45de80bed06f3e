import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { BinRecord, HistoryEntry } from "../../../src/wire/journal.ts";
import { book, type FakeServer } from "../fake-server.ts";
import { BOOK, change, JOURNAL, pagesOf, UNDO } from "../history/changes.ts";
import { openApp } from "../open-app.tsx";

const RECORD = `GET /api/rest/books/${BOOK}`;

/** A page whose stream is open. */
async function openLive(address: string, heading: string, prepare: (server: FakeServer) => void) {
  const app = await openApp(address, {
    isLive: true,
    prepare(server) {
      server.records.set("books", [book(1)]);
      prepare(server);
    },
  });
  await app.heading(heading);
  await waitFor(() => expect(app.server.streams.count()).toBe(1));
  return {
    ...app,
    tell: (_id: string, entity = "books") =>
      app.server.streams.tell({ records: [{ entity, _id, version: 9 }] }),
    /** The values before, the latest change first. */
    shows: (...was: string[]) =>
      waitFor(() => {
        const entries = [...document.querySelectorAll(".history-entry")];
        expect(entries.map((one) => one.querySelector("del")?.textContent)).toEqual(
          was.map((one) => expect.stringContaining(one)),
        );
      }),
    /** Asks for what was held back. */
    showNews: async () => app.person.click(await screen.findByRole("button", { name: "Show" })),
    hasNews: () => screen.queryByRole("button", { name: "Show" }) !== null,
  };
}

const titled = (position: number) =>
  change(position, { fields: [{ field: "title", was: `Was ${position}`, now: "Now" }] });

/** What stands on screen that says that one waits, while `run` goes on. */
async function signsOfWaiting(run: () => Promise<void>): Promise<readonly string[]> {
  const signs: string[] = [];
  const watching = new MutationObserver(() => {
    for (const selector of [".pending", "[aria-busy=true]", ".skeleton"])
      if (document.querySelector(selector) !== null) signs.push(selector);
  });
  watching.observe(document.body, { childList: true, subtree: true, attributes: true });
  await run();
  watching.disconnect();
  return signs;
}

describe("the history of a record", () => {
  it("holds back what others change until one asks for it, so that nothing moves under the pointer", async () => {
    const all: HistoryEntry[] = [titled(2), titled(1)];
    const app = await openLive(`/books/history/${BOOK}`, "History", (server) =>
      server.on(JOURNAL, ({ query }) => pagesOf(all)({ query } as never)),
    );
    await app.shows("Was 2", "Was 1");
    const [, button] = screen.getAllByRole("button", { name: "Undo this change" });
    button?.focus();
    const reads = app.server.asked(RECORD).length;
    all.unshift(titled(3));
    const signs = await signsOfWaiting(async () => {
      app.tell(BOOK);
      await waitFor(() => expect(app.hasNews()).toBe(true));
      await app.shows("Was 2", "Was 1");
    });
    expect(signs).toEqual([]);
    expect(document.activeElement).toBe(button);
    await app.showNews();
    // The first page has two; what was below it stays.
    await app.shows("Was 3", "Was 2", "Was 1");
    expect(app.hasNews()).toBe(false);
    // What can be taken back depends on the record as it is now.
    await waitFor(() => expect(app.server.asked(RECORD).length).toBeGreaterThan(reads));
  });

  it("has no gap where more was changed than a page has", async () => {
    const all: HistoryEntry[] = [titled(2), titled(1)];
    const app = await openLive(`/books/history/${BOOK}`, "History", (server) =>
      server.on(JOURNAL, (call) => pagesOf(all)(call)),
    );
    await app.shows("Was 2", "Was 1");
    all.unshift(titled(5), titled(4), titled(3));
    app.tell(BOOK);
    await app.showNews();
    await app.shows("Was 5", "Was 4");
    await app.person.click(app.button("Earlier changes"));
    await app.shows("Was 5", "Was 4", "Was 3", "Was 2");
  });

  it("keeps what is held when one asks for more below", async () => {
    const all: HistoryEntry[] = [titled(4), titled(3), titled(2), titled(1)];
    const app = await openLive(`/books/history/${BOOK}`, "History", (server) =>
      server.on(JOURNAL, (call) => pagesOf(all)(call)),
    );
    await app.shows("Was 4", "Was 3");
    all.unshift(titled(5));
    app.tell(BOOK);
    await waitFor(() => expect(app.hasNews()).toBe(true));
    await app.person.click(app.button("Earlier changes"));
    await app.shows("Was 4", "Was 3", "Was 2", "Was 1");
    await app.showNews();
    await app.shows("Was 5", "Was 4", "Was 3", "Was 2", "Was 1");
  });

  it("shows at once what one did oneself", async () => {
    const all: HistoryEntry[] = [titled(1)];
    const app = await openLive(`/books/history/${BOOK}`, "History", (server) => {
      server.on(JOURNAL, (call) => pagesOf(all)(call));
      server.on(UNDO, () => {
        all.unshift(titled(2));
        return { status: 200, body: { undone: 1, kept: [], notRestored: [] } };
      });
    });
    await app.shows("Was 1");
    await app.person.click(app.button("Undo this change"));
    app.tell(BOOK);
    await app.shows("Was 2", "Was 1");
    await waitFor(() => expect(app.hasNews()).toBe(false));
  });

  it("is not asked for again when another record is changed", async () => {
    const app = await openLive(`/books/history/${BOOK}`, "History", (server) =>
      server.on(JOURNAL, pagesOf([titled(1)])),
    );
    await app.shows("Was 1");
    const before = app.server.asked(JOURNAL).length;
    app.tell(book(2)._id);
    app.tell(BOOK, "loans");
    // Longer than it would take.
    await act(() => new Promise((done) => setTimeout(done, 400)));
    expect(app.server.asked(JOURNAL)).toHaveLength(before);
    app.server.streams.tell({ lists: ["books"] });
    await waitFor(() => expect(app.server.asked(JOURNAL).length).toBeGreaterThan(before));
  });
});

it("the page with all changes shows those of every record that one is told of", async () => {
  const all: HistoryEntry[] = [titled(1)];
  const app = await openLive("/journal", "All changes", (server) =>
    server.on(JOURNAL, (call) => pagesOf(all)(call)),
  );
  await app.shows("Was 1");
  all.unshift(titled(2));
  const signs = await signsOfWaiting(async () => {
    app.tell(book(2)._id);
    await waitFor(() => expect(app.hasNews()).toBe(true));
    await app.shows("Was 1");
  });
  expect(signs).toEqual([]);
  await app.showNews();
  await app.shows("Was 2", "Was 1");
});

it("the page with all changes follows what is of no record too", async () => {
  const all: HistoryEntry[] = [titled(1)];
  const app = await openLive("/journal", "All changes", (server) =>
    server.on(JOURNAL, (call) => pagesOf(all)(call)),
  );
  await app.shows("Was 1");
  all.unshift(titled(2));
  app.server.streams.tell({ events: true });
  await app.showNews();
  await app.shows("Was 2", "Was 1");
});

it("the bin shows what others delete and restore; what was restored here stays in its row", async () => {
  const deleted = (number: number): BinRecord => ({
    _id: book(number)._id,
    position: number,
    title: `Book ${number}`,
    until: "2026-04-03T15:06:00.000Z",
    deletedAt: "2026-03-04T15:06:00.000Z",
    deletedBy: null,
    restorable: true,
  });
  let records = [deleted(2), deleted(1)];
  const app = await openLive("/books/bin", "Books: recently deleted", (server) => {
    server.on("GET /api/journal/bin", () => ({ status: 200, body: { records } }));
    server.on("POST /api/journal/restore", () => ({ status: 200, body: book(1) }));
  });
  const rows = () => [...document.querySelectorAll(".bin-name")].map(({ textContent }) => textContent);
  await waitFor(() => expect(rows()).toEqual(["Book 2", "Book 1"]));
  records = [deleted(3), deleted(2), deleted(1)];
  app.tell(book(3)._id);
  await app.showNews();
  await waitFor(() => expect(rows()).toEqual(["Book 3", "Book 2", "Book 1"]));
  await app.person.click(app.button("Restore Book 1"));
  const restored = await screen.findByRole("link", { name: "Open Book 1" });
  await waitFor(() => expect(document.activeElement).toBe(restored));
  records = [deleted(3)];
  app.tell(book(1)._id);
  await waitFor(() => expect(rows()).toEqual(["Book 3", "Book 1"]));
  // Deleted once more.
  records = [{ ...deleted(1), position: 4 }, deleted(3)];
  app.tell(book(1)._id);
  await app.showNews();
  await waitFor(() => expect(rows()).toEqual(["Book 1", "Book 3"]));
  expect(app.button("Restore Book 1")).not.toBeNull();
});
