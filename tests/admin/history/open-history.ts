import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import type { HistoryEntry } from "../../../src/wire/journal.ts";
import type { FakeServer } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { BOOK, withChanges } from "./changes.ts";

export const AT = `/books/history/${BOOK}`;

/** The history of the book, with all its changes. */
export async function openHistory(
  all: readonly HistoryEntry[],
  prepare: (server: FakeServer) => void = () => undefined,
  role = "director",
) {
  const app = await openApp(AT, {
    role,
    prepare(server) {
      withChanges(all)(server);
      prepare(server);
    },
  });
  await app.heading("History");
  const entries = async (count: number) => {
    await waitFor(() => expect(document.querySelectorAll(".history-entry")).toHaveLength(count));
    return [...document.querySelectorAll<HTMLElement>(".history-entry")];
  };
  return { ...app, entries, first: async () => (await entries(all.length))[0] ?? document.body };
}
