import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import type { Viewer } from "../../../src/wire/changes.ts";
import { type HistoryEntry, JOURNAL_PATHS } from "../../../src/wire/journal.ts";
import { book, type Call, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const GULLS = book(1, {
  title: "Gulls",
  subject: "s1",
  year: 1999,
  isbn: "9781234567890",
  summary: null,
  cover: null,
  price: 0,
  note: null,
});
const PLACE = { entity: "books", _id: GULLS._id };
const RECORD = `/api/rest/books/${GULLS._id}`;

/** The form of a record that others change. */
async function openForm() {
  let stored = GULLS;
  let version = 1;
  let isGone = false;
  const app = await openApp(`/books/edit/${GULLS._id}`, {
    isLive: true,
    prepare(server) {
      server.records.set("books", [GULLS]);
      server.records.set("subjects", [{ ...book(5), _id: "s1", name: "Sea" }]);
      const read = () =>
        isGone
          ? refusal(404, "gone", { errorCode: "NOT_FOUND" })
          : { status: 200, body: stored, headers: { etag: `"${version}"` } };
      server.on(`GET ${RECORD}`, read);
      server.on(`PUT ${RECORD}`, ({ body }: Call) => {
        change(body as Readonly<Record<string, Json>>, "ada");
        return { status: 200, body: stored, headers: { etag: `"${version}"` } };
      });
    },
  });
  const { streams } = app.server;
  const tell = () => streams.tell({ records: [{ ...PLACE, version }] });
  function change(values: Readonly<Record<string, Json>>, by = "bea"): void {
    version += 1;
    stored = { ...stored, ...values, updatedBy: by, updatedAt: `2026-05-06T07:0${version}:00.000Z` };
    tell();
  }
  await screen.findByRole("button", { name: "Save" });
  await waitFor(() => expect(streams.count()).toBe(1));
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  return {
    ...app,
    field,
    change,
    tell,
    notice: () => screen.findByText(/^bea changed this at .*: /),
    noNotice: () => expect(screen.queryByText(/changed this at/)).toBeNull(),
    remove(deleted: boolean) {
      isGone = deleted;
      tell();
    },
    async retype(name: string, text: string) {
      await app.person.clear(field(name));
      await app.person.type(field(name), text);
    },
    load: () => app.person.click(app.button("Take the change in")),
    reads: () => app.server.asked(`GET ${RECORD}`).length,
    puts: () => app.server.asked(`PUT ${RECORD}`).map(({ body }) => body),
  };
}

describe("an open form", () => {
  it("says who changed what, and takes it in beside what was typed; the save then sends that alone", async () => {
    const form = await openForm();
    await form.retype("Title", "Terns");
    form.field("Title").focus();
    form.change({ year: 2001, price: 7 });
    const notice = await form.notice();
    expect(notice.textContent).toMatch(/: (Year and Replacement price|Replacement price and Year)$/);
    expect(document.activeElement).toBe(form.field("Title"));
    expect(form.field("Year").value).toBe("1999");
    await form.load();
    await waitFor(() => expect(form.field("Year").value).toBe("2001"));
    expect(document.querySelector(".form-screen-head")?.textContent).toContain("bea · ");
    expect(form.field("Title").value).toBe("Terns");
    form.noNotice();
    await form.person.click(form.button("Save"));
    await waitFor(() => expect(form.puts()).toEqual([{ title: "Terns" }]));
    await form.at("/books/list");
    form.noNotice();
  });

  it("of the same field: was, theirs and mine beside each other, and what was typed is kept until one chooses", async () => {
    const form = await openForm();
    await form.retype("Title", "Terns");
    form.change({ title: "Sea birds", year: 2001 });
    await form.notice();
    await form.load();
    const panel = await screen.findByRole("region", { name: /^bea changed this at/ });
    const sides = [...panel.querySelectorAll(".conflict-side")].map((side) => side.textContent);
    expect(sides).toEqual(["As it wasGulls", "The other'sSea birds", "MineTerns"]);
    expect(form.field("Title").value).toBe("Terns");
    await waitFor(() => expect(form.field("Year").value).toBe("2001"));
    await form.person.click(within(panel).getByRole("radio", { name: /^The other's/ }));
    await waitFor(() => expect(form.field("Title").value).toBe("Sea birds"));
  });

  it("one more change is in the same notice; one that changes nothing that is seen is in none", async () => {
    const form = await openForm();
    form.change({});
    await waitFor(() => expect(form.reads()).toBe(2));
    form.noNotice();
    form.change({ year: 2001 });
    expect((await form.notice()).textContent).toMatch(/: Year$/);
    form.change({ title: "Sea birds" });
    await waitFor(async () => expect((await form.notice()).textContent).toMatch(/: Title and Year$/));
    await form.load();
    await waitFor(() => expect(form.field("Title").value).toBe("Sea birds"));
    form.noNotice();
    // What is told once more is known.
    form.tell();
    await act(async () => {});
    form.noNotice();
  });

  it("deleted meanwhile: says so without taking the focus, and offers to save as new; restored, it is as it was", async () => {
    const form = await openForm();
    await form.retype("Title", "Terns");
    form.remove(true);
    await screen.findByText("This record is no longer there");
    expect(document.activeElement).toBe(form.field("Title"));
    form.button("Save it as another one");
    form.remove(false);
    await waitFor(() => expect(screen.queryByText("This record is no longer there")).toBeNull());
    expect(form.field("Title").value).toBe("Terns");
  });

  it("deleted meanwhile: says who did it, and restores it for whoever may", async () => {
    const form = await openForm();
    await form.retype("Title", "Terns");
    const deletion: HistoryEntry = {
      ...{ ...PLACE, title: "Gulls", version: 2, position: 7, changeId: "c", fields: [] },
      ...{ kind: "delete", at: GULLS.updatedAt, by: "Bea Brown", byId: null, undoable: true },
    };
    form.server.on(`GET ${JOURNAL_PATHS.journal}`, () => ({ status: 200, body: { entries: [deletion] } }));
    form.server.on(`POST ${JOURNAL_PATHS.restore}`, () => {
      form.remove(false);
      return { status: 200, body: { record: GULLS, notRestored: [] } };
    });
    form.remove(true);
    await screen.findByText(/^Bea Brown ·/);
    await form.person.click(form.button("Restore the record"));
    await waitFor(() => expect(screen.queryByText("This record is no longer there")).toBeNull());
    expect(form.toasts()).toContain("success: “Gulls” is restored");
    expect(form.field("Title").value).toBe("Terns");
  });

  it("what a save found to be deleted can be saved again once it is restored", async () => {
    const form = await openForm();
    await form.retype("Title", "Terns");
    form.server.on(`PUT ${RECORD}`, () => refusal(404, "gone", { errorCode: "NOT_FOUND" }));
    form.remove(true);
    await screen.findByText("This record is no longer there");
    await form.person.click(form.button("Save"));
    await waitFor(() =>
      expect(document.activeElement?.textContent).toContain("This record is no longer there"),
    );
    form.remove(false);
    await waitFor(() => expect(screen.queryByText("This record is no longer there")).toBeNull());
  });

  it("out of sight is gone too; another record's change is none of its business", async () => {
    const form = await openForm();
    const before = form.reads();
    form.server.streams.tell({ records: [{ entity: "books", _id: book(2)._id, version: 9 }] });
    form.server.streams.tell({ records: [{ entity: "loans", _id: GULLS._id, version: 9 }] });
    await act(async () => {});
    expect(form.reads()).toBe(before);
    form.server.on(`GET ${RECORD}`, () => refusal(404, "gone", { errorCode: "NOT_FOUND" }));
    form.server.streams.tell({ lists: ["books"] });
    await screen.findByText("This record is no longer there");
  });
});

describe("who else has it open", () => {
  const viewers = (form: Awaited<ReturnType<typeof openForm>>, ...names: string[]) =>
    others(form, 0, ...names);
  const others = (form: Awaited<ReturnType<typeof openForm>>, unnamed: number, ...names: string[]) =>
    form.server.streams.tell({
      viewers: { ...PLACE, people: names.map((name): Viewer => ({ _id: name, name })), unnamed },
    });
  const head = () => document.querySelector(".form-screen-head") as HTMLElement;

  it("is in the head of the record, by initials and names; nothing of oneself alone", async () => {
    const form = await openForm();
    expect(head().querySelector(".viewers")).toBeNull();
    viewers(form, "bea", "cyd");
    const shown = await within(head()).findByText(/bea and cyd$/);
    expect(shown.textContent).toBe("Also opened by bea and cyd");
    expect([...head().querySelectorAll(".viewer-initial")].map((one) => one.textContent)).toEqual(["B", "C"]);
    viewers(form, "a", "b", "c", "d", "e");
    await waitFor(() => expect(head().querySelector(".viewers")?.textContent).toMatch(/\+2$/));
    viewers(form);
    await waitFor(() => expect(head().querySelector(".viewers")).toBeNull());
  });

  it("says of those who may not be named that they are there, and how many", async () => {
    const form = await openForm();
    others(form, 1);
    const shown = await within(head()).findByText("Someone else has this open too");
    expect(shown.closest(".viewers")?.getAttribute("title")).toBe("Someone else has this open too");
    expect(head().querySelector(".viewer-initial")).toBeNull();
    others(form, 2);
    await within(head()).findByText("2 others have this open too");
    others(form, 2, "bea");
    await within(head()).findByText("Also opened by bea and +2");
    others(form, 0);
    await waitFor(() => expect(head().querySelector(".viewers")).toBeNull());
  });

  it("is told by the form: when it opens, with each new stream, and when it is left", async () => {
    const form = await openForm();
    const told = () => form.server.asked("POST /api/changes/open").map(({ body }) => body);
    await waitFor(() => expect(told().at(-1)).toEqual({ stream: "stream 1", record: PLACE }));
    viewers(form, "bea");
    await within(head()).findByText(/by bea$/);
    form.server.streams.cut();
    await waitFor(() => expect(head().querySelector(".viewers")).toBeNull());
    form.page.pass();
    await waitFor(() => expect(told().at(-1)).toEqual({ stream: "stream 2", record: PLACE }));
    await form.person.click(form.button("Cancel"));
    await form.at("/books/list");
    await waitFor(() => expect(told().at(-1)).toEqual({ stream: "stream 2", record: null }));
  });
});
