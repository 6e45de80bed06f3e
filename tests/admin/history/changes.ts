import type { HistoryEntry } from "../../../src/wire/journal.ts";
import { book, type FakeServer, type Serve } from "../fake-server.ts";

export const JOURNAL = "GET /api/journal";
export const UNDO = "POST /api/journal/undo";
export const BOOK = book(1)._id;

/** A change of a book, complete but for what the test is about. */
export function change(position: number, values: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    position,
    changeId: `change-${position}`,
    kind: "update",
    entity: "books",
    _id: BOOK,
    title: "Book 1",
    version: position,
    at: "2026-03-04T15:06:00.000Z",
    by: "director",
    byId: "m1",
    fields: [{ field: "title", was: "Book 0", now: "Book 1" }],
    undoable: true,
    ...values,
  };
}

/** The same as whoever may not undo it gets it. */
export function fixedChange(position: number, values: Partial<HistoryEntry> = {}): HistoryEntry {
  const { undoable: _, ...rest } = change(position, values);
  return rest;
}

/** Answers pages of two. */
export function pagesOf(all: readonly HistoryEntry[]): Serve {
  return ({ query }) => {
    const rest = all.filter(({ position }) => position < Number(query.before ?? Number.POSITIVE_INFINITY));
    const entries = rest.slice(0, 2);
    const next = rest.length > 2 ? { next: entries[1]?.position } : {};
    return { status: 200, body: { entries, ...next } };
  };
}

/** A server with the book and its changes. */
export const withChanges = (all: readonly HistoryEntry[]) => (server: FakeServer) => {
  server.records.set("books", [book(1)]);
  server.on(JOURNAL, pagesOf(all));
};
