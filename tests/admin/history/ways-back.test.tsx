import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { book, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { BOOK, change, fixedChange, UNDO, withChanges } from "./changes.ts";
import { AT, openHistory } from "./open-history.ts";

afterEach(() => vi.restoreAllMocks());

describe("the ways back", () => {
  it("undoes a change, and shows what is there then", async () => {
    const all = [change(1)];
    const app = await openHistory(all, (server) => {
      server.on(UNDO, () => {
        all.unshift(change(2, { fields: [{ field: "title", was: "Book 1", now: "Book 0" }] }));
        return { status: 200, body: { undone: 1, kept: [] } };
      });
    });
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    await app.entries(2);
    expect(app.server.asked(UNDO).at(-1)?.body).toEqual({ changeId: "change-1", rest: false });
    expect(app.toasts()).toEqual(["success: The change was undone"]);
  });

  it("says what did not come back", async () => {
    const notRestored = [{ entity: "books", _id: book(1)._id, title: "Book 1", reason: "Without: Cover" }];
    const app = await openHistory([change(1, { kind: "delete" })], (server) => {
      server.on(UNDO, () => ({ status: 200, body: { undone: 1, kept: [], notRestored } }));
    });
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    await waitFor(() =>
      expect(app.toasts()).toEqual(["success: The change was undone", "warning: Book 1: Without: Cover"]),
    );
  });

  it("asks before it deletes a record by that", async () => {
    const app = await openHistory([change(1, { kind: "create" })], (server) => {
      server.on(UNDO, () => ({ status: 200, body: { undone: 1, kept: [] } }));
    });
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("“Book 1” will be deleted");
    await app.person.click(within(question).getByRole("button", { name: "Keep" }));
    expect(app.server.asked(UNDO)).toEqual([]);
  });

  it("says what stands in the way, and offers the rest where this record is none of it", async () => {
    const kept = [{ entity: "books", _id: book(2)._id, title: "Book 2", reason: "Changed again" }];
    const app = await openHistory([change(1)], (server) => {
      server.on(UNDO, () => refusal(409, "Not undone", { errorCode: "NOT_UNDONE", kept, undoable: 1 }));
    });
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toMatch(/^This stands in the wayBook 2 Changed again/);
    expect(app.toasts()).toEqual([]);
    app.server.on(UNDO, () => ({ status: 200, body: { undone: 1, kept } }));
    await app.person.click(within(notice).getByRole("button", { name: "Undo the rest" }));
    await waitFor(() =>
      expect(app.server.asked(UNDO).at(-1)?.body).toEqual({ changeId: "change-1", rest: true }),
    );
    kept[0] = { entity: "books", _id: BOOK, title: "Book 1", reason: "Changed again" };
    app.server.on(UNDO, () => refusal(409, "Not undone", { errorCode: "NOT_UNDONE", kept, undoable: 1 }));
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    await screen.findByText("Book 1", { selector: ".history-kept strong" });
    expect(screen.queryByRole("button", { name: "Undo the rest" })).toBeNull();
  });

  it("says which fields of this record were changed again, as people read them, and offers to undo the others", async () => {
    const fields = [
      { field: "genre", was: "history", now: "science" },
      { field: "subject", was: null, now: "s00000000000000000000001" },
      { field: "note", long: true as const },
    ];
    const kept = [
      { entity: "books", _id: BOOK, title: "Book 1", reason: "Changed again", fields, partly: true as const },
    ];
    const app = await openHistory([change(1)], (server) => {
      server.records.set("subjects", [book(1, { _id: "s00000000000000000000001", name: "Birds" })]);
      server.on(UNDO, () => refusal(409, "Not undone", { errorCode: "NOT_UNDONE", kept, undoable: 1 }));
    });
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    const notice = await screen.findByRole("alert");
    expect([...notice.querySelectorAll("li p")].map(({ textContent }) => textContent)).toEqual([
      "Genre: became History, is Science",
      "Subject: became empty, is Birds",
      "Note: became A long text, is A long text",
    ]);
    const notRestored = [{ entity: "books", _id: BOOK, title: "Book 1", reason: "No password" }];
    app.server.on(UNDO, () => ({ status: 200, body: { undone: 1, kept, notRestored } }));
    await app.person.click(within(notice).getByRole("button", { name: "Undo the rest" }));
    await waitFor(() =>
      expect(app.toasts()).toEqual(["success: The change was undone", "warning: Book 1: No password"]),
    );
    expect(app.server.asked(UNDO).at(-1)?.body).toEqual({ changeId: "change-1", rest: true });
    expect(screen.queryByRole("button", { name: "Undo the rest" })).toBeNull();
  });

  it("restores the whole record to how it was after a change, and says what stays", async () => {
    const restore = "POST /api/journal/restore";
    const app = await openHistory([change(2), change(1, { kind: "create" })], (server) => {
      server.on(`GET /api/rest/books/${BOOK}`, () => ({
        status: 200,
        body: book(1),
        headers: { etag: '"2"' },
      }));
      server.on(restore, () => ({
        status: 200,
        body: { record: book(1), notRestored: ["Password stays as it is"] },
        headers: { "change-id": "change-3" },
      }));
    });
    // Not to what it is already.
    const buttons = await screen.findAllByRole("button", { name: "Restore this version" });
    expect(buttons).toHaveLength(1);
    await app.person.click(buttons[0] ?? document.body);
    await waitFor(() => expect(app.toasts()).toHaveLength(2));
    expect(app.toasts()[0]).toMatch(/^success: The record is again as it was at .*2026/);
    expect(app.toasts()[1]).toBe("warning: Password stays as it is");
    expect(app.server.asked(restore).at(-1)?.body).toEqual({ entity: "books", _id: BOOK, position: 1 });
    expect(screen.getByRole("button", { name: "Take back" })).toBeTruthy();
    const errors = [{ path: "/title", keyword: "unique", message: "There is a Book 0" }];
    app.server.on(restore, () => refusal(409, "Invalid", { errorCode: "DUPLICATE", errors }));
    await app.person.click(app.button("Restore this version"));
    await waitFor(() => expect(app.toasts().at(-1)).toContain("not restored: There is a Book 0"));
  });

  it("offers the rest also where only records that one may not see stand in the way", async () => {
    const app = await openHistory([change(1)], (server) => {
      const body = { errorCode: "NOT_UNDONE", kept: [], undoable: 1 };
      server.on(UNDO, () => refusal(409, "It also changed others", body));
    });
    await app.person.click(await screen.findByRole("button", { name: "Undo this change" }));
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("It also changed others");
    app.server.on(UNDO, () => ({ status: 200, body: { undone: 1, kept: [] } }));
    await app.person.click(within(notice).getByRole("button", { name: "Undo the rest" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(app.server.asked(UNDO).map(({ body }) => (body as { rest: boolean }).rest)).toEqual([false, true]);
  });

  it("gives one field its earlier value again, where it has another now", async () => {
    const fields = [
      { field: "title", was: "Book 0", now: "Book 1" },
      { field: "year", was: 1951, now: 1960 },
    ];
    const put = `PUT /api/rest/books/${BOOK}`;
    const app = await openHistory([change(1, { fields })], (server) => {
      server.on(put, ({ body }) => ({
        status: 200,
        body: { ...book(1), ...(body as object) },
        headers: { "change-id": "taken-back" },
      }));
    });
    await app.person.click(await screen.findByRole("button", { name: "Take back Title" }));
    await waitFor(() =>
      expect(app.toasts()).toEqual([expect.stringMatching(/^success: Title has its earlier value again/)]),
    );
    expect(app.button("Take back").closest(".toast")).not.toBeNull();
    expect(app.server.asked(put).at(-1)?.body).toMatchObject({ title: "Book 0" });
    expect(screen.queryByRole("button", { name: "Take back Year" })).toBeNull();
    const errors = [{ path: "/title", keyword: "unique", message: "There is a Book 0" }];
    app.server.on(put, () => refusal(400, "Invalid", { errorCode: "VALIDATION_ERROR", errors }));
    await app.person.click(app.button("Take back Title"));
    await waitFor(() => expect(app.toasts().at(-1)).toContain("There is a Book 0"));
  });

  it("change the record as it is shown: what somebody else changed since is not overwritten unseen", async () => {
    const fields = [{ field: "title", was: "Book 0", now: "Book 1" }];
    const put = `PUT /api/rest/books/${BOOK}`;
    const app = await openHistory([change(1, { fields })], (server) => {
      server.on(put, () => refusal(409, "Bert changed it", { errorCode: "STALE" }));
    });
    const takeBack = await screen.findByRole("button", { name: "Take back Title" });
    app.server.records.set("books", [{ ...book(1), title: "Bert's", updatedAt: "2026-03-03T00:00:00.000Z" }]);
    await app.person.click(takeBack);
    await waitFor(() => expect(app.toasts().at(-1)).toContain("Bert changed it"));
    expect(app.server.asked(put).at(-1)?.body).toMatchObject({ updatedAt: book(1).updatedAt });
  });

  it("are not offered for protected records, nor to whoever may not edit, nor for fields that one may not change", async () => {
    const app = await openHistory([fixedChange(1)], (server) => {
      server.records.set("books", [{ ...book(1), isProtected: true }]);
    });
    await app.first();
    expect(screen.queryByRole("button", { name: "Undo this change" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Take back Title" })).toBeNull();
    app.unmount();
    const fields = [
      { field: "title", was: "Book 0", now: "Book 1" },
      { field: "available", was: false, now: true },
    ];
    await openHistory([change(1, { fields })], () => undefined, "shelver");
    await screen.findByRole("button", { name: "Take back Available" });
    expect(screen.queryByRole("button", { name: "Take back Title" })).toBeNull();
  });

  it("are not offered for records outside of the part that one may change", async () => {
    const filter = [{ field: "genre", op: "eq", value: "novel" }];
    const app = await openApp(AT, {
      role: "stocker",
      config: {
        "entities/books.json": (json) => {
          json.rights.records = [{ permission: "stock", filter, to: ["edit"] }];
        },
      },
      prepare(server) {
        withChanges([change(1, { fields: [{ field: "title", was: "Book 0", now: "Book 1" }] })])(server);
      },
    });
    await waitFor(() => expect(document.querySelectorAll(".history-entry")).toHaveLength(1));
    await waitFor(() => expect(app.server.asked(`GET /api/rest/books/${BOOK}`)).not.toEqual([]));
    await act(async () => {});
    expect(screen.queryByRole("button", { name: "Take back Title" })).toBeNull();
    app.unmount();
    await openApp(AT, {
      role: "stocker",
      config: {
        "entities/books.json": (json) => {
          json.rights.records = [{ permission: "stock", filter, to: ["edit"] }];
        },
      },
      prepare(server) {
        withChanges([change(1)])(server);
        server.records.set("books", [book(1, { genre: "novel" })]);
      },
    });
    await screen.findByRole("button", { name: "Take back Title" });
  });

  it("of a deleted record lead to the bin", async () => {
    await openHistory([change(2, { kind: "delete", fields: [] }), fixedChange(1)], (server) => {
      server.records.set("books", []);
    });
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Undo this change" })).toHaveLength(1));
    expect(screen.getByRole("link", { name: "Recently deleted" }).getAttribute("href")).toBe("/books/bin");
  });
});
