import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  type Answer,
  type Call,
  keeps,
  openForm,
  openLoadedForm,
  type Serve,
  STORED,
} from "../open-form.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const refuse = (status: number, errorCode: string, more: object = {}): Answer => ({
  status,
  body: { status: "error", errorCode, message: `The server says ${errorCode}`, operation: "test", ...more },
});

const SUBJECT = { name: "Birds", parent: null };

/** Answers writes by `write`, reads as usual. */
const writing =
  (write: (call: Call) => Answer | Promise<Answer>, record = SUBJECT): Serve =>
  (call) =>
    call.method === "GET" ? keeps(record)(call) : write(call);

const hanging = () => {
  let answer: (answer: Answer) => void = () => {};
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (given: Answer) => answer(given) };
};

test("a new record is posted, said to be saved, and the list follows", async () => {
  const { person, field, save, calls, toasts, address } = await openLoadedForm("subjects");
  expect(screen.getByRole("heading", { name: "New subject" })).toBeTruthy();
  await person.type(field("Name"), "Birds");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(calls).toEqual([
    { method: "POST", path: "/api/rest/subjects", body: SUBJECT, key: expect.any(String) },
  ]);
  expect(toasts()).toEqual(["success: Saved"]);
  expect(address()).toBe("/subjects/list");
});

test("Enter in a field saves", async () => {
  const { person, field, writes } = await openLoadedForm("subjects");
  await person.type(field("Name"), "Birds{Enter}");
  expect(writes()).toHaveLength(1);
});

test("Ctrl+S and ⌘S save, from anywhere, but not over an open question; the bar says so while something is unsaved", async () => {
  const { person, field, writes } = await openLoadedForm("subjects");
  expect(screen.queryByText("Not saved yet · Ctrl+S")).toBeNull();
  await person.type(field("Name"), "Birds");
  screen.getByText("Not saved yet · Ctrl+S");
  vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  await person.clear(field("Name"));
  await person.type(field("Name"), "Birds!");
  screen.getByText("Not saved yet · ⌘S");
  const question = document.body.appendChild(document.createElement("dialog"));
  question.open = true;
  await person.keyboard("{Control>}s{/Control}");
  question.remove();
  await person.keyboard("{Control>}{Alt>}s{/Alt}{/Control}");
  expect(writes()).toEqual([]);
  (document.activeElement as HTMLElement).blur();
  await person.keyboard("{Meta>}s{/Meta}");
  await screen.findByRole("heading", { name: "List" });
  expect(writes().map(({ body }) => body?.name)).toEqual(["Birds!"]);
});

test("of a stored record what was changed is put, with the version it was read in", async () => {
  const { person, field, save, calls } = await openLoadedForm("subjects", {
    id: STORED._id,
    serve: keeps(SUBJECT),
  });
  expect(screen.getByRole("heading", { name: "Edit subject" })).toBeTruthy();
  expect(field("Name")).toHaveProperty("value", "Birds");
  await person.type(field("Name"), "!");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(calls.at(-1)).toEqual({
    method: "PUT",
    path: `/api/rest/subjects/${STORED._id}`,
    body: { name: "Birds!" },
    ifMatch: '"1"',
  });
});

test("a double click saves once", async () => {
  const slow = hanging();
  const { person, field, writes } = await openLoadedForm("subjects", { serve: writing(() => slow.promise) });
  await person.type(field("Name"), "Birds");
  await person.dblClick(screen.getByRole("button", { name: "Save" }));
  await person.type(field("Name"), "{Enter}");
  expect(writes()).toHaveLength(1);
  slow.answer({ status: 201, body: { ...STORED, name: "Birds" } });
  await screen.findByRole("heading", { name: "List" });
  expect(writes()).toHaveLength(1);
});

test("after a failed save all that was typed stays and the next try may succeed", async () => {
  let tries = 0;
  const { person, field, save, toasts, address } = await openLoadedForm("subjects", {
    serve: writing(() => {
      tries += 1;
      return tries === 1 ? refuse(500, "INTERNAL") : { status: 201, body: { ...STORED, name: "Birds" } };
    }),
  });
  await person.type(field("Name"), "Birds");
  await save();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toMatch(/^error: .*The server says INTERNAL/);
  expect(field("Name")).toHaveProperty("value", "Birds");
  expect(address()).toBe("/subjects/create");
  await save();
  await screen.findByRole("heading", { name: "List" });
  // What is over is no longer complained of.
  expect(toasts()).toEqual(["success: Saved"]);
});

test("no answer is said in the words for it", async () => {
  const { person, field, save, toasts, view } = await openLoadedForm("subjects", {
    serve: writing(() => Promise.reject(new TypeError("Failed to fetch"))),
  });
  await person.type(field("Name"), "Birds");
  await save();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(toasts()[0]).toContain(view.messages.en?.["network.unreachable"]);
});

