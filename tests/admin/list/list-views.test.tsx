import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import type { FakeServer } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { openBooks, titles } from "./open-books.ts";

const tabs = () => within(screen.getByRole("navigation", { name: "Views" })).getAllByRole("link");
const names = () => tabs().map(({ textContent }) => textContent);
const current = () =>
  tabs()
    .filter((tab) => tab.getAttribute("aria-current") === "page")
    .map(({ textContent }) => textContent);
const tab = (name: string) => tabs().find(({ textContent }) => textContent === name) ?? document.body;
const columns = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

/** The server keeps preferences. */
function keeping(stored: Record<string, Json>) {
  return (server: FakeServer) => {
    server.on(`GET ${PATHS.preferences}`, () => ({ status: 200, body: stored }));
    for (const id of ["books", "loans", "reading-lists"])
      server.on(`PUT ${PATHS.preferences}/list:${id}`, ({ body }) => {
        if (body === null) delete stored[`list:${id}`];
        else stored[`list:${id}`] = body as Json;
        return { status: 200, body: {} };
      });
  };
}

const openPanel = async (app: Awaited<ReturnType<typeof openBooks>>) => {
  await app.person.click(app.button("View settings"));
  return within(await screen.findByRole("dialog", { name: "View settings" }));
};

describe("the views of the config", () => {
  it("are links above the list, all records first; one leads to an address that Back leaves again", async () => {
    const app = await openBooks(25, "/books/list?page=2&search=book");
    await app.shows(...titles(11, 20));
    expect(names()).toEqual(["All", "No cover", "Changed this week"]);
    expect(current()).toEqual(["All"]);
    expect(app.lastQuery()).not.toHaveProperty("view");
    await app.person.click(tab("No cover"));
    await app.at("/books/list?view=no-cover");
    await waitFor(() =>
      expect(app.lastQuery()).toMatchObject({ view: "no-cover", page: "1", nameQuery: "" }),
    );
    expect(current()).toEqual(["No cover"]);
    app.go(-1);
    await app.at("/books/list?page=2&search=book");
    expect(current()).toEqual(["All"]);
  });

  it("stay while the list is searched, sorted and paged", async () => {
    const app = await openBooks(25, "/books/list?view=this-week");
    await app.shows(...titles(1, 10));
    await app.person.click(app.button("Page 2"));
    await app.at("/books/list?view=this-week&page=2");
    expect(current()).toEqual(["Changed this week"]);
    expect(app.lastQuery()).toMatchObject({ view: "this-week", page: "2" });
  });

  it("have columns of their own, hidden ones too", async () => {
    const app = await openApp("/loans/list?view=long-away");
    await app.heading("Loans");
    await waitFor(() => expect(columns()).toEqual(["Number", "Lent by", "Lent on", "Renewals", "Actions"]));
    await app.person.click(tab("All"));
    await waitFor(() => expect(columns()).not.toContain("Renewals"));
  });

  it("are those of the account's role", async () => {
    const app = await openApp("/loans/list", { role: "lender" });
    await app.heading("Loans");
    expect(names()).toEqual(["All", "Lent by me"]);
  });

  it("may be what the list opens with; its address then says which is looked at, for whoever it is sent to", async () => {
    const app = await openApp("/reading-lists/list");
    await app.heading("Reading lists");
    expect(current()).toEqual(["By name"]);
    await app.at("/reading-lists/list?view=by-name");
    const asked = () => app.server.asked("GET /api/rest/reading-lists").at(-1)?.query;
    await waitFor(() => expect(asked()).toMatchObject({ view: "by-name" }));
    await app.person.click(tab("All"));
    await app.at("/reading-lists/list?view=all");
    await waitFor(() => expect(asked()).not.toHaveProperty("view"));
    await app.person.click(tab("By name"));
    await app.at("/reading-lists/list?view=by-name");
  });

  it("that the account does not have are said once, and all records are shown", async () => {
    const app = await openBooks(3, "/books/list?view=secret&search=book");
    await app.shows(...titles(1, 3));
    await app.at("/books/list?search=book");
    expect(app.lastQuery()).not.toHaveProperty("view");
    expect(app.toasts()).toEqual([
      "warning: This view does not exist, or not for your account: you see all records",
    ]);
  });

  it("leave out a filter that the account does not have, and say so once", async () => {
    const app = await openBooks(3, "/books/list?filter[secret]=1&filter[genre]=novel&search=book");
    await app.at("/books/list?search=book&filter[genre]=novel");
    expect(app.toasts()).toEqual([
      "warning: Part of the filter in this link does not exist, or not for your account: you see more than it would show",
    ]);
  });

  it("that the account does not have: all records are shown where the list opens with a view too", async () => {
    const app = await openApp("/reading-lists/list?view=secret");
    await app.heading("Reading lists");
    await app.at("/reading-lists/list?view=all");
    expect(current()).toEqual(["All"]);
    expect(app.toasts()).toEqual([
      "warning: This view does not exist, or not for your account: you see all records",
    ]);
  });

  it("say that they are empty by their name", async () => {
    await openBooks(0, "/books/list?view=no-cover");
    await screen.findByText("“No cover” has no book");
  });
});

