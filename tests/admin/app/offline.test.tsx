import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { loadPlugin } from "../../../src/browser/plugin-loader.ts";
import { LIST, openBooks } from "../list/open-books.ts";
import { type OpenedApp, openApp } from "../open-app.tsx";

const VERSION = "GET /api/config/version";
const SENTENCE = "The library cannot be reached at present";
const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

async function loseConnection({ server, follow }: OpenedApp): Promise<void> {
  server.on(VERSION, unreachable);
  await follow();
  await screen.findByText(SENTENCE);
}

async function getItBack({ server, follow }: OpenedApp): Promise<void> {
  server.on(VERSION, undefined);
  await follow();
  await waitFor(() => expect(screen.queryByText(SENTENCE)).toBeNull());
}

describe("while the server cannot be reached", () => {
  it("the header says so, in a region that was there before, as long as it lasts", async () => {
    const app = await openBooks(1);
    await app.shows("Book 1");
    const header = app.container.querySelector("header");
    const region = header?.querySelector('[role="status"].offline');
    expect(region?.textContent).toBe("");
    await loseConnection(app);
    expect(region?.textContent).toBe(SENTENCE);
    await getItBack(app);
    expect(region?.textContent).toBe("");
    // What was there is not asked for again.
    expect(new Set(app.server.asked(LIST).map(({ query }) => query.page))).toEqual(new Set(["1"]));
    expect(app.rows()).toEqual(["Book 1"]);
  });

  it("a list that failed is fetched when the connection is back, without a word more than its own", async () => {
    const app = await openBooks(2, "/books/list", { prepare: (server) => server.on(LIST, unreachable) });
    await app.notice();
    await loseConnection(app);
    app.server.on(LIST, undefined);
    expect(screen.queryByText("Book 1")).toBeNull();
    await getItBack(app);
    await app.shows("Book 1", "Book 2");
    expect(app.toasts()).toEqual([]);
  });

  it("what failed for another reason before is asked for again too, but nothing that came", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const before = app.server.asked(LIST).length;
    await loseConnection(app);
    await getItBack(app);
    expect(app.server.asked(LIST)).toHaveLength(before);
  });

  it("cells that could not be loaded come when it is back", async () => {
    let isThere = false;
    const app = await openBooks(1, "/books/list", {
      widgets: (kind, name) =>
        isThere || kind !== "cell" || name !== "number"
          ? loadPlugin(kind, name)
          : Promise.reject(new TypeError("Failed to fetch dynamically imported module: /number.js")),
    });
    await screen.findByText(/^These columns could not be loaded/);
    await loseConnection(app);
    isThere = true;
    await getItBack(app);
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
    await screen.findByText("1951");
  });

  it("a form whose record failed opens when it is back", async () => {
    const app = await openBooks(1);
    await app.shows("Book 1");
    const record = `GET ${new URL(String(app.server.records.get("books")?.[0]?._id), "http://x/api/rest/books/").pathname}`;
    app.server.on(record, unreachable);
    await app.person.click(screen.getByRole("link", { name: "Edit Book 1" }));
    await screen.findByRole("button", { name: "Try again" });
    await loseConnection(app);
    app.server.on(record, undefined);
    await getItBack(app);
    expect(await screen.findByLabelText("Title")).toHaveProperty("value", "Book 1");
  });

  it("an app that could not start starts when it is back", async () => {
    const app = await openApp("/books/list", {
      prepare: (server) => server.on("GET /api/config", unreachable),
    });
    await screen.findByRole("button", { name: "Try again" });
    app.server.on(VERSION, unreachable);
    await app.follow();
    app.server.on("GET /api/config", undefined);
    app.server.on(VERSION, undefined);
    await app.follow();
    await app.heading("Books");
  });
});
