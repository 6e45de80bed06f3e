import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { book, later, refusal } from "../fake-server.ts";
import type { AppOptions } from "../open-app.tsx";
import { openBooks } from "./open-books.ts";

const DELETE = `DELETE /api/rest/books/${book(1)._id}`;
const MOVE = "POST /api/journal/move";

async function openDeleted(body: Readonly<Record<string, Json>>, options: AppOptions = {}) {
  const app = await openBooks(3, "/books/list", {
    ...options,
    prepare: (server) =>
      server.on(DELETE, () => refusal(409, "It is in use", { errorCode: "REFERRED_TO", ...body })),
  });
  await app.shows("Book 1", "Book 2", "Book 3");
  const remove = async () => {
    await app.person.click(app.button("Delete Book 1"));
    const question = await screen.findByRole("alertdialog");
    await app.person.click(within(question).getByRole("button", { name: "Delete" }));
  };
  await remove();
  await waitFor(() => expect(app.toasts()).toHaveLength(1));
  const region = () => screen.queryByRole("region", { name: /is in use/ });
  return { ...app, remove, region, shown: () => screen.findByRole("region", { name: /is in use/ }) };
}
const referrer = (entity: string, _id: string, title: string) => ({ entity, _id, title });

describe("what refers to a record that was to be deleted", () => {
  it("is linked with its kind; what the person may not see, or is no record, is counted alone", async () => {
    const app = await openDeleted(
      {
        referrers: [
          referrer("books", "b7", "Gulls"),
          referrer("loans", "l1", "L-1"),
          { entity: "books", _id: "b8" },
          { entity: "books", title: "x" },
          { _id: "b9", title: "x" },
          "x",
        ],
        referrerCount: 4,
      },
      { role: "stocker" },
    );
    const region = await app.shown();
    const lines = within(region).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual(["Gullsbook", "and 3 more"]);
    expect(within(region).getByRole("link", { name: "Gulls" }).getAttribute("href")).toBe("/books/edit/b7");
  });

  it("is not counted where all of it is linked", async () => {
    const app = await openDeleted({ referrers: [referrer("books", "b7", "Gulls")], referrerCount: 1 });
    expect(within(await app.shown()).getAllByRole("listitem")).toHaveLength(1);
  });

  it.each([
    {},
    { referrers: "x", referrerCount: "x" },
    { referrers: [referrer("gone", "g1", "Gone")], referrerCount: 1 },
  ])("is not shown where nothing of it is known: %o", async (body) => {
    const app = await openDeleted(body);
    expect(app.region()).toBeNull();
  });

  it("is over when another try begins", async () => {
    const app = await openDeleted({ referrers: [referrer("books", "b7", "Gulls")], referrerCount: 1 });
    await app.shown();
    const answer = later();
    app.server.on(DELETE, answer.serve);
    await app.remove();
    await waitFor(() => expect(app.region()).toBeNull());
    answer.answer(refusal(500, "Not now"));
    await waitFor(() => expect(app.toasts()).toEqual(["error: Could not be deleted: Not now"]));
    expect(app.region()).toBeNull();
  });

  it("can be moved: one alone is said so; what stood in the way is over when another try begins", async () => {
    const app = await openDeleted({ referrers: [referrer("books", "b7", "Gulls")], referrerCount: 1 });
    await app.person.click(app.button("Move them to…"));
    const dialog = await screen.findByRole("dialog");
    expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "It is in use",
    );
    expect(dialog.lang).toBe("en");
    await app.person.click(within(dialog).getByRole("combobox", { name: "Move to" }));
    await app.person.click(await within(dialog).findByRole("option", { name: "Book 3" }));
    const move = () => app.person.click(within(dialog).getByRole("button", { name: "Move and delete" }));
    app.server.on(MOVE, () => refusal(500, "Not now"));
    await move();
    expect((await within(dialog).findByRole("alert")).textContent).toBe("Not now");
    const answer = later();
    app.server.on(MOVE, answer.serve);
    await move();
    await waitFor(() => expect(within(dialog).queryByRole("alert")).toBeNull());
    const asked = () => app.server.asked("GET /api/rest/books").length;
    const before = asked();
    answer.answer({ status: 200, body: { moved: 1 } });
    await waitFor(() => expect(app.toasts()).toEqual(["success: 1 record moved, Book 1 deleted"]));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
  });
});

it("the question before deleting leaves out what the record does not have", async () => {
  const app = await openBooks(1, "/books/list", {
    config: {
      "entities/books.json": ({ list }) =>
        void Object.assign(list, { deleteConfirm: "Delete {title} ({isbn}) of {scores.readers}?" }),
    },
  });
  await app.shows("Book 1");
  await app.person.click(app.button("Delete Book 1"));
  const question = await screen.findByRole("alertdialog");
  within(question).getByText("Delete Book 1 () of 5?");
  expect(within(question).getByRole("button", { name: "Delete" }).className).toContain("button-danger");
});