describe("what a person chooses about a list", () => {
  it("columns: which and in what order, at once, stored with the account; and back as the config has them", async () => {
    const stored: Record<string, Json> = {};
    const app = await openBooks(1, "/books/list", { prepare: keeping(stored) });
    await app.shows("Book 1");
    const panel = await openPanel(app);
    for (const name of ["Subject", "Genre", "Photo", "Readers", "Available", "Changed"])
      await app.person.click(panel.getByRole("checkbox", { name }));
    expect(columns()).toEqual(["Title", "Year", "Actions"]);
    await app.person.click(panel.getByRole("button", { name: "Move Year up" }));
    expect(columns()).toEqual(["Year", "Title", "Actions"]);
    await waitFor(() => expect(stored).toEqual({ "list:books": { columns: { all: ["year", "title"] } } }));
    await app.person.click(panel.getByRole("checkbox", { name: "Title" }));
    expect(panel.getByRole<HTMLInputElement>("checkbox", { name: "Year" }).disabled).toBe(true);
    await app.person.click(panel.getByRole("button", { name: "Restore columns and rows" }));
    expect(columns()).toHaveLength(9);
    await waitFor(() => expect(stored).toEqual({}));
    await app.at("/books/list");
  });

  it("columns and rows stand in the address: a copy of it shows somebody else the same, and changes nothing of theirs", async () => {
    const mine = await openBooks(25, "/books/list", {
      prepare: keeping({ "list:books": { columns: { all: ["title", "genre"] }, pageSize: 10 } }),
    });
    await mine.shows(...titles(1, 10));
    const panel = await openPanel(mine);
    await mine.person.click(panel.getByRole("checkbox", { name: "Year" }));
    await mine.person.click(panel.getByRole("checkbox", { name: "Genre" }));
    await mine.person.click(panel.getByRole("button", { name: "20" }));
    const copied = mine.address();
    expect(copied).toBe("/books/list?columns=title%2Cyear&size=20");
    mine.unmount();
    const theirs: Record<string, Json> = { "list:books": { columns: { all: ["genre"] }, pageSize: 50 } };
    const other = await openBooks(25, copied, { prepare: keeping(theirs) });
    await other.shows(...titles(1, 20));
    expect(columns()).toEqual(["Title", "Year", "Actions"]);
    const settings = await openPanel(other);
    await other.person.click(settings.getByRole("checkbox", { name: "Year" }));
    await other.person.click(settings.getByRole("button", { name: "10" }));
    await other.at("/books/list?columns=title&size=10");
    expect(theirs).toEqual({ "list:books": { columns: { all: ["genre"] }, pageSize: 50 } });
    // Where the address says nothing, the list opens as each has chosen it.
    act(() => other.go("/books/list"));
    await waitFor(() => expect(columns()).toEqual(["Genre", "Actions"]));
  });

  it("rows on a page, also at the next start; from the first page on", async () => {
    const stored: Record<string, Json> = {};
    const first = await openBooks(25, "/books/list?page=3", { prepare: keeping(stored) });
    await first.shows(...titles(21, 25));
    const panel = await openPanel(first);
    await first.person.click(panel.getByRole("button", { name: "20" }));
    await first.shows(...titles(1, 20));
    await first.at("/books/list?size=20");
    await waitFor(() => expect(stored).toEqual({ "list:books": { pageSize: 20 } }));
    first.unmount();
    const second = await openBooks(25, "/books/list", { prepare: keeping(stored) });
    await second.shows(...titles(1, 20));
    const limits = second.server.asked("GET /api/rest/books").map(({ query }) => query.limit);
    expect(new Set(limits)).toEqual(new Set(["20"]));
  });

  it("what makes no sense in it is not used", async () => {
    const choice = {
      columns: { all: ["gone", "year", 7], "no-cover": "x" },
      pageSize: 1_000,
      views: [{}, 1],
    };
    const app = await openBooks(25, "/books/list", { prepare: keeping({ "list:books": choice }) });
    await app.shows(...titles(1, 10));
    expect(columns()).toEqual(["Year", "Actions"]);
    expect(names()).toHaveLength(3);
  });
});

