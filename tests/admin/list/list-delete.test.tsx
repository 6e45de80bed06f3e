import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { book, later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";
import { openBooks, titles } from "./open-books.ts";

describe("deleting", () => {
  const ask = async (app: Awaited<ReturnType<typeof openApp>>, title: string) => {
    await app.person.click(app.button(`Delete ${title}`));
    return screen.findByRole("alertdialog");
  };

  it("asks, naming the item; the no changes nothing", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const dialog = await ask(app, "Book 2");
    within(dialog).getByText('Delete the book "Book 2"?');
    await app.person.click(within(dialog).getByRole("button", { name: "Keep" }));
    expect(app.server.calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("asks by the title, where the config says so", async () => {
    const loan = { _id: "l1", number: "L-0001", book: { _id: "b1", title: "Gulls" }, lentOn: "2026-03-01" };
    const app = await openApp("/loans/list", {
      prepare: (server) => server.records.set("loans", [{ ...book(1), ...loan }]),
    });
    const dialog = await waitFor(() => ask(app, "L-0001: Gulls"));
    expect(dialog.textContent?.replaceAll(/[\u2068\u2069]/g, "")).toContain("Delete the loan L-0001: Gulls?");
  });

  it("asks with days and choices as people read them, and numbers as they are", async () => {
    const app = await openBooks(1, "/books/list", {
      config: {
        "entities/books.json": (json) => {
          const { genre } = json.schema.properties;
          genre.labels = { novel: "Novels", poetry: "Poems", science: "Science", history: "The past" };
          json.schema.properties.lostOn = {
            type: "string",
            title: "Lost on",
            format: "date",
            messages: { format: "No day" },
          };
          json.list.deleteConfirm = "Delete {title} of {genre}, {year}, lost on {lostOn}?";
        },
      },
      prepare: (server) => server.records.set("books", [book(1, { lostOn: "2026-03-05" })]),
    });
    await app.shows("Book 1");
    within(await ask(app, "Book 1")).getByText("Delete Book 1 of The past, 1951, lost on 05/03/2026?");
  });

  it("says so in a toast that speaks the language of the screen, to its last word", async () => {
    const app = await openBooks(1, "/books/list", {
      config: {
        "messages.json": (json) => {
          json["zh-TW"] = {
            ...json.en,
            "images.tooLarge": "太大",
            "list.deleted": "已刪除",
            "toast.close": "關閉",
            "toast.key": "{key}：移到這裡",
          };
        },
        "entities/books.json": (json) => {
          json.language = "zh-TW";
        },
      },
      prepare: (server) =>
        server.on(`DELETE /api/rest/books/${book(1)._id}`, () => ({
          status: 200,
          body: {},
          headers: { "change-id": "gone" },
        })),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    const toast = (await screen.findByText("已刪除")).closest<HTMLElement>(".toast");
    expect(toast?.lang).toBe("zh-TW");
    within(toast ?? document.body).getByRole("button", { name: "關閉" });
    within(toast ?? document.body).getByText("F8：移到這裡");
  });

  it("deletes, says so, and shows the list without it", async () => {
    const app = await openBooks(2);
    await app.shows("Book 1", "Book 2");
    const dialog = await ask(app, "Book 2");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await app.shows("Book 1");
    expect(app.toasts()).toEqual(["success: Deleted"]);
  });

  it("a row that is being deleted says so, and is not asked for twice", async () => {
    const answered = later();
    const app = await openBooks(2, "/books/list", {
      prepare: (server) => server.on(`DELETE /api/rest/books/${book(1)._id}`, answered.serve),
    });
    await app.shows("Book 1", "Book 2");
    const isBusy = () =>
      ["Book 1", "Book 2"].map((title) => {
        const button = app.button(`Delete ${title}`);
        return [button.getAttribute("aria-disabled"), button.closest("tr")?.getAttribute("aria-busy")];
      });
    expect(isBusy()).toEqual(Array(2).fill([null, "false"]));
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() =>
      expect(isBusy()).toEqual([
        ["true", "true"],
        [null, "false"],
      ]),
    );
    fireEvent.click(app.button("Delete Book 1"));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    answered.answer(refusal(500, "Not now"));
    await waitFor(() => expect(isBusy()).toEqual(Array(2).fill([null, "false"])));
  });

  it("the last row of the last page: the page before it is shown", async () => {
    const app = await openBooks(11, "/books/list?page=2&search=book");
    await app.shows("Book 11");
    const dialog = await ask(app, "Book 11");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await app.shows(...titles(1, 10));
    expect(app.address()).toBe("/books/list?search=book");
  });

  it("a refusal is said with its reason, the row stays", async () => {
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(`DELETE /api/rest/books/${book(1)._id}`, () => refusal(409, "3 loans refer to it")),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(app.toasts()).toEqual(["error: Could not be deleted: 3 loans refer to it"]));
    await app.shows("Book 1");
    // The list that comes anew settles nothing of it; leaving the list does.
    expect(app.toasts()).toHaveLength(1);
    await app.person.click(screen.getByRole("link", { name: "Add a book" }));
    await app.at("/books/create");
    await waitFor(() => expect(app.toasts()).toEqual([]));
  });

  it("refused for others that refer to it: they are linked, with how many there are besides, until one hides that", async () => {
    const referrers = [1, 2].map((at) => ({ entity: "books", _id: book(at)._id, title: `Referring ${at}` }));
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(`DELETE /api/rest/books/${book(1)._id}`, () =>
          refusal(409, "5 books refer to it", { errorCode: "REFERRED_TO", referrers, referrerCount: 5 }),
        ),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    const region = await screen.findByRole("region", {
      name: "Book 1 is in use: change or delete these first",
    });
    const links = within(region).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
      referrers.map(({ _id, title }) => [title, `/books/edit/${_id}`]),
    );
    within(region).getByText("and 3 more");
    await app.person.click(within(region).getByRole("button", { name: "Hide" }));
    expect(
      screen.queryByRole("region", { name: "Book 1 is in use: change or delete these first" }),
    ).toBeNull();
  });

  describe("refused for others that refer to it, which can be moved to another record", () => {
    const MOVE = "POST /api/journal/move";
    const openMove = async () => {
      const app = await openBooks(3, "/books/list", {
        prepare: (server) =>
          server.on(`DELETE /api/rest/books/${book(1)._id}`, () =>
            refusal(409, "2 loans refer to it: L-1, L-2", {
              errorCode: "REFERRED_TO",
              referrers: [{ entity: "books", _id: book(2)._id, title: "Referring" }],
              referrerCount: 2,
            }),
          ),
      });
      await app.shows("Book 1", "Book 2", "Book 3");
      const question = await ask(app, "Book 1");
      await app.person.click(within(question).getByRole("button", { name: "Delete" }));
      await app.person.click(await screen.findByRole("button", { name: "Move them to…" }));
      const dialog = await screen.findByRole("dialog", { name: "Move to another one, then delete Book 1" });
      within(dialog).getByText("2 loans refer to it: L-1, L-2");
      return { ...app, dialog };
    };
    const choose = async ({ person, dialog }: Awaited<ReturnType<typeof openMove>>, name: string) => {
      await person.click(within(dialog).getByRole("combobox", { name: "Move to" }));
      await person.click(await within(dialog).findByRole("option", { name }));
      await person.click(within(dialog).getByRole("button", { name: "Move and delete" }));
    };

    it("names them, offers all records but itself, moves and deletes at once, and offers to undo", async () => {
      const app = await openMove();
      const { dialog } = app;
      const confirm = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Move and delete" });
      expect(confirm.disabled).toBe(true);
      await app.person.click(within(dialog).getByRole("combobox", { name: "Move to" }));
      await within(dialog).findByRole("option", { name: "Book 2" });
      expect(within(dialog).queryByRole("option", { name: "Book 1" })).toBeNull();
      await app.person.keyboard("{Escape}");
      app.server.on(MOVE, () => {
        app.server.records.set("books", [book(2), book(3)]);
        return { status: 200, body: { moved: 2 }, headers: { "change-id": "moved" } };
      });
      await choose(app, "Book 3");
      await app.shows("Book 2", "Book 3");
      expect(app.server.asked(MOVE).map(({ body }) => body)).toEqual([
        { entity: "books", _id: book(1)._id, to: book(3)._id, updatedAt: book(1).updatedAt },
      ]);
      expect(app.toasts()).toEqual([expect.stringMatching(/^success: 2 records moved, Book 1 deleted/)]);
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(
        screen.queryByRole("region", { name: "Book 1 is in use: change or delete these first" }),
      ).toBeNull();
      // In the row after the one that is gone; a key leads from there to the toast, and back when that is closed.
      const next = screen.getByRole("link", { name: "Edit Book 2" });
      expect(document.activeElement).toBe(next);
      await app.person.keyboard("{F8}");
      expect(document.activeElement).toBe(app.button("Take back"));
      await app.person.tab();
      await app.person.keyboard("{Enter}");
      expect(document.activeElement).toBe(next);
    });

    it("can be closed, which leads to the row", async () => {
      const app = await openMove();
      await app.person.click(within(app.dialog).getByRole("button", { name: "Keep" }));
      await app.person.click(app.button("Hide"));
      expect(document.activeElement).toBe(screen.getByRole("link", { name: "Edit Book 1" }));
    });

    it("is taken back from the toast", async () => {
      const app = await openMove();
      app.server.on(MOVE, () => ({ status: 200, body: { moved: 2 }, headers: { "change-id": "moved" } }));
      await choose(app, "Book 3");
      await screen.findByText(/^2 records moved/);
      app.server.on("POST /api/journal/undo", () => ({ status: 200, body: { undone: 3, kept: [] } }));
      await app.person.click(app.button("Take back"));
      await waitFor(() =>
        expect(app.server.asked("POST /api/journal/undo").at(-1)?.body).toMatchObject({ changeId: "moved" }),
      );
    });

    it("says what stands in the way, and stays open", async () => {
      const app = await openMove();
      const kept = [{ entity: "loans", _id: "l1", title: "L-1", reason: "It is a sample" }];
      app.server.on(MOVE, () => refusal(409, "Nothing was moved", { errorCode: "NOT_MOVED", kept }));
      await choose(app, "Book 3");
      const alert = await within(app.dialog).findByRole("alert");
      expect(alert.textContent).toMatch(/^Nothing was moved.*L-1.*It is a sample/);
      await app.person.click(within(app.dialog).getByRole("button", { name: "Keep" }));
      expect(screen.queryByRole("dialog")).toBeNull();
      await app.shows("Book 1", "Book 2", "Book 3");
    });
  });

  it("a record that somebody changed meanwhile stays: who and when is said, the list shows it as it is now, and the next try means that one", async () => {
    const address = `DELETE /api/rest/books/${book(1)._id}`;
    const sentence = "keeper changed this at 4 Mar 2026, 16:00: look at it before you delete it";
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(address, () => {
          const changed = { updatedAt: "2026-03-04T16:00:00.000Z", title: "Book 1, second edition" };
          server.records.set("books", [book(1, changed)]);
          server.on(address, undefined);
          return refusal(409, sentence, { errorCode: "STALE" });
        }),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(app.toasts()).toEqual([`error: Could not be deleted: ${sentence}`]));
    await app.shows("Book 1, second edition");
    const again = await ask(app, "Book 1, second edition");
    within(again).getByText('Delete the book "Book 1, second edition"?');
    await app.person.click(within(again).getByRole("button", { name: "Delete" }));
    await app.shows();
    expect(app.toasts()).toEqual(["success: Deleted"]);
    expect(app.server.asked(address).map(({ body }) => body)).toEqual([
      { updatedAt: "2026-03-04T15:06:00.000Z" },
      { updatedAt: "2026-03-04T16:00:00.000Z" },
    ]);
  });

  it("is not offered for a protected record, which can be looked at", async () => {
    const app = await openBooks(0, "/books/list", {
      prepare: (server) => server.records.set("books", [book(1, { isProtected: true }), book(2)]),
    });
    await app.shows("Book 1", "Book 2");
    expect(screen.getAllByText("Sample")).toHaveLength(1);
    const names = [...app.container.querySelectorAll("tbody .row-action")].map((one) =>
      one.getAttribute("aria-label"),
    );
    expect(names).toEqual(["Look at Book 1", "Edit Book 2", "Delete Book 2"]);
    await app.person.click(screen.getByRole("link", { name: "Look at Book 1" }));
    await screen.findByText("The sample books cannot be edited");
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    await app.person.click(app.button("Back"));
    await app.at("/books/list");
  });

  it("is not offered for one's own account", async () => {
    await openApp("/members/list", {
      prepare: (server) =>
        server.records.set("members", [
          { ...book(1), _id: server.user._id, username: "ada" },
          { ...book(2), username: "bea" },
        ]),
    });
    await screen.findByRole("button", { name: "Delete bea" });
    screen.getByRole("link", { name: "Edit ada" });
    expect(screen.queryByRole("button", { name: "Delete ada" })).toBeNull();
  });

  it("what an earlier try said goes when another begins", async () => {
    const app = await openBooks(1);
    await app.shows("Book 1");
    const address = `DELETE /api/rest/books/${book(1)._id}`;
    app.server.on(address, () => refusal(409, "3 loans refer to it"));
    const confirm = async () => {
      const dialog = await ask(app, "Book 1");
      await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    };
    await confirm();
    await waitFor(() => expect(app.toasts()).toHaveLength(1));
    const answer = later();
    app.server.on(address, answer.serve);
    await confirm();
    await waitFor(() => expect(app.toasts()).toEqual([]));
  });

  it("a session that ended meanwhile is said once, and leads to /login", async () => {
    const app = await openBooks(1, "/books/list", {
      prepare: (server) =>
        server.on(`DELETE /api/rest/books/${book(1)._id}`, () => refusal(401, "No session")),
    });
    await app.shows("Book 1");
    const dialog = await ask(app, "Book 1");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    await app.heading("Log in to the library");
    expect(app.toasts()).toEqual(["error: Your log-in has ended. Log in again"]);
  });
});
