import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openBooks } from "../list/open-books.ts";

it("cancelling a form goes back to the page, search and order that the list had", async () => {
  const app = await openBooks(12, "/books/list?page=2&search=book");
  await app.shows("Book 11", "Book 12");
  await app.person.click(screen.getByRole("link", { name: "Edit Book 12" }));
  await app.person.click(await screen.findByRole("button", { name: "Cancel" }));
  await app.at("/books/list?page=2&search=book");
  await app.shows("Book 11", "Book 12");
});

it("another entity's list has a query of its own", async () => {
  const app = await openBooks(12, "/books/list?page=2");
  await app.shows("Book 11", "Book 12");
  await app.person.click(screen.getByRole("link", { name: "Add a subject" }));
  await app.person.click(await screen.findByRole("button", { name: "Cancel" }));
  await app.at("/subjects/list");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Subjects");
});
