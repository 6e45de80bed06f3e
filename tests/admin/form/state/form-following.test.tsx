import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { books, drop, properties } from "../changed-books.ts";
import { holding } from "../holding-widget.tsx";
import { library } from "../library.ts";
import { type Answer, keeps, openForm, openLoadedForm, STORED } from "../open-form.tsx";

const BOOK = { title: "Gulls", genre: "novel", year: 1998, subject: "s1", available: true, isbn: null };

function input(element: HTMLElement): HTMLInputElement {
  if (!(element instanceof HTMLInputElement)) throw new Error("not an input");
  return element;
}

test("typing goes on across a change: the same element, the same caret, new label, limit and sentence", async () => {
  const { person, field, follow, save } = await openLoadedForm("books");
  const title = input(field("Title"));
  await person.type(title, "Gulls and terns");
  await save();
  expect(await screen.findByText("A book needs its year")).toBeTruthy();
  title.focus();
  title.setSelectionRange(5, 5);
  follow(
    await properties((all) => {
      all.title.title = "Name on the spine";
      all.title.maxLength = 10;
      all.year.messages.required = "When was it printed?";
    }),
  );
  await screen.findByLabelText("Name on the spine");
  expect(field("Name on the spine")).toBe(title);
  expect(document.activeElement).toBe(title);
  expect([title.selectionStart, title.selectionEnd]).toEqual([5, 5]);
  // A standing error says it in the new words.
  expect(screen.getByText("When was it printed?")).toBeTruthy();
  await person.type(title, "!", { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(title.value).toBe("Gulls! and terns");
  await person.tab();
  expect(await screen.findByText("A title has at most 10 characters")).toBeTruthy();
});

test("a new field has its default, on a stored record too, which is not read again", async () => {
  const { follow, field, calls, person, save, writes, container } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps(BOOK),
  });
  await person.type(field("Title"), "!");
  follow(
    await properties((all) => {
      all.shelf = { type: "string", title: "Shelf", default: "A1" };
    }),
  );
  expect(await screen.findByLabelText("Shelf")).toHaveProperty("value", "A1");
  expect(container.querySelector(".form-field-skeleton")).toBeNull();
  expect(
    calls.filter(({ method, path }) => method === "GET" && path.endsWith(`/${STORED._id}`)),
  ).toHaveLength(1);
  await save();
  await waitFor(() => expect(writes()[0]?.body).toMatchObject({ title: "Gulls!", shelf: "A1" }));
});

test("what was typed into a field that goes is listed to be copied, and back with the field", async () => {
  const { follow, field, person, view } = await openLoadedForm("books");
  await person.type(field("ISBN"), "9781");
  await person.type(field("Title"), "Gulls");
  follow(await books((json) => drop(json, "isbn")));
  await screen.findByText("9781");
  expect(screen.queryByLabelText("ISBN")).toBeNull();
  expect(screen.getByText("ISBN")).toBeTruthy();
  expect(screen.getByText(view.messages.en?.["form.noLongerFits"] ?? "")).toBeTruthy();
  expect(field("Title")).toHaveProperty("value", "Gulls");
  await person.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("9781")).toBeNull();
  follow(await library());
  expect(await screen.findByLabelText("ISBN")).toHaveProperty("value", "9781");
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test("a field that was never touched goes without a word", async () => {
  const { follow, person, field } = await openLoadedForm("books", { id: STORED._id, serve: keeps(BOOK) });
  await person.type(field("Title"), "!");
  follow(await books((json) => drop(json, "year")));
  await waitFor(() => expect(screen.queryByLabelText("Year")).toBeNull());
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test("a typed value becomes one of the field's new kind, or is listed", async () => {
  const { follow, field, person, save, writes } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps(BOOK),
  });
  await person.type(field("ISBN"), "9780000000002");
  await person.clear(field("Note"));
  await person.type(field("Note"), "a dozen");
  follow(
    await properties((all) => {
      all.isbn = { type: "number", title: "ISBN" };
      all.note = { type: "number", title: "Note" };
    }),
  );
  await screen.findByText("a dozen");
  expect(field("ISBN")).toHaveProperty("value", "9780000000002");
  expect(field("Note")).toHaveProperty("value", "");
  await save();
  await waitFor(() => expect(writes()[0]?.body).toMatchObject({ isbn: 9780000000002, note: null }));
});

test("another widget takes over what was typed; a tab gets its new name; a field that moves stays itself", async () => {
  const { follow, field, person } = await openLoadedForm("books");
  await person.type(field("ISBN"), "9781");
  const title = input(field("Title"));
  await person.type(title, "Gulls");
  title.setSelectionRange(2, 2);
  const [, details] = screen.getAllByRole("tab");
  follow(
    await books((json) => {
      json.schema.properties.isbn.widget = "textarea";
      json.form.tabs[1].label = "More of it";
      json.form.tabs[0].fields = [
        ["genre", "year"],
        ["title", "subject"],
        ...json.form.tabs[0].fields.slice(3),
      ];
    }),
  );
  await waitFor(() => expect(details?.textContent).toContain("More of it"));
  expect(screen.getByLabelText("ISBN").tagName).toBe("TEXTAREA");
  expect(field("ISBN")).toHaveProperty("value", "9781");
  expect(field("Title")).toBe(title);
  expect(title.value).toBe("Gulls");
  expect(document.activeElement).toBe(title);
  expect(title.selectionStart).toBe(2);
});

test("chosen photos stay chosen across a change, and are sent", async () => {
  const { widgets, made, left } = holding();
  const { follow, person, save, writes, container } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps(BOOK),
    widgets,
  });
  const cover = container.querySelector<HTMLButtonElement>("#form\\.cover");
  if (cover === null) throw new Error("no cover");
  await person.click(cover);
  const before = made();
  follow(
    await properties((all) => {
      all.cover.title = "Picture of the front";
    }),
  );
  await screen.findByText("Picture of the front");
  expect(cover.isConnected && cover.textContent).toBe("chosen");
  expect(made()).toBe(before);
  follow(await books((json) => drop(json, "photos")));
  await waitFor(() => expect(container.querySelector("#form\\.photos")).toBeNull());
  expect(left()).toBe(0);
  await save();
  await waitFor(() => expect(writes()[0]?.body).toMatchObject({ cover: { fileName: "kept.png" } }));
});

