import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { book, type FakeServer, later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

afterEach(() => vi.restoreAllMocks());

const BIN = "GET /api/journal/bin";
const RESTORE = "POST /api/journal/restore";

const deleted = (number: number) => ({
  _id: book(number)._id,
  position: 100 - number,
  title: `Book ${number}`,
  until: "2026-04-03T15:06:00.000Z",
  deletedAt: "2026-03-04T15:06:00.000Z",
  deletedBy: number === 1 ? "director" : null,
  restorable: true,
  purgeable: true,
});

const openBin = async (prepare: (server: FakeServer) => void) => {
  const app = await openApp("/books/bin", { prepare });
  await app.heading("Books: recently deleted");
  return app;
};

it("a list leads to what was deleted of it, for whoever may delete", async () => {
  const app = await openApp("/books/list", {
    prepare: (server) => server.on(BIN, () => ({ status: 200, body: { records: [] } })),
  });
  await app.person.click(await screen.findByRole("link", { name: "Recently deleted" }));
  await app.heading("Books: recently deleted");
  await screen.findByText("Nothing was deleted recently");
  app.unmount();
  const other = await openApp("/books/list", { role: "shelver" });
  await other.heading("Books");
  expect(screen.queryByRole("link", { name: "Recently deleted" })).toBeNull();
  other.go("/books/bin");
  await waitFor(() => expect(other.toasts()).toHaveLength(1));
  expect(other.address()).toBe("/books/list");
});

it("shows who deleted what, when and until when it is kept, page by page", async () => {
  const second = later();
  const app = await openBin((server) => {
    server.on(BIN, (call) =>
      call.query.before === "5"
        ? second.serve(call)
        : { status: 200, body: { records: [deleted(1)], next: 5 } },
    );
  });
  const cells = async (name: string) =>
    within((await screen.findByRole("link", { name })).closest("tr") ?? document.body)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect((await cells("Book 1")).slice(0, 2)).toEqual(["Book 1", "director"]);
  expect((await cells("Book 1"))[3]).toBe("03/04/2026");
  const table = screen.getByRole("table", { name: "Books: recently deleted" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Deleted record", "Deleted by", "Deleted", "Kept until", "Actions"]);
  expect(table.getAttribute("aria-busy")).toBe("false");
  const labels = [...table.querySelectorAll<HTMLElement>("td[data-label]")].map(
    ({ dataset }) => dataset.label,
  );
  expect(labels).toEqual(["Deleted by", "Deleted", "Kept until"]);
  const name = within(table).getByRole("link", { name: "Book 1" });
  expect(name.getAttribute("href")).toBe(`/books/history/${book(1)._id}`);
  expect(screen.getByRole("link", { name: "To the list" }).getAttribute("href")).toBe("/books/list");
  await app.person.click(app.button("Earlier changes"));
  const busy = () => [table, app.button("Earlier changes")].map((one) => one.getAttribute("aria-busy"));
  expect(busy()).toEqual(["true", "true"]);
  second.answer({ status: 200, body: { records: [deleted(2)], next: 4 } });
  expect((await cells("Book 2"))[1]).toBe("System");
  expect(busy()).toEqual(["false", "false"]);
  expect(screen.getAllByRole("row")).toHaveLength(3);
});

it("restores a record, and leads to it", async () => {
  const app = await openBin((server) => {
    server.on(BIN, () => ({ status: 200, body: { records: [deleted(1)] } }));
    server.on(RESTORE, () => {
      server.records.set("books", [book(1)]);
      return { status: 200, body: { record: book(1), notRestored: [] } };
    });
  });
  await app.person.click(await screen.findByRole("button", { name: "Restore Book 1" }));
  await app.person.click(await screen.findByRole("link", { name: "Open Book 1" }));
  await app.heading("Edit book");
  expect(app.toasts()).toEqual(["success: “Book 1” is restored"]);
  expect(app.server.asked(RESTORE).at(-1)?.body).toEqual({ entity: "books", _id: book(1)._id });
});

it("says what of a record could not be restored", async () => {
  const app = await openBin((server) => {
    server.on(BIN, () => ({ status: 200, body: { records: [deleted(1)] } }));
    server.on(RESTORE, () => ({
      status: 200,
      body: { record: book(1), notRestored: ["Without pictures that are gone: Cover"] },
    }));
  });
  await app.person.click(await screen.findByRole("button", { name: "Restore Book 1" }));
  await waitFor(() =>
    expect(app.toasts()).toEqual([
      "success: “Book 1” is restored",
      "warning: Without pictures that are gone: Cover",
    ]),
  );
});

it("says why a record is not restored", async () => {
  const app = await openBin((server) => {
    server.on(BIN, () => ({ status: 200, body: { records: [deleted(1)] } }));
    server.on(RESTORE, () => refusal(409, "Another book has this ISBN", { errorCode: "DUPLICATE" }));
  });
  await app.person.click(await screen.findByRole("button", { name: "Restore Book 1" }));
  await waitFor(() => expect(app.toasts()).toEqual(["error: Not restored: Another book has this ISBN"]));
  expect(app.button("Restore Book 1")).not.toBeNull();
});

it("a row that another has deleted for good goes, once it cannot be restored", async () => {
  const app = await openBin((server) => {
    let records = [deleted(1), deleted(2)];
    server.on(BIN, () => ({ status: 200, body: { records } }));
    server.on(RESTORE, () => {
      records = [deleted(2)];
      return refusal(404, "Not there", { errorCode: "NOT_FOUND" });
    });
  });
  await app.person.click(await screen.findByRole("button", { name: "Restore Book 1" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Restore Book 1" })).toBeNull());
  app.button("Restore Book 2");
});

it("shows pictures of deleted records, fetched with the session", async () => {
  const made: (Blob | MediaSource)[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    made.push(blob);
    return "blob:picture";
  });
  const dropped = vi.spyOn(URL, "revokeObjectURL");
  const app = await openBin((server) => {
    server.on(BIN, () => ({
      status: 200,
      body: { records: [{ ...deleted(1), image: "a.png" }, deleted(2)] },
    }));
    server.on("GET /api/journal/images/a.png", () => ({ status: 200, body: new Blob(["bytes"]) }));
  });
  await waitFor(() => expect(document.querySelectorAll("td img")).toHaveLength(1));
  expect(document.querySelector("td img")?.getAttribute("src")).toBe("blob:picture");
  const [asked] = app.server.asked("GET /api/journal/images/a.png");
  expect(asked).toMatchObject({ token: expect.stringMatching(/./) });
  expect(asked?.query).toEqual({ entity: "books", id: book(1)._id, size: "small" });
  expect(made[0]).toBeInstanceOf(Blob);
  app.unmount();
  expect(dropped).toHaveBeenCalledWith("blob:picture");
});

it("shows a glyph where a picture is gone", async () => {
  const app = await openBin((server) => {
    server.on(BIN, () => ({ status: 200, body: { records: [{ ...deleted(1), image: "a.png" }] } }));
    server.on("GET /api/journal/images/a.png", () => refusal(404, "gone"));
  });
  await waitFor(() => expect(app.server.asked("GET /api/journal/images/a.png")).not.toEqual([]));
  expect(document.querySelectorAll("td img")).toHaveLength(0);
  expect(document.querySelectorAll("td .record-thumb-none")).toHaveLength(1);
  expect(app.toasts()).toEqual([]);
});

it("offers deleting for good only of what the server offers", async () => {
  const { purgeable: _, ...kept } = deleted(1);
  const app = await openBin((server) => {
    server.on(BIN, () => ({ status: 200, body: { records: [kept] } }));
  });
  await screen.findByRole("button", { name: "Restore Book 1" });
  for (const name of ["Delete for good Book 1", "Empty the bin"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  app.unmount();
});

it("offers restoring only of what the server offers", async () => {
  const { restorable: _, ...kept } = deleted(1);
  await openBin((server) => {
    server.on(BIN, () => ({ status: 200, body: { records: [kept, deleted(2)] } }));
  });
  await screen.findByRole("button", { name: "Restore Book 2" });
  expect(screen.queryByRole("button", { name: "Restore Book 1" })).toBeNull();
});

describe("deleting for good", () => {
  const PURGE = "POST /api/journal/purge";
  const answer = async (app: Awaited<ReturnType<typeof openBin>>, text: string, button: string) => {
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent?.replaceAll(/[\u2068\u2069]/g, "")).toContain(text);
    await app.person.click(within(question).getByRole("button", { name: button }));
  };

  it("says why it was not done, and shows the bin as it is", async () => {
    const app = await openBin((server) => {
      server.on(BIN, () => ({ status: 200, body: { records: [deleted(1)] } }));
      server.on(PURGE, () => refusal(500, "It broke"));
    });
    await app.person.click(await screen.findByRole("button", { name: "Delete for good Book 1" }));
    const before = app.server.asked(BIN).length;
    await answer(app, "“Book 1”", "Delete for good");
    await waitFor(() => expect(app.toasts()).toEqual(["error: Not deleted: It broke"]));
    await waitFor(() => expect(app.server.asked(BIN).length).toBeGreaterThan(before));
    await app.person.click(app.button("Empty the bin"));
    // What was said before is settled by another try.
    await waitFor(() => expect(app.toasts()).toEqual([]));
    await answer(app, "1 record will be deleted for good", "Empty the bin");
    await waitFor(() => expect(app.toasts()).toEqual(["error: Not deleted: It broke"]));
  });

  it("asks by how many there are, up to a bound; for nothing where others were faster", async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...deleted(1),
      _id: `b${at}`,
      position: 900 - at,
    }));
    let pages: readonly unknown[] = many;
    const app = await openBin((server) =>
      server.on(BIN, ({ query }) => ({
        status: 200,
        body: query.limit === undefined ? { records: [deleted(1)], next: 9 } : { records: pages, next: 8 },
      })),
    );
    await app.person.click(await screen.findByRole("button", { name: "Empty the bin" }));
    await answer(app, "1000 or more records will be deleted for good", "Keep");
    const counted = app.server.asked(BIN).filter(({ query }) => query.limit === "100");
    expect(counted.map(({ query }) => query.before)).toEqual([undefined, "8"]);
    app.server.on(BIN, ({ query }) => ({
      status: 200,
      body: query.limit === undefined ? { records: [deleted(1)], next: 9 } : { records: pages },
    }));
    pages = [];
    const before = app.server.asked(BIN).length;
    await app.person.click(app.button("Empty the bin"));
    await waitFor(() => expect(app.server.asked(BIN).length).toBeGreaterThan(before + 1));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(app.server.asked(PURGE)).toEqual([]);
  });

  it("asks first, and shows the bin without the record", async () => {
    let records = [deleted(1), deleted(2)];
    const app = await openBin((server) => {
      server.on(BIN, () => ({ status: 200, body: { records } }));
      server.on(PURGE, () => {
        // Where a browser has the focus once the question is closed.
        screen.getByRole("button", { name: "Delete for good Book 1" }).focus();
        records = [deleted(2)];
        return { status: 200, body: { purged: 1 } };
      });
    });
    const text =
      "“Book 1” will be deleted for good, with all its earlier values and pictures. This cannot be undone.";
    await app.person.click(await screen.findByRole("button", { name: "Delete for good Book 1" }));
    await answer(app, text, "Keep");
    expect(app.server.asked(PURGE)).toEqual([]);
    await app.person.click(await screen.findByRole("button", { name: "Delete for good Book 1" }));
    await answer(app, text, "Delete for good");
    await waitFor(() => expect(screen.queryByRole("link", { name: "Book 1" })).toBeNull());
    expect(app.server.asked(PURGE).map(({ body }) => body)).toEqual([{ entity: "books", _id: book(1)._id }]);
    expect(app.toasts()).toEqual(["success: “Book 1” is deleted for good"]);
    expect(document.activeElement).toBe(app.button("Restore Book 2"));
  });

  it("empties the bin after one question with the count of what is in it by then, step by step", async () => {
    const app = await openBin((server) => {
      server.on(BIN, ({ query }) => ({
        status: 200,
        body:
          query.limit === undefined
            ? { records: [deleted(1)], next: 99 }
            : query.before === "98"
              ? { records: [deleted(3)] }
              : { records: [deleted(1), deleted(2)], next: 98 },
      }));
      server.on(PURGE, ({ body }) => {
        server.on(BIN, () => ({ status: 200, body: { records: [] } }));
        return {
          status: 200,
          body: JSON.stringify(body).includes("99") ? { purged: 2, next: 97 } : { purged: 1 },
        };
      });
    });
    await app.person.click(await screen.findByRole("button", { name: "Empty the bin" }));
    await answer(
      app,
      "3 records will be deleted for good, with all their earlier values and pictures. This cannot be undone.",
      "Empty the bin",
    );
    await screen.findByText("Nothing was deleted recently");
    expect(app.server.asked(PURGE).map(({ body }) => body)).toEqual([
      { entity: "books", upTo: 99 },
      { entity: "books", upTo: 97 },
    ]);
    expect(app.toasts()).toEqual(["success: The bin is empty: 3 deleted for good"]);
    expect(screen.queryByRole("button", { name: "Empty the bin" })).toBeNull();
  });
});
