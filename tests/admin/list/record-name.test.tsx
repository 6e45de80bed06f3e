import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { book } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { openBooks } from "./open-books.ts";

const PICTURE = { fileName: "a.png", imgUrl: "/api/images/a.png", expiresAt: null };

async function openOne(values: Parameters<typeof book>[1] = {}) {
  const app = await openBooks(0, "/books/list", {
    config: {
      "entities/books.json": (json: { display: Record<string, unknown> }) => {
        json.display.subtitle = "isbn";
        json.display.badges = [{ field: "available", is: false, label: "Not on the shelf" }];
      },
    },
    prepare: (server) => server.records.set("books", [book(1, values)]),
  });
  await app.shows("Book 1");
  const row = screen.getAllByRole("row")[1] as HTMLElement;
  return { ...app, row, named: row.querySelector("td.table-named") as HTMLElement };
}

describe("the cell that names a record", () => {
  it("has picture, name, subtitle and states", async () => {
    const { named } = await openOne({ cover: PICTURE, isbn: "978-1", available: false });
    expect(named.querySelector("img")?.getAttribute("src")).toContain("a.png");
    expect(named.querySelector("img")?.getAttribute("alt")).toBe("");
    expect(named.querySelector(".record-subtitle")?.textContent).toBe("978-1");
    // The column Available says it already.
    expect(within(named).queryByText("Not on the shelf")).toBeNull();
  });

  it("without a picture it has the faint glyph of the entity, and no empty line", async () => {
    const { named } = await openOne({ cover: null });
    expect(named.querySelector(".record-thumb-none .pi-book")).not.toBeNull();
    expect(named.querySelector(".record-quiet")).toBeNull();
  });

  it("is a link to the record by its title", async () => {
    const { named } = await openOne();
    const link = within(named).getByRole("link", { name: "Book 1" });
    expect(link.getAttribute("href")).toBe(`/books/edit/${book(1)._id}`);
  });

  it("is called by its _id where it has no title", async () => {
    const app = await openBooks(0, "/books/list", {
      prepare: (server) => server.records.set("books", [book(1, { title: "" })]),
    });
    await app.shows(book(1)._id);
  });

  it("is called by its whole title, also where a column shows a part of it", async () => {
    const app = await openBooks(0, "/books/list", {
      config: {
        "entities/books.json": ({ display }) => void Object.assign(display, { title: "{title}, {year}" }),
      },
      prepare: (server) => server.records.set("books", [book(1)]),
    });
    await app.shows("Book 1, 1,951");
  });

  it("has a quiet line where a column shows only a part of it, and none where columns show it all", async () => {
    const quiet = async (subtitle: string) => {
      const app = await openBooks(0, "/books/list", {
        config: { "entities/books.json": ({ display }) => void Object.assign(display, { subtitle }) },
        prepare: (server) => server.records.set("books", [book(1, { isbn: "978-1", genre: "history" })]),
      });
      await app.shows("Book 1");
      const text = document.querySelector(".record-subtitle")?.textContent;
      app.unmount();
      return text;
    };
    expect(await quiet("{genre}, {isbn}")).toBe("History, 978-1");
    expect(await quiet("{genre}, {year}")).toBeUndefined();
  });

  it("says quietly, and once, that it is a sample", async () => {
    const { row } = await openOne({ isProtected: true });
    expect(within(row).getAllByText("Sample")).toHaveLength(1);
  });
});

describe("a press in a row", () => {
  it("opens its record, and none of its own buttons does", async () => {
    const app = await openOne();
    await app.person.click(app.button("Delete Book 1"));
    await app.person.click(await screen.findByRole("button", { name: "Keep" }));
    expect(app.address()).toBe("/books/list");
    await app.person.click(within(app.row).getByText("History"));
    await waitFor(() => expect(app.address()).toBe(`/books/edit/${book(1)._id}`));
  });

  it("opens another tab with a key or the middle button", async () => {
    const app = await openOne();
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const cell = within(app.row).getByText("History");
    await app.person.keyboard("{Control>}");
    await app.person.click(cell);
    await app.person.keyboard("{/Control}");
    await app.person.pointer({ keys: "[MouseMiddle]", target: cell });
    expect(open.mock.calls.map(([address]) => new URL(String(address)).pathname)).toEqual(
      Array(2).fill(`/books/edit/${book(1)._id}`),
    );
    expect(app.address()).toBe("/books/list");
    open.mockRestore();
  });

  it("opens nothing where it ends a selection", async () => {
    const app = await openOne();
    const cell = within(app.row).getByText("History");
    window.getSelection()?.selectAllChildren(cell);
    cell.click();
    expect(app.address()).toBe("/books/list");
    window.getSelection()?.removeAllRanges();
  });
});

describe("how long ago", () => {
  afterEach(() => void vi.useRealTimers());

  it("a moment is, moves on by itself; the whole time is in a tooltip and read out", async () => {
    vi.useFakeTimers({
      toFake: ["setInterval", "clearInterval", "Date"],
      now: Date.parse("2026-03-04T15:09:10.000Z"),
      shouldAdvanceTime: true,
    });
    const { row } = await openOne({ updatedAt: "2026-03-04T15:06:00.000Z" });
    const time = row.querySelector("time") as HTMLElement;
    expect(time.firstElementChild?.textContent).toBe("3 minutes ago");
    expect(time.title).toMatch(/^0[345]\/03\/2026, \d\d:\d\d$/);
    expect(time.textContent).toContain(time.title);
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    expect(time.firstElementChild?.textContent).toBe("5 minutes ago");
  });
});

describe("the states of an account that waits for approval", () => {
  const member = {
    ...book(1),
    username: "nora",
    role: "lender",
    approved: false,
  };
  const openMembers = async (badges: readonly object[]) => {
    await openApp("/members/list", {
      config: {
        "entities/members.json": (json) => {
          json.display = { ...json.display, badges };
          json.list.columns = json.list.columns.filter(
            ({ field }: { field: string }) => field === "username",
          );
        },
      },
      prepare: (server) => server.records.set("members", [member]),
    });
    const name = await screen.findByRole("link", { name: "nora" });
    const line = name.closest("td.table-named");
    return [...(line?.querySelectorAll(".record-state") ?? [])].map(({ textContent }) => textContent);
  };

  it("follow those of the config", async () => {
    expect(await openMembers([{ field: "role", is: "lender", label: { en: "At the desk" } }])).toEqual([
      "At the desk",
      "Waits for approval",
    ]);
  });

  it("are said once, in the words of the config where it has some", async () => {
    expect(await openMembers([{ field: "approved", is: false, label: { en: "New here" } }])).toEqual([
      "New here",
    ]);
  });
});
