import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { book, later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { BOOK, change, JOURNAL, withChanges } from "./changes.ts";
import { AT, openHistory } from "./open-history.ts";

afterEach(() => vi.restoreAllMocks());

const valuesOf = (entry: HTMLElement) =>
  [...entry.querySelectorAll(".history-field")].map((one) => [
    one.querySelector("dt")?.textContent,
    one.querySelector(".history-values, .history-quiet, .history-text")?.textContent,
  ]);

describe("the history of a record", () => {
  it("is one press away from its form", async () => {
    const app = await openApp(`/books/edit/${BOOK}`, { prepare: withChanges([change(1)]) });
    await app.person.click(await screen.findByRole("link", { name: /director.*History/ }));
    await app.heading("History");
    expect(app.address()).toBe(AT);
    await app.person.click(await screen.findByRole("link", { name: "To the record" }));
    await app.heading("Edit book");
  });

  it("says who changed what and when, the latest first, page by page", async () => {
    const all = [change(3, { by: null, byId: null }), change(2), change(1, { kind: "create" })];
    const app = await openHistory(all);
    const [latest] = await app.entries(2);
    expect(latest?.querySelector(".history-entry-line")?.textContent).toMatch(/^SystemChanged/);
    expect(latest?.querySelector("time")?.dateTime).toBe("2026-03-04T15:06:00.000Z");
    expect(latest?.querySelector("time")?.title).toContain("2026");
    await app.person.click(app.button("Earlier changes"));
    await app.entries(3);
    expect(app.server.asked(JOURNAL).at(-1)?.query).toEqual({ entity: "books", id: BOOK, before: "2" });
    expect(screen.queryByRole("button", { name: "Earlier changes" })).toBeNull();
  });

  it("writes values as people read them: choices, yes and no, references, what is empty or secret", async () => {
    const fields = [
      { field: "genre", was: "history", now: "science" },
      { field: "subject", was: null, now: "s00000000000000000000001" },
      { field: "available", was: true, now: false },
      { field: "isbn", secret: true as const },
      { field: "not-any-more", was: 1, now: 2 },
    ];
    const app = await openHistory([change(1, { fields })], (server) => {
      server.records.set("subjects", [book(1, { _id: "s00000000000000000000001", name: "Birds" })]);
    });
    await screen.findByText("Birds");
    expect(valuesOf(await app.first())).toEqual([
      ["Genre", "Before: History→After: Science"],
      ["Subject", "Before: empty→After: Birds"],
      ["Available", "Before: Yes→After: No"],
      ["ISBN", "Changed. The value is not shown to anybody."],
    ]);
  });

  it("marks the words that are different in long and in formatted texts", async () => {
    const note = (word: string) => `<p>A <b>${word}</b> book</p><p>Read it</p>`;
    const fields = [
      { field: "note", was: note("good"), now: note("bad") },
      { field: "summary", was: `${"so ".repeat(30)}it was`, now: `${"so ".repeat(30)}it is` },
    ];
    const app = await openHistory([change(1, { fields })]);
    const entry = await app.first();
    const texts = (mark: string) => [...entry.querySelectorAll(mark)].map(({ textContent }) => textContent);
    expect(texts(".history-text del")).toEqual(["good", "was"]);
    expect(texts(".history-text ins")).toEqual(["bad", "is"]);
  });

  it("says so where only the formatting is different", async () => {
    const fields = [{ field: "note", was: "<p>A book</p>", now: "<p><b>A book</b></p>" }];
    const app = await openHistory([change(1, { fields })]);
    expect(valuesOf(await app.first())).toEqual([["Note", "Only the formatting was changed"]]);
  });

  it("shows pictures side by side", async () => {
    const image = (name: string) => ({ fileName: name, imgUrl: `/api/images/${name}`, expiresAt: null });
    const fields = [{ field: "cover", was: image("a.png"), now: image("b.png") }];
    const app = await openHistory([change(1, { fields })]);
    const pictures = [...(await app.first()).querySelectorAll("img")].map((one) => one.getAttribute("src"));
    expect(pictures).toEqual(["/api/images/small/a.png", "/api/images/small/b.png"]);
  });

  it("fetches those that were removed with the session, names them, and says which is kept no more", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:kept");
    const image = (name: string) => ({ fileName: name, imgUrl: `/api/images/${name}`, expiresAt: null });
    const was = [image("kept.png"), image("gone.png"), image("there.png")];
    const app = await openHistory(
      [change(1, { fields: [{ field: "photos", was, now: [was[2] ?? null] }] })],
      (server) => {
        server.on("GET /api/journal/images/kept.png", () => ({ status: 200, body: new Blob(["bytes"]) }));
        server.on("GET /api/journal/images/gone.png", () => refusal(404, "gone"));
      },
    );
    const entry = await app.first();
    const del = entry.querySelector<HTMLElement>("del") ?? document.body;
    for (const name of ["Photos 1", "Photos 2"]) fireEvent.error(within(del).getByRole("img", { name }));
    await within(del).findByText("This picture is no longer kept");
    await waitFor(() =>
      expect([...entry.querySelectorAll("img")].map((one) => [one.alt, one.getAttribute("src")])).toEqual([
        ["Photos 1", "blob:kept"],
        ["Photos 3", "/api/images/small/there.png"],
        ["Photos 1", "/api/images/small/there.png"],
      ]),
    );
    expect(entry.textContent).not.toContain(".png");
    expect(app.server.asked("GET /api/journal/images/kept.png").map(({ query }) => query)).toEqual([
      { entity: "books", id: BOOK, size: "small" },
    ]);
  });

  it("fetches the pictures of a record in the bin with the session", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:cover");
    const cover = { fileName: "a.png", imgUrl: "/api/images/a.png", expiresAt: null };
    const app = await openHistory(
      [change(1, { kind: "delete", binned: true, fields: [{ field: "cover", was: cover }] })],
      (server) =>
        server.on("GET /api/journal/images/a.png", () => ({ status: 200, body: new Blob(["bytes"]) })),
    );
    await app.person.click(await screen.findByText("1 field"));
    await waitFor(() => expect(document.querySelector(".history-picture img")).not.toBeNull());
    expect(document.querySelector(".history-picture img")?.getAttribute("src")).toBe("blob:cover");
  });

  it("fetches long values when they are asked for", async () => {
    const whole = later();
    const app = await openHistory([change(7, { fields: [{ field: "summary", long: true }] })], (server) => {
      server.on("GET /api/journal/7", whole.serve);
    });
    const button = await screen.findByRole("button", { name: "Show Summary" });
    expect(button.getAttribute("aria-busy")).toBe("false");
    await app.person.click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    const fields = [{ field: "summary", was: "short", now: "now long" }];
    whole.answer({ status: 200, body: change(7, { fields }) });
    await screen.findByText("now long");
  });

  it("is empty where nothing is recorded any more, and says why it cannot be shown", async () => {
    const app = await openHistory([]);
    await screen.findByText("No changes are recorded");
    app.server.on(JOURNAL, () => refusal(500, "It broke"));
    app.go(`/books/history/${book(2)._id}`);
    await screen.findByText("It broke");
    app.server.on(JOURNAL, () => ({ status: 200, body: { entries: [change(1)] } }));
    await app.person.click(app.button("Try again"));
    await app.entries(1);
  });
});
