import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { book, type FakeServer, refusal } from "../fake-server.ts";
import { openBooks } from "../list/open-books.ts";
import { openApp } from "../open-app.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const UNDO = "POST /api/journal/undo";
const BOOK = `/api/rest/books/${book(1)._id}`;

/** Deleting and changing the first book have a change id each. */
function changing(server: FakeServer): void {
  const books = () => server.records.get("books") ?? [];
  server.on(`DELETE ${BOOK}`, () => {
    server.records.set("books", books().slice(1));
    return { status: 200, body: { message: "gone" }, headers: { "change-id": "c1" } };
  });
  server.on(`PUT ${BOOK}`, ({ body }) => {
    const [first = book(1), ...others] = books();
    const stored = { ...first, ...(body as object), updatedAt: "2026-04-04T04:04:00.000Z" };
    server.records.set("books", [stored, ...others]);
    return { status: 200, body: stored, headers: { "change-id": "c2", etag: '"2"' } };
  });
}

const takeBack = () => screen.findByRole("button", { name: "Take back" });

async function deleteFirst(app: Awaited<ReturnType<typeof openBooks>>): Promise<void> {
  await app.person.click(await screen.findByRole("button", { name: "Delete Book 1" }));
  const question = await screen.findByRole("alertdialog");
  await app.person.click(within(question).getByRole("button", { name: "Delete" }));
}

/** Saves a book as another one, and opens its form again. */
async function saveAndReturn() {
  const app = await openApp(`/books/edit/${book(1)._id}`, {
    prepare(server) {
      server.records.set("books", [book(1, { subject: "s1" })]);
      changing(server);
    },
  });
  app.server.on(UNDO, () => {
    app.server.records.set("books", [book(1, { subject: "s1", updatedAt: "2026-05-05T05:05:00.000Z" })]);
    return { status: 200, body: { undone: 1, kept: [] } };
  });
  const title = () => screen.findByLabelText<HTMLInputElement>("Title");
  await app.person.type(await title(), "!");
  await app.person.click(app.button("Save"));
  await app.heading("Books");
  act(() => app.go(`/books/edit/${book(1)._id}`));
  return { app, title };
}

describe("taking a change back", () => {
  it("a deletion: the toast names the change to the server, the list has the record again", async () => {
    const app = await openBooks(2, "/books/list", { prepare: changing });
    app.server.on(UNDO, () => {
      app.server.records.set("books", [book(1), book(2)]);
      return { status: 200, body: { undone: 1, kept: [] } };
    });
    await deleteFirst(app);
    await app.shows("Book 2");
    await app.person.click(await takeBack());
    await app.shows("Book 1", "Book 2");
    expect(app.server.asked(UNDO).map(({ body }) => body)).toEqual([{ changeId: "c1", rest: false }]);
    // The toast that offered it is gone with it.
    expect(app.toasts()).toEqual(["success: Taken back"]);
  });

  it("a save: after the form was left, and a form that is open with the record shows it as it was", async () => {
    const { app, title } = await saveAndReturn();
    expect((await title()).value).toBe("Book 1!");
    await app.person.click(await takeBack());
    await waitFor(async () => expect((await title()).value).toBe("Book 1"));
    expect(app.toasts()).toEqual(["success: Taken back"]);
  });

  it("says what did not come back", async () => {
    const app = await openBooks(2, "/books/list", { prepare: changing });
    const reason = "Without pictures that are gone: Cover";
    const notRestored = [{ entity: "books", _id: book(1)._id, title: "Book 1", reason }];
    app.server.on(UNDO, () => ({ status: 200, body: { undone: 1, kept: [], notRestored } }));
    await deleteFirst(app);
    await app.person.click(await takeBack());
    await waitFor(() =>
      expect(app.toasts()).toEqual([
        "success: Taken back",
        "warning: Book 1: Without pictures that are gone: Cover",
      ]),
    );
  });

  it("what is typed into the form of the record stays", async () => {
    const { app, title } = await saveAndReturn();
    await app.person.type(await title(), "?");
    const reads = app.server.asked(`GET ${BOOK}`).length;
    await app.person.click(await takeBack());
    await waitFor(() => expect(app.server.asked(`GET ${BOOK}`).length).toBeGreaterThan(reads));
    await waitFor(() => expect(app.toasts()).toEqual(["success: Taken back"]));
    expect((await title()).value).toBe("Book 1!?");
  });

  it("what stands in the way is listed; the rest is taken back where there is some", async () => {
    const app = await openBooks(2, "/books/list", { prepare: changing });
    const kept = [{ entity: "books", _id: "x", title: "Gulls", reason: "bea changed it again" }];
    app.server.on(UNDO, ({ body }) =>
      (body as { rest: boolean }).rest
        ? { status: 200, body: { undone: 1, kept } }
        : refusal(409, "Not as a whole", { errorCode: "NOT_UNDONE", kept, undoable: 1 }),
    );
    await deleteFirst(app);
    await app.person.click(await takeBack());
    const dialog = await screen.findByRole("alertdialog");
    within(dialog).getByText("Not as a whole");
    within(dialog).getByText("Gulls: bea changed it again");
    await app.person.click(within(dialog).getByRole("button", { name: "Take back the rest" }));
    await waitFor(() => expect(app.toasts()).toEqual(["success: Taken back"]));
    expect(app.server.asked(UNDO).map(({ body }) => body)).toEqual([
      { changeId: "c1", rest: false },
      { changeId: "c1", rest: true },
    ]);
  });

  it("without a rest there is nothing to be asked; another failure is said with its reason", async () => {
    const app = await openBooks(2, "/books/list", { prepare: changing });
    const kept = [{ entity: "books", _id: "x", title: "Gulls", reason: "Its title is taken" }];
    app.server.on(UNDO, () => refusal(409, "Not at all", { errorCode: "NOT_UNDONE", kept, undoable: 0 }));
    await deleteFirst(app);
    await app.person.click(await takeBack());
    const dialog = await screen.findByRole("alertdialog");
    const buttons = within(dialog).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Leave it"]);
    await app.person.click(within(dialog).getByRole("button"));
    expect(app.toasts()).toEqual([]);
    app.server.records.set("books", [book(1)]);
    app.server.on(UNDO, () => refusal(500, "The disk is gone"));
    act(() => app.go("/books/create"));
    act(() => app.go("/books/list"));
    await deleteFirst(app);
    await app.person.click(await takeBack());
    await waitFor(() => expect(app.toasts()).toEqual(["error: Could not be taken back: The disk is gone"]));
  });

  it("is offered for ten seconds, longer while the button has the focus", async () => {
    const app = await openBooks(2, "/books/list", { prepare: changing });
    await deleteFirst(app);
    const button = await takeBack();
    vi.useFakeTimers();
    // The timer begins anew, with the faked clock.
    act(() => button.focus());
    act(() => void vi.advanceTimersByTime(60_000));
    expect(app.toasts()).toEqual(["success: Deleted"]);
    act(() => button.blur());
    act(() => void vi.advanceTimersByTime(9_900));
    expect(app.toasts()).toEqual(["success: Deleted"]);
    act(() => void vi.advanceTimersByTime(200));
    expect(app.toasts()).toEqual([]);
  });
});
