import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeMemoryDrafts } from "../../../../src/admin/services/memory-drafts.ts";
import type { Json } from "../../../../src/model/record.ts";
import type { HistoryEntry } from "../../../../src/wire/journal.ts";
import { JOURNAL_PATHS } from "../../../../src/wire/journal.ts";
import { book, type FakeServer, refusal } from "../../fake-server.ts";
import { openApp } from "../../open-app.tsx";

// What was typed into the form of a record that was deleted before it was saved.

const GULLS = book(1, { title: "Gulls", photos: [{ fileName: "gull.png", imgUrl: "/images/gull.png" }] });
const EDIT = `/books/edit/${GULLS._id}`;
const JOURNAL = `GET ${JOURNAL_PATHS.journal}`;

/** The deletion as the journal lists it: long values come with the entry alone. */
function deletion(changes: Partial<HistoryEntry> = {}): HistoryEntry {
  const { _id, createdAt: _, updatedAt: at, updatedBy: by, updatedById, isProtected, ...values } = GULLS;
  const fields = Object.entries(values).map(([field, was]) =>
    field === "genre" ? ({ field, long: true } as const) : { field, was: was as Json },
  );
  const place = { entity: "books", _id, title: "Gulls", version: 2, position: 7, changeId: "c" };
  return { ...place, kind: "delete", at, by, byId: null, fields, undoable: true, binned: true, ...changes };
}

/** Types into the form of the book, ends with the tab, and comes back once the book is deleted. */
async function openDeleted(prepare: (server: FakeServer) => void = () => undefined, typed = "Terns") {
  const device = makeMemoryDrafts();
  const before = await openApp(EDIT, { device, prepare: ({ records }) => records.get("books")?.push(GULLS) });
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  if (typed !== "") {
    await before.person.clear(title);
    await before.person.type(title, typed);
    await waitFor(async () => expect(await device.list(before.server.user._id)).toHaveLength(1));
  }
  cleanup();
  await act(async () => {});
  const app = await openApp(EDIT, {
    device,
    prepare(server) {
      server.on(JOURNAL, () => ({ status: 200, body: { entries: [deletion()] } }));
      server.on(`${JOURNAL}/7`, () => {
        const fields = deletion().fields.map((one) =>
          one.long ? { field: one.field, was: "history" } : one,
        );
        return { status: 200, body: deletion({ fields }) };
      });
      prepare(server);
    },
  });
  await screen.findByText("This record is no longer there");
  return app;
}

const typedNow = async () => (await screen.findByText("Terns")).closest("section") as HTMLElement;

it("says that the record is gone, and shows what was typed", async () => {
  await openDeleted();
  const typed = await typedNow();
  expect(within(typed).getByText("Title").tagName).toBe("DT");
  expect(typed.textContent).toMatch(/^Unsaved input \(/);
});

it("goes on as a new record: with what was typed over what the record was, but for its pictures", async () => {
  const app = await openDeleted();
  await typedNow();
  await screen.findByRole("button", { name: "Restore the record" });
  await app.person.click(app.button("Continue as a new record"));
  await app.at("/books/create");
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  await waitFor(() => expect(title.value).toBe("Terns"));
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
  const kept = await app.device.list(app.server.user._id);
  const values = kept.map(({ fields }) => Object.fromEntries(fields.map(({ path, value }) => [path, value])));
  expect(values).toHaveLength(1);
  expect(values[0]).toMatchObject({ title: "Terns", genre: "history", year: 1951 });
  expect(Object.keys(values[0] ?? {}).filter((path) => path.startsWith("photos"))).toEqual([]);
});

it("goes on without what the record was where this person may not know of that", async () => {
  const app = await openDeleted((server) => server.on(JOURNAL, () => refusal(404, "Not here")));
  await typedNow();
  expect(screen.queryByRole("button", { name: "Restore the record" })).toBeNull();
  await app.person.click(app.button("Continue as a new record"));
  const title = await screen.findByLabelText<HTMLInputElement>("Title");
  await waitFor(() => expect(title.value).toBe("Terns"));
  const [kept] = await app.device.list(app.server.user._id);
  expect(kept?.fields.map(({ path, value }) => [path, value])).toEqual([["title", "Terns"]]);
});

it("is discarded once the person is sure", async () => {
  const app = await openDeleted();
  await typedNow();
  await app.person.click(app.button("Discard"));
  await app.person.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Discard" }),
  );
  await waitFor(() => expect(screen.queryByText("Terns")).toBeNull());
  await waitFor(async () => expect(await app.device.list(app.server.user._id)).toEqual([]));
  app.button("Restore the record");
});

it("is offered in the form again once the record is restored", async () => {
  const app = await openDeleted();
  app.server.on(`POST ${JOURNAL_PATHS.restore}`, () => {
    app.server.records.get("books")?.push(GULLS);
    return { status: 200, body: { record: GULLS, notRestored: ["Without pictures that are gone: Photos"] } };
  });
  await app.person.click(await screen.findByRole("button", { name: "Restore the record" }));
  await app.person.click(await screen.findByRole("button", { name: "Restore" }));
  expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Terns");
  expect(app.toasts()).toContain("warning: Without pictures that are gone: Photos");
});

it("says why the record is not restored, and loses nothing", async () => {
  const app = await openDeleted((server) =>
    server.on(`POST ${JOURNAL_PATHS.restore}`, () => refusal(409, "The number is taken")),
  );
  await app.person.click(await screen.findByRole("button", { name: "Restore the record" }));
  await waitFor(() => expect(app.toasts().join()).toContain("The number is taken"));
  await typedNow();
});

it.each([
  ["another may restore it", deletion({ undoable: undefined } as never)],
  ["it was deleted for good", deletion({ kind: "purge", undoable: undefined } as never)],
])("offers no restoring where %s, and nothing where nothing was typed", async (_, entry) => {
  const asked = { count: 0 };
  const app = await openDeleted((server) => {
    server.on(JOURNAL, () => {
      asked.count += 1;
      return { status: 200, body: { entries: [entry] } };
    });
  }, "");
  await waitFor(() => expect(asked.count).toBeGreaterThan(0));
  await act(async () => {});
  expect(screen.queryByRole("button", { name: "Restore the record" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Continue as a new record" })).toBeNull();
  await app.person.click(app.button("Books"));
  await app.at("/books/list");
});
