import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { later } from "../fake-server.ts";
import { LIST, openBooks } from "../list/open-books.ts";
import { openApp } from "../open-app.tsx";

// The code of these screens comes when the test says so; a module is loaded once in a file, so the order of the tests counts.
const gates = vi.hoisted(() => {
  // Files before this one may have loaded them.
  vi.resetModules();
  const gate = () => {
    let open = () => {};
    const coming = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { coming, open: () => open() };
  };
  return { changes: gate(), list: gate(), form: gate() };
});
vi.mock("../../../src/admin/history/changes-screen.tsx", async (original) => {
  await gates.changes.coming;
  return original();
});
vi.mock("../../../src/admin/list/list-screen.tsx", async (original) => {
  await gates.list.coming;
  return original();
});
vi.mock("../../../src/admin/form/form-screen.tsx", async (original) => {
  await gates.form.coming;
  return original();
});

it.each(["/books/list", "/books/bin"])(
  "the first screen (%s) can be left while its code is loading: the focus goes to the heading of the next",
  async (address) => {
    const app = await openApp(address);
    await app.person.click(await screen.findByRole("link", { name: "Lending Library" }));
    await waitFor(() => expect(document.activeElement?.outerHTML).toMatch(/^<h1.*You can work here:/));
  },
);

it("a list whose code is loading shows its heading, its columns and as many rows as a page has; then the list, in their place", async () => {
  const answer = later();
  const app = await openBooks(2, "/books/list", { prepare: (server) => server.on(LIST, answer.serve) });
  const rows = () => app.container.querySelectorAll(".skeleton-row");
  expect(document.title).toBe("Books · Lending Library");
  expect(rows()).toHaveLength(10);
  const heads = within(screen.getByRole("table")).getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
    "Title",
    "Subject",
    "Genre",
    "Year",
  ]);
  screen.getByText("The list is being fetched");
  expect(screen.getByRole("link", { name: "New book" }).getAttribute("href")).toBe("/books/create");
  // What has to be there to be used is not.
  expect(screen.queryByRole("search")).toBeNull();
  expect(app.server.asked(LIST)).toEqual([]);
  await act(async () => gates.list.open());
  await screen.findByRole("search");
  expect(rows()).toHaveLength(10);
  await act(async () => answer.answer({ status: 200, body: { books: [], total: 0 } }));
  await waitFor(() => expect(rows()).toHaveLength(0));
  // Nobody navigated: the focus stays where it was.
  expect(document.activeElement).toBe(document.body);
});

it("a form whose code is loading has a place for a picture where its records have one", async () => {
  const app = await openBooks(1);
  const pictures = () => app.container.querySelectorAll(".form-screen-head .record-thumb").length;
  act(() => app.go("/loans/edit/b00000000000000000000001"));
  await app.heading("Edit loan");
  expect(pictures()).toBe(0);
  act(() => app.go("/books/edit/b00000000000000000000001"));
  await app.heading("Edit book");
  expect(pictures()).toBe(1);
});

it("a form whose code is loading shows its heading and its fields' places; the focus goes to the form's own heading", async () => {
  const app = await openBooks(1);
  await app.shows("Book 1");
  const link = screen.getByRole("link", { name: "Edit Book 1" });
  await app.person.click(link);
  const pending = await app.heading("Edit book");
  expect(app.container.querySelectorAll(".form-field-skeleton").length).toBeGreaterThan(3);
  expect(document.title).toBe("Edit book · Lending Library");
  expect(document.activeElement).not.toBe(pending);
  await act(async () => gates.form.open());
  await screen.findByLabelText("Title");
  const heading = await app.heading("Edit book");
  expect(heading).not.toBe(pending);
  expect(document.activeElement).toBe(heading);
});
