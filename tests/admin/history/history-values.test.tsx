import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ChangedField } from "../../../src/wire/journal.ts";
import { book, later, refusal } from "../fake-server.ts";
import { change } from "./changes.ts";
import { openHistory } from "./open-history.ts";

afterEach(() => vi.restoreAllMocks());

/** What the fields of the latest change say, by their labels. */
async function shown(fields: readonly ChangedField[], prepare?: Parameters<typeof openHistory>[1]) {
  const app = await openHistory([change(1, { fields })], prepare);
  const entry = await app.first();
  const texts = () =>
    Object.fromEntries(
      [...entry.querySelectorAll(".history-field")].map((one) => [
        one.querySelector("dt")?.textContent,
        one.querySelector("dd")?.firstElementChild?.textContent,
      ]),
    );
  return { ...app, entry, texts };
}

describe("values in a history", () => {
  it("are written as the app writes numbers, objects and lists, without what is empty in them", async () => {
    const { texts, entry } = await shown([
      { field: "price", was: 1234.5, now: 0.125 },
      { field: "scores", was: { readers: 5, staff: null }, now: { staff: 0 } },
      { field: "photos", was: [], now: null },
      { field: "summary", was: "", now: "<b>short</b>" },
      { field: "note", was: null, now: "<p>A <b>book</b></p>" },
      { field: "title", now: "Only now" },
      { field: "isbn", was: "Only before" },
    ]);
    expect(texts()).toEqual({
      "Replacement price": "Before: 1,234.5→After: 0.125",
      Scores: "Before: Readers: 5→After: Staff: 0",
      Photos: "Before: empty→After: empty",
      Summary: "Before: empty→After: <b>short</b>",
      Note: "Before: empty→After: A book",
      Title: "After: Only now",
      ISBN: "Before: Only before",
    });
    expect(entry.querySelectorAll(".history-arrow")).toHaveLength(5);
  });

  it("are compared by words from so many characters on, or where they have lines; choices never are", async () => {
    const [short, other] = ["a".repeat(39), "b".repeat(40)];
    const { entry } = await shown([
      { field: "title", was: short, now: other },
      { field: "summary", was: `${short}x`, now: other },
      { field: "isbn", was: "1\n2", now: "1\n3" },
      { field: "genre", was: short + short, now: other },
    ]);
    const compared = [...entry.querySelectorAll(".history-text")].map(
      (one) => one.closest(".history-field")?.querySelector("dt")?.textContent,
    );
    expect(compared).toEqual(["Summary", "ISBN"]);
  });

  it("of a record that nobody may see are its _id; of one that the change names, that name", async () => {
    const app = await openHistory(
      [change(1, { names: { s2: "Birds" }, fields: [{ field: "subject", was: "s1", now: "s2" }] })],
      (server) => server.on("GET /api/rest/subjects/s1", () => refusal(404, "Not there")),
    );
    const entry = await app.first();
    await waitFor(() => expect(app.server.asked("GET /api/rest/subjects/s1")).not.toEqual([]));
    expect(entry.querySelector(".history-values")?.textContent).toBe("Before: s1→After: Birds");
    expect(app.server.asked("GET /api/rest/subjects/s2")).toEqual([]);
  });

  it("that are long can be asked for again where that failed", async () => {
    const answer = later();
    const { person, entry, toasts } = await shown([{ field: "summary", long: true }], (server) =>
      server.on("GET /api/journal/1", answer.serve),
    );
    const button = screen.getByRole("button", { name: "Show Summary" });
    await person.click(button);
    answer.answer(refusal(500, "Not now"));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]).toContain("Not now");
    expect([button.getAttribute("aria-busy"), entry.contains(button)]).toEqual(["false", true]);
  });
});

describe("a change in a history", () => {
  it("of a whole record is folded, and has the fields that there is something to say of", async () => {
    const fields = [
      { field: "title", now: "Book 1" },
      { field: "isbn", now: null },
      { field: "genre", was: null },
      { field: "year", secret: true as const },
      { field: "summary", long: true as const },
      { field: "available", now: false },
      { field: "gone", now: 1 },
    ];
    const app = await openHistory([change(1, { kind: "create", fields })]);
    const entry = await app.first();
    expect(entry.querySelector("details summary")?.textContent).toBe("4 fields");
    expect([...entry.querySelectorAll("dt")].map(({ textContent }) => textContent)).toEqual([
      "Title",
      "Year",
      "Summary",
      "Available",
    ]);
    expect([entry.dataset.kind, entry.lang]).toEqual(["create", "en"]);
    expect(entry.querySelector(".badge")?.className).toBe("badge history-create");
    // Nothing of it is given an earlier value.
    expect(screen.queryByRole("button", { name: /^Take back/ })).toBeNull();
  });

  it("without a visible field says so where no field was changed, and nothing where one is not seen", async () => {
    const app = await openHistory([
      change(3, { fields: [{ field: "gone", was: 1, now: 2 }] }),
      change(2, { kind: "create", fields: [] }),
      change(1, { fields: [] }),
    ]);
    await app.entries(2);
    await app.person.click(app.button("Earlier changes"));
    const said = (await app.entries(3)).map((one) => one.textContent?.includes("No visible field changed"));
    expect(said).toEqual([false, false, true]);
    expect(document.querySelector("details, dl")).toBeNull();
  });

  it("can be restored where the record is there in another version, and was not deleted by it", async () => {
    const app = await openHistory(
      [change(4, { kind: "delete" }), change(3, { kind: "purge" }), change(2), change(1)],
      (server) =>
        server.on(`GET /api/rest/books/${book(1)._id}`, () => ({
          status: 200,
          body: book(1),
          headers: { etag: '"2"' },
        })),
    );
    await app.person.click(await screen.findByRole("button", { name: "Earlier changes" }));
    const entries = await app.entries(4);
    await screen.findByRole("button", { name: "Restore this version" });
    const restorable = entries.map((one) => one.textContent?.includes("Restore this version"));
    expect(restorable).toEqual([false, false, false, true]);
  });

  it("of a sample cannot be restored, nor a field of it be given its earlier value", async () => {
    const app = await openHistory([change(2), change(1)], (server) =>
      server.on(`GET /api/rest/books/${book(1)._id}`, () => ({
        status: 200,
        body: book(1, { isProtected: true }),
        headers: { etag: '"9"' },
      })),
    );
    await app.entries(2);
    await waitFor(() => expect(app.server.asked(`GET /api/rest/books/${book(1)._id}`)).not.toEqual([]));
    expect(screen.queryByRole("button", { name: /^(Take back|Restore this)/ })).toBeNull();
  });

  it("the list of changes is named, and says while it waits", async () => {
    const app = await openHistory([change(3), change(2), change(1)]);
    await app.entries(2);
    const list = screen.getByRole("list", { name: "History" });
    expect(list.getAttribute("aria-busy")).toBe("false");
    const more = app.button("Earlier changes");
    const answer = later();
    app.server.on("GET /api/journal", answer.serve);
    await app.person.click(more);
    expect([list, more].map((one) => one.getAttribute("aria-busy"))).toEqual(["true", "true"]);
    answer.answer(refusal(500, "Not now"));
    await screen.findByText("Not now");
    await app.entries(2);
    // Another try goes on from there.
    await app.person.click(app.button("Try again"));
    expect(app.server.asked("GET /api/journal").at(-1)?.query).toMatchObject({ before: "2" });
  });
});