test("a save ends as it began; then the form follows", async () => {
  let answer: (answer: Answer) => void = () => {};
  const { follow, field, person, save, writes } = await openLoadedForm("books", {
    id: STORED._id,
    serve: (call) =>
      call.method === "PUT"
        ? new Promise<Answer>((resolve) => {
            answer = resolve;
          })
        : keeps(BOOK)(call),
  });
  await person.type(field("ISBN"), "9780000000002");
  await save();
  await waitFor(() => expect(writes()).toHaveLength(1));
  follow(await books((json) => drop(json, "isbn")));
  // Nothing of it shows while the answer is waited for.
  await act(() => Promise.resolve());
  expect(screen.getByLabelText("ISBN")).toBeTruthy();
  await act(async () => answer({ status: 500, body: { message: "Broken" } }));
  await screen.findByText("9780000000002");
  expect(screen.queryByLabelText("ISBN")).toBeNull();
  expect(writes()[0]?.body).toMatchObject({ isbn: "9780000000002" });
});

test("what a newer server did not keep of a save is told", async () => {
  const { field, person, save, toasts, address } = await openLoadedForm("books", {
    id: STORED._id,
    serve: ({ method, body }) => {
      const { isbn: _, ...kept } = { ...BOOK, ...body };
      return { status: 200, body: { ...STORED, ...(method === "GET" ? BOOK : kept) } };
    },
  });
  await person.type(field("ISBN"), "9780000000002");
  await save();
  await waitFor(() => expect(address()).toBe("/books/list"));
  expect(toasts()).toEqual([expect.stringContaining("ISBN: 9780000000002")]);
});

test("two changes in quick succession, and one before the first form is there, end at the last", async () => {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const { follow, field, person } = await openLoadedForm("books", {
    importing: () => (isHeld ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  });
  await person.type(field("Title"), "Gulls");
  isHeld = true;
  follow(
    await properties((all) => {
      all.title.maxLength = 10;
      all.title.title = "First";
    }),
  );
  follow(
    await properties((all) => {
      all.title.maxLength = 12;
      all.title.title = "Second";
    }),
  );
  await act(() => Promise.resolve());
  // Until all of it is there, nothing of it is.
  expect(field("Title")).toHaveProperty("value", "Gulls");
  await waitFor(() => expect(waiting).toHaveLength(2));
  // The newer one arrives first.
  await act(async () => waiting[1]?.());
  await screen.findByLabelText("Second");
  await act(async () => waiting[0]?.());
  expect(field("Second")).toHaveProperty("value", "Gulls");
});

test("a change while the form is still loading is the form that opens", async () => {
  const waiting: (() => void)[] = [];
  const { follow } = await openForm("books", {
    importing: () => new Promise((resolve) => waiting.push(resolve)),
  });
  await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
  const before = waiting.length;
  follow(
    await properties((all) => {
      all.title.maxLength = 10;
      all.title.title = "Name";
    }),
  );
  await waitFor(() => expect(waiting.length).toBeGreaterThan(before));
  await act(async () => {
    for (const go of waiting) go();
  });
  expect(await screen.findByLabelText("Name")).toBeTruthy();
  expect(screen.queryByLabelText("Title")).toBeNull();
});

test("a newer form that cannot be loaded leaves the old one as it is and offers to try again", async () => {
  let isDown = false;
  const { follow, field, person, view, toasts, calls } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps({ ...BOOK, title: "" }),
    importing: () => (isDown ? Promise.reject(new Error("down")) : Promise.resolve()),
  });
  const record = `/api/rest/books/${STORED._id}`;
  const readings = () => calls.filter(({ path }) => path === record).length;
  const before = readings();
  await person.type(field("Title"), "Gulls");
  isDown = true;
  follow(
    await properties((all) => {
      all.title.maxLength = 10;
      all.title.title = "Name";
    }),
  );
  await screen.findByText(view.messages.en?.["form.followFailed"] ?? "");
  expect(field("Title")).toHaveProperty("value", "Gulls");
  expect(toasts()).toEqual([]);
  isDown = false;
  await person.click(screen.getByRole("button", { name: view.messages.en?.["form.followRetry"] ?? "" }));
  expect(await screen.findByLabelText("Name")).toHaveProperty("value", "Gulls");
  expect(screen.queryByText(view.messages.en?.["form.followFailed"] ?? "")).toBeNull();
  // The record that is being edited is not read again.
  expect(readings()).toBe(before);
});
