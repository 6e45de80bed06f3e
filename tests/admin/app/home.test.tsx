import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import { book, type FakeServer, later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const page = () => within(screen.getByRole("main"));
const tile = (name: RegExp) => screen.findByRole("link", { name });
const region = (name: string) => screen.findByRole("region", { name });

const open = (role: string, prepare: (server: FakeServer) => void = () => undefined) =>
  openApp("/", {
    role,
    prepare(server) {
      server.records.set("books", [
        book(1, {
          genre: "science",
          available: false,
          scores: { readers: 9, staff: 1 },
          updatedAt: new Date().toISOString(),
        }),
        book(2),
        book(3, { genre: "novel" }),
      ]);
      prepare(server);
    },
  });

describe("the start page", () => {
  it("counts, and each number leads to the records that it counts", async () => {
    const app = await open("stocker");
    const loved = await tile(/Loved and lent out/);
    await waitFor(() => expect(loved.textContent).toBe("Loved and lent out1"));
    expect((await tile(/Books in all/)).textContent).toBe("Books in all3");
    await app.person.click(loved);
    await app.at("/books/list?filter[available]=false&filter[scores.readers][gte]=8");
    await app.heading("Books");
  });

  it("says that there are more where no more are counted", async () => {
    await open("shelver", (server) =>
      server.on("GET /api/rest/books", () => ({
        status: 200,
        body: { books: [], total: 10000, totalIsMore: true },
      })),
    );
    const all = await tile(/Books in all/);
    await waitFor(() => expect(all.textContent).toBe("Books in allOver 10,000"));
  });

  it("says so too where not all records were looked at", async () => {
    await open("shelver", (server) =>
      server.on("GET /api/rest/books", () => ({
        status: 200,
        body: { books: [], total: 37, isPartial: true },
      })),
    );
    const all = await tile(/Books in all/);
    await waitFor(() => expect(all.textContent).toBe("Books in allOver 37"));
  });

  it("lists the first records of a view by their names, each a link, and leads to the others", async () => {
    const app = await open("stocker");
    const list = within(await region("New science"));
    expect((await list.findByRole("link", { name: "Book 1" })).getAttribute("href")).toContain(
      "/books/edit/b",
    );
    expect(list.queryByRole("link", { name: "Book 3" })).toBe(null);
    const asked = app.server.calls.filter(({ query }) => query.view === "this-week");
    expect(asked[0]?.query).toMatchObject({ limit: "5", "filter[genre][in]": "science" });
    expect(list.getByRole("link", { name: "New science" }).getAttribute("href")).toBe(
      "/books/list?view=this-week&filter[genre][in]=science",
    );
  });

  it("has no areas beside its tiles: the menu has them", async () => {
    await open("stocker");
    await tile(/Books in all/);
    expect(page().queryByRole("link", { name: /Add a book|New book/ })).toBe(null);
  });

  it("has the areas in place of tiles", async () => {
    await openApp("/", { role: "stocker", config: { "app.json": (app) => delete app.home } });
    await screen.findByRole("heading", { level: 1, name: "You can work here:" });
    expect(page().getByRole("link", { name: "Add a book" })).toBeTruthy();
    expect(page().queryByRole("link", { name: /Books in all/ })).toBe(null);
  });

  it("says of a list that there is nothing", async () => {
    await open("keeper");
    expect(await within(await region("Long away")).findByText("Nothing here now")).toBeTruthy();
  });

  it("keeps the places of what it waits for, and says that it waits", async () => {
    const books = later();
    const app = await open("stocker", (server) => server.on("GET /api/rest/books", books.serve));
    const count = await tile(/Books in all/);
    const number = count.querySelector(".home-count-number");
    const records = (await region("New science")).querySelector("ul");
    expect([number?.getAttribute("aria-busy"), number?.textContent]).toEqual(["true", ""]);
    expect(records?.getAttribute("aria-busy")).toBe("true");
    expect([...(records?.children ?? [])].map((row) => row.getAttribute("aria-hidden"))).toEqual(
      Array(5).fill("true"),
    );
    await act(async () => books.answer({ status: 200, body: { books: [book(1)], total: 1234 } }));
    await waitFor(() => expect(count.textContent).toBe("Books in all1,234"));
    expect(number?.getAttribute("aria-busy")).toBe("false");
    await waitFor(() => expect(records?.getAttribute("aria-busy")).toBe("false"));
    const [record, ...others] = [...(records?.children ?? [])] as HTMLElement[];
    expect([record?.lang, others]).toEqual(["en", []]);
    expect(record?.querySelector("time")?.dateTime).toBe(book(1).updatedAt);
    app.unmount();
  });

  it("says of each area what it is called, in its language, and what can be made there", async () => {
    await openApp("/", { role: "shelver", config: { "app.json": (app) => delete app.home } });
    await screen.findByRole("heading", { level: 1, name: "You can work here:" });
    const areas = page().getAllByRole("listitem");
    expect(areas[0]?.lang).toBe("en");
    expect(areas[0]?.textContent).toBe("BooksAll books");
    expect(areas[0]?.querySelector("i")?.className).toBe("pi pi-book");
    expect(page().queryByRole("link", { name: /Add a book/ })).toBe(null);
    expect(page().getAllByRole("heading", { level: 2 })[0]?.textContent).toBe("Stock");
  });

  it("says which tile could not be fetched, and fetches it again", async () => {
    let isBroken = true;
    const app = await open("keeper", (server) =>
      server.on("GET /api/rest/loans", () =>
        isBroken ? refusal(500, "broken") : { status: 200, body: { loans: [], total: 7 } },
      ),
    );
    const long = within(await region("Long away"));
    expect(await long.findByText("This could not be fetched")).toBeTruthy();
    await waitFor(async () => expect((await tile(/Books in all/)).textContent).toBe("Books in all3"));
    isBroken = false;
    await app.person.click(long.getByRole("button", { name: "Try again" }));
    await long.findByText("Nothing here now");
    expect(long.queryByText("This could not be fetched")).toBe(null);
  });
});

describe("what one opened last", () => {
  const kept = (stored: Record<string, Json>) => (server: FakeServer) => {
    server.on(`GET ${PATHS.preferences}`, () => ({ status: 200, body: stored }));
    server.on(`PUT ${PATHS.preferences}/recent`, ({ body }) => {
      if (body === null) delete stored.recent;
      else stored.recent = body as Json;
      return { status: 200, body: {} };
    });
  };
  const of = (...ids: readonly string[]) => ids.map((id) => ({ entity: "books", id }));

  it("is remembered with the account, the last first, each once, eight of them", async () => {
    const ids = Array.from({ length: 9 }, (_, at) => book(at + 1)._id);
    const [first = "", ...others] = ids;
    const stored: Record<string, Json> = { recent: of(...others) };
    const app = await open("stocker", (server) => {
      kept(stored)(server);
      server.records.set(
        "books",
        ids.map((_, at) => book(at + 1)),
      );
    });
    const list = within(await region("Lately in your hands"));
    expect(await list.findAllByRole("link")).toHaveLength(8);
    act(() => app.go(`/books/edit/${first}`));
    await waitFor(() => expect(stored.recent).toEqual(of(first, ...others.slice(0, 7))));
    act(() => app.go(`/books/edit/${others[2]}`));
    const [second = "", third = "", fourth = "", ...rest] = others;
    await waitFor(() => expect(stored.recent).toEqual(of(fourth, first, second, third, ...rest.slice(0, 4))));
  });

  it("says of a record that could not be fetched that it could not, keeps it, and fetches it again", async () => {
    const stored: Record<string, Json> = { recent: of(book(1)._id, book(2)._id) };
    let isBroken = true;
    const app = await open("stocker", (server) => {
      kept(stored)(server);
      server.on(`GET /api/rest/books/${book(1)._id}`, () =>
        isBroken ? refusal(500, "broken") : { status: 200, body: book(1) },
      );
    });
    const list = within(await region("Lately in your hands"));
    expect(await list.findByText("This could not be fetched")).toBeTruthy();
    expect(await list.findByRole("link", { name: "Book 2" })).toBeTruthy();
    expect(stored.recent).toHaveLength(2);
    isBroken = false;
    await app.person.click(list.getByRole("button", { name: "Try again" }));
    expect(await list.findByRole("link", { name: "Book 1" })).toBeTruthy();
  });

  it("is named as it is called now; what is gone or closed is dropped without a word", async () => {
    const stored: Record<string, Json> = {
      recent: [
        ...of("b0000000000000000000gone", "b0000000000000000000also", book(2)._id),
        { entity: "loans", id: "l1" },
        7,
        { id: "x" },
      ],
    };
    const app = await open("stocker", kept(stored));
    const list = within(await region("Lately in your hands"));
    const link = await list.findByRole("link", { name: "Book 2" });
    // Beside others it says what it is.
    expect(link.closest("li")?.querySelector(".home-record-subtitle")?.textContent).toBe("book");
    expect(link.closest("li")?.querySelector(".record-thumb")).not.toBe(null);
    expect(link.getAttribute("href")).toBe(`/books/edit/${book(2)._id}`);
    await waitFor(() => expect(list.getAllByRole("link")).toHaveLength(1));
    await waitFor(() => expect(stored.recent).toEqual([...of(book(2)._id), { entity: "loans", id: "l1" }]));
    expect(app.toasts()).toEqual([]);
    expect(app.server.calls.some(({ path }) => path.includes("/loans/l1"))).toBe(false);
  });

  it("is not shown where nothing was opened", async () => {
    await open("stocker");
    await tile(/Books in all/);
    expect(page().queryByText("Lately in your hands")).toBe(null);
  });
});
