import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { book } from "../fake-server.ts";
import { type AppOptions, openApp } from "../open-app.tsx";

export const LIST = "GET /api/rest/books";

/** A list of so many books, with the rows as a person reads them. */
export async function openBooks(count: number, address = "/books/list", options: AppOptions = {}) {
  const app = await openApp(address, {
    ...options,
    prepare(server) {
      server.records.set(
        "books",
        Array.from({ length: count }, (_, index) => book(index + 1)),
      );
      options.prepare?.(server);
    },
  });
  await app.heading("Books");
  const rows = () =>
    within(screen.getByRole("table"))
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector("td")?.textContent ?? "");
  return {
    ...app,
    rows,
    shows: (...titles: string[]) => waitFor(() => expect(rows()).toEqual(titles)),
    /** What stands in place of rows after a failure. */
    notice: async () =>
      (await screen.findByRole("button", { name: "Try again" })).closest<HTMLElement>(".list-notice") ??
      app.container,
    lastQuery: () => app.server.asked(LIST).at(-1)?.query,
    search: () => screen.getByRole<HTMLInputElement>("textbox", { name: "Search titles" }),
    header: (name: string) => screen.getByRole("columnheader", { name }),
  };
}
export const titles = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Book ${from + index}`);