describe("a person's own views", () => {
  it("are saved as the list stands, under a name, and open as it stood", async () => {
    const stored: Record<string, Json> = {};
    const app = await openBooks(25, "/books/list?search=book&sort=year&order=desc", {
      prepare: keeping(stored),
    });
    await app.shows(...titles(16, 25).reverse());
    const panel = await openPanel(app);
    const input = panel.getByRole("textbox", { name: "Name of the view" });
    expect([input.getAttribute("aria-invalid"), input.getAttribute("aria-describedby")]).toEqual([
      "false",
      null,
    ]);
    await app.person.type(input, " ");
    await app.person.click(panel.getByRole("button", { name: "Save" }));
    expect(panel.getByText("Enter a name").id).toBe(input.getAttribute("aria-describedby"));
    expect([input.getAttribute("aria-invalid"), document.activeElement]).toEqual(["true", input]);
    await app.person.type(panel.getByRole("textbox", { name: "Name of the view" }), "Newest {Enter}");
    expect(app.toasts()).toEqual(["success: View “Newest” saved"]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(names()).toEqual(["All", "No cover", "Changed this week", "Newest"]);
    expect(current()).toEqual(["Newest"]);
    const address = app.address();
    expect(address).toBe(
      "/books/list?columns=title%2Csubject.name%2Cgenre%2Cyear%2Cphotos.0%2Cscores.readers%2Cavailable%2CupdatedAt&size=10&search=book&sort=year&order=desc",
    );
    await app.person.click(tab("All"));
    await app.shows(...titles(1, 10));
    await app.person.click(tab("Newest"));
    await app.shows(...titles(16, 25).reverse());
    expect(app.address()).toBe(address);
    await app.person.click(app.button("Page 2"));
    await app.shows(...titles(6, 15).reverse());
    expect(current()).toEqual(["Newest"]);
    await waitFor(() => expect(JSON.stringify(stored)).toContain("Newest"));
  });

  const two = () => ({
    "list:books": {
      views: [
        { id: 1, name: "One", query: "search=1" },
        { id: 2, name: "Two", query: "search=2" },
      ],
    },
  });

  it("are renamed, put in another order and deleted, which is asked for", async () => {
    const stored: Record<string, Json> = two();
    const app = await openBooks(3, "/books/list", { prepare: keeping(stored) });
    await app.shows(...titles(1, 3));
    const panel = await openPanel(app);
    const box = panel.getByRole("textbox", { name: "Name of the view One" });
    await app.person.clear(box);
    await app.person.type(box, "Two{Enter}");
    expect(names().slice(3)).toEqual(["One", "Two"]);
    await app.person.clear(box);
    await app.person.type(box, "First{Enter}");
    expect(names().slice(3)).toEqual(["First", "Two"]);
    await app.person.click(panel.getByRole("button", { name: "Move First down" }));
    expect(names().slice(3)).toEqual(["Two", "First"]);
    await app.person.click(panel.getByRole("button", { name: "Delete the view Two" }));
    await app.person.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
    );
    await waitFor(() => expect(names().slice(3)).toEqual(["First"]));
    await waitFor(() =>
      expect(stored).toEqual({ "list:books": { views: [{ id: 1, name: "First", query: "search=1" }] } }),
    );
  });

  it("saved under a name that there is take its place", async () => {
    const stored: Record<string, Json> = two();
    const app = await openBooks(3, "/books/list?search=3", { prepare: keeping(stored) });
    await app.shows("Book 3");
    const panel = await openPanel(app);
    await app.person.type(panel.getByRole("textbox", { name: "Name of the view" }), "One");
    await app.person.click(panel.getByRole("button", { name: "Replace" }));
    expect(names().slice(3)).toEqual(["One", "Two"]);
    expect(current()).toEqual(["One"]);
  });

  it("lose what the config does not have any more; that is said once", async () => {
    const stored: Record<string, Json> = {
      "list:books": {
        views: [{ id: 1, name: "Old", query: "view=gone&columns=title,gone&filter[gone]=1&search=2" }],
      },
    };
    const app = await openBooks(3, "/books/list", { prepare: keeping(stored) });
    await app.shows(...titles(1, 3));
    await app.person.click(tab("Old"));
    await app.at("/books/list?columns=title&search=2");
    await app.shows("Book 2");
    expect(columns()).toEqual(["Title", "Actions"]);
    const said = "warning: Some fields of the view “Old” no longer exist; it shows what is left";
    expect(app.toasts()).toEqual([said]);
    await app.person.click(tab("All"));
    await app.shows(...titles(1, 3));
    app.services.toasts.clear();
    await app.person.click(tab("Old"));
    await app.shows("Book 2");
    expect(app.toasts()).toEqual([]);
  });

  it("that are too many are refused with a sentence", async () => {
    const views = Array.from({ length: 20 }, (_, at) => ({
      id: at,
      name: `View ${at}`,
      query: `search=${at}`,
    }));
    const app = await openBooks(3, "/books/list?search=book", {
      prepare: keeping({ "list:books": { views } }),
    });
    await app.shows(...titles(1, 3));
    const panel = await openPanel(app);
    await app.person.type(panel.getByRole("textbox", { name: "Name of the view" }), "More{Enter}");
    panel.getByText("No more views can be saved for this list: delete one first");
    expect(names()).toHaveLength(23);
  });
});