test("the server's errors stand at their fields until they are edited, and do not hold up the next save", async () => {
  let tries = 0;
  const { person, field, save, writes, toasts } = await openLoadedForm("books", {
    id: STORED._id,
    serve: writing(
      (call) => {
        tries += 1;
        if (tries > 1) return keeps()(call);
        const errors = [
          { path: "/isbn", keyword: "unique", message: "That ISBN is taken" },
          { path: "/scores/readers", keyword: "maximum", message: "Too good" },
        ];
        return refuse(400, "VALIDATION_ERROR", { errors });
      },
      {
        title: "Gulls",
        genre: "novel",
        year: 1999,
        subject: "s1",
        available: true,
        isbn: "9781234567890",
      } as never,
    ),
  });
  await save();
  await screen.findByText("That ISBN is taken");
  expect(screen.getByRole("tab", { name: /More/ }).getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(field("ISBN"));
  // The toast has the server's sentence about the whole.
  expect(toasts()).toEqual([expect.stringContaining("The server says VALIDATION_ERROR")]);
  await person.type(field("ISBN"), "{Backspace}1");
  expect(screen.queryByText("That ISBN is taken")).toBeNull();
  expect(screen.getByText("Too good")).toBeTruthy();
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()).toHaveLength(2);
});

test("a record that is gone says so, at saving and at loading", async () => {
  const { save, view, unmount, toasts } = await openLoadedForm("subjects", {
    id: STORED._id,
    serve: writing(() => refuse(404, "NOT_FOUND")),
  });
  const gone = view.messages.en?.["form.gone"] ?? "";
  await save();
  expect(await screen.findByText(gone)).toBeTruthy();
  expect(toasts()).toEqual([]);
  unmount();

  const opened = await openForm("subjects", { id: STORED._id, serve: () => refuse(404, "NOT_FOUND") });
  expect(await screen.findByText(gone)).toBeTruthy();
  expect(opened.toasts()).toEqual([]);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("a record that cannot be loaded says why and is tried again", async () => {
  let tries = 0;
  const { person, toasts, field } = await openForm("subjects", {
    id: STORED._id,
    serve: (call) => {
      tries += 1;
      return tries === 1 ? refuse(500, "INTERNAL") : keeps(SUBJECT)(call);
    },
  });
  const again = await screen.findByRole("button", { name: "Try again" });
  // The toast says why, the place of the form no more than that it is not there.
  screen.getByText("This cannot be shown at present");
  expect(toasts()).toEqual([expect.stringMatching(/^error: .*The server says INTERNAL/)]);
  await person.click(again);
  await screen.findByRole("button", { name: "Save" });
  expect(field("Name")).toHaveProperty("value", "Birds");
  await waitFor(() => expect(toasts()).toEqual([]));
});

test("a protected record is shown, saving is not offered: the entity's own sentence says why", async () => {
  const { field, person, address, toasts } = await openLoadedForm("books", {
    id: STORED._id,
    serve: keeps({ title: "Gulls", isProtected: true }),
  });
  expect(field("Title")).toHaveProperty("value", "Gulls");
  expect(field("Title")).toHaveProperty("readOnly", true);
  screen.getByText("The sample books cannot be edited");
  expect(toasts()).toEqual([]);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(address()).toBe("/books/list"));
});

test("a wait that the person gives up leaves the form as it was", async () => {
  const { person, field, save, services, toasts, address, writes } = await openLoadedForm("subjects", {
    serve: writing(() => new Promise(() => {})),
  });
  await person.type(field("Name"), "Birds");
  await save();
  await waitFor(() => expect(services.overlays.get()?.text).toBe("Saving"));
  act(() => services.overlays.cancel());
  await waitFor(() => expect(services.overlays.get()).toBeUndefined());
  expect(toasts()).toEqual([]);
  expect(address()).toBe("/subjects/create");
  await save();
  expect(writes()).toHaveLength(2);
});

test("nothing can be typed into a form that is being saved; after a failure the focus is back", async () => {
  const slow = hanging();
  const { person, field, save } = await openLoadedForm("subjects", { serve: writing(() => slow.promise) });
  await person.type(field("Name"), "Birds");
  await save();
  expect(field("Name").closest("[inert]")).not.toBeNull();
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true);
  slow.answer(refuse(500, "INTERNAL"));
  await waitFor(() => expect(field("Name").closest("[inert]")).toBeNull());
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", false);
});

test("the field that a save lets commit gets its focus back without the page being scrolled to it", async () => {
  const slow = hanging();
  const { person, field } = await openLoadedForm("subjects", { serve: writing(() => slow.promise) });
  await person.type(field("Name"), "Birds");
  const focused = vi.spyOn(HTMLElement.prototype, "focus");
  await person.keyboard("{Enter}");
  expect(focused.mock.contexts).toEqual([field("Name")]);
  expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
  slow.answer({ status: 201, body: { ...STORED, name: "Birds" } });
  await screen.findByRole("heading", { name: "List" });
});

test("whoever left while a save was under way stays where they are", async () => {
  const slow = hanging();
  const { person, field, save, toasts, address, router } = await openLoadedForm("subjects", {
    serve: writing(() => slow.promise),
  });
  await person.type(field("Name"), "Birds");
  await save();
  act(() => router("/elsewhere"));
  await person.click(await screen.findByRole("button", { name: "Discard and leave" }));
  await screen.findByRole("heading", { name: "List" });
  slow.answer({ status: 201, body: { ...STORED, name: "Birds" } });
  await waitFor(() => expect(toasts()).toEqual(["success: Saved"]));
  expect(address()).toBe("/elsewhere");
});
