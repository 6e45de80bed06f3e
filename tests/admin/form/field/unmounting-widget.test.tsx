import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openApp } from "../../open-app.tsx";
import { books, drop } from "../changed-books.ts";
import { keeps, openLoadedForm, STORED } from "../open-form.tsx";
import { instead, notice } from "./breaking-widget.tsx";
import { goingBadly } from "./unmounting-widget.tsx";

// What a widget throws while it goes reaches nobody: React hands it to the nearest boundary that stays.

const bad = goingBadly();

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  bad.stay();
  cleanup();
  vi.restoreAllMocks();
});

const BOOK = { title: "Gulls", genre: "novel", year: 1998, subject: "s1", available: true, summary: "Long" };

const openBook = (widget: (typeof bad.widgets)[number][1]) =>
  openLoadedForm("books", { id: STORED._id, serve: keeps(BOOK), widgets: instead("textarea", widget) });

test.each(bad.widgets)("a form is left for its list, whatever %s throws then", async (_, widget) => {
  const app = await openApp("/books/create", { widgets: instead("textarea", widget) });
  await screen.findByRole("button", { name: "Save" });
  bad.go();
  await app.person.click(screen.getByRole("button", { name: "Cancel" }));
  await app.at("/books/list");
  await app.heading("Books");
  await screen.findByText("The shelves are empty");
  expect(screen.queryByText("The page could not be loaded")).toBeNull();
});

test.each(bad.widgets)("so is the app when the session ends, whatever %s throws then", async (_, widget) => {
  const app = await openApp("/books/create", { widgets: instead("textarea", widget) });
  await screen.findByRole("button", { name: "Save" });
  bad.go();
  app.stored.clear();
  app.otherTab();
  await app.at("/login");
  await screen.findByRole("heading", { name: "Log in to the library" });
});

test.each(bad.widgets)(
  "a field that a change takes out leaves the rest as it was, whatever %s throws",
  async (_, widget) => {
    const { person, field, follow, save, writes } = await openBook(widget);
    const title = field("Title");
    await person.type(title, "!");
    bad.go();
    follow(await books((json) => drop(json, "summary")));
    await waitFor(() => expect(screen.queryByLabelText("Summary")).toBeNull());
    expect(field("Title")).toBe(title);
    expect(title).toHaveProperty("value", "Gulls!");
    await save();
    expect(writes()[0]?.body).toMatchObject({ title: "Gulls!" });
  },
);

test.each(bad.widgets)("so does one inside of a group, whatever %s throws", async (_, widget) => {
  const change = (withNote: boolean) =>
    books((json) => {
      if (withNote)
        json.schema.properties.scores.properties.note = { type: "string", title: "Why", widget: "textarea" };
    });
  const { person, field, follow } = await openLoadedForm("books", {
    id: STORED._id,
    config: await change(true),
    serve: keeps(BOOK),
    widgets: instead("textarea", widget),
  });
  await person.type(field("Title"), "!");
  await screen.findByLabelText("Why");
  bad.go();
  follow(await change(false));
  await waitFor(() => expect(screen.queryByLabelText("Why")).toBeNull());
  expect(field("Title")).toHaveProperty("value", "Gulls!");
  expect(field("Readers")).toBeTruthy();
});

test.each(bad.widgets)("another widget in its place is not blamed for what %s threw", async (_, widget) => {
  const { field, follow } = await openBook(widget);
  bad.go();
  const before = field("Summary");
  follow(await books((json) => void delete json.schema.properties.summary.widget));
  await waitFor(() => expect(field("Summary")).not.toBe(before));
  expect(field("Summary")).toHaveProperty("value", "Long");
  expect(notice()).toBeNull();
});

test.each(bad.widgets)("a field that becomes a group, whatever %s throws", async (_, widget) => {
  const { person, field, follow } = await openBook(widget);
  await person.type(field("Title"), "!");
  bad.go();
  follow(
    await books((json) => {
      json.schema.properties.summary = {
        type: "object",
        title: "Summary",
        properties: { short: { type: "string", title: "In short" } },
      };
    }),
  );
  await screen.findByLabelText("In short");
  expect(field("Title")).toHaveProperty("value", "Gulls!");
});

test.each(bad.widgets)("a newer record is taken, whatever %s throws", async (_, widget) => {
  const newer = { ...STORED, ...BOOK, title: "Sea birds", updatedAt: "2026-05-06T07:08:00.000Z" };
  const conflicts = [{ path: "/title", was: "Gulls", theirs: "Sea birds", mine: "Gulls!" }];
  let reads = 0;
  const { person, field, save } = await openLoadedForm("books", {
    id: STORED._id,
    widgets: instead("textarea", widget),
    serve(call) {
      const headers = { etag: '"2"' };
      if (call.method !== "GET")
        return { status: 409, body: { message: "x", errorCode: "STALE", conflicts }, headers };
      reads += 1;
      return reads === 1 ? keeps(BOOK)(call) : { status: 200, body: newer, headers };
    },
  });
  await person.type(field("Title"), "!");
  await save();
  await screen.findByRole("region", { name: "x" });
  expect(field("Title")).toHaveProperty("value", "Gulls!");
  bad.go();
  await person.click(screen.getByRole("radio", { name: /^The other's/ }));
  await waitFor(() => expect(field("Title")).toHaveProperty("value", "Sea birds"));
});