describe("a link to what a list shows", () => {
  it("spells all out, so that it shows the same to an account with other choices", async () => {
    const mine = { "list:books": { columns: { all: ["title", "year"] }, pageSize: 20 } };
    const app = await openBooks(25, "/books/list?search=book", { prepare: keeping(mine) });
    await app.shows(...titles(1, 20));
    const panel = await openPanel(app);
    await app.person.click(panel.getByRole("button", { name: "Copy link" }));
    await waitFor(() => expect(app.toasts()).toEqual(["success: Link copied"]));
    const link = new URL(await navigator.clipboard.readText());
    app.unmount();
    const other = await openBooks(25, `${link.pathname}${link.search}`, {
      role: "stocker",
      prepare: keeping({ "list:books": { columns: { all: ["genre"] }, pageSize: 10 } }),
    });
    await other.shows(...titles(1, 20));
    expect(columns()).toEqual(["Title", "Year", "Actions"]);
    expect(other.toasts()).toEqual([]);
  });

  it("can be copied by hand where the browser does not let a page do it", async () => {
    const app = await openBooks(1);
    await app.shows("Book 1");
    const panel = await openPanel(app);
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error("no")) });
    await app.person.click(panel.getByRole("button", { name: "Copy link" }));
    const box = await panel.findByRole<HTMLInputElement>("textbox", { name: "Link to this view" });
    expect(box.value).toContain("/books/list?view=all&columns=title");
    expect(document.activeElement).toBe(box);
  });
});
