import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Json } from "../../../../src/model/record.ts";
import type { Conflict } from "../../../../src/wire/error.ts";
import { type FormOptions, keeps, openLoadedForm, type Serve, STORED } from "../open-form.tsx";

const BOOK = {
  title: "Gulls",
  genre: "novel",
  year: 1999,
  subject: "s1",
  available: true,
  isbn: "9781234567890",
  scores: { readers: 5, staff: 5 },
  summary: null,
  cover: null,
  photos: [],
  price: 0,
  note: null,
};
const MESSAGE = "bea changed this at noon";

/** Somebody changed the record since it was read: the first save is refused with the conflicts, one of the newer version is stored. */
function contested(
  theirs: Readonly<Record<string, Json>>,
  conflicts: readonly Conflict[],
  record: Readonly<Record<string, Json>> = BOOK,
): FormOptions {
  let isRead = false;
  const serve: Serve = (call) => {
    const newer = {
      ...STORED,
      ...record,
      ...theirs,
      updatedBy: "bea",
      updatedAt: "2026-05-06T07:08:00.000Z",
    };
    const headers = { etag: '"3"' };
    if (call.method === "GET" && !isRead) {
      isRead = true;
      return keeps(record)(call);
    }
    if (call.method === "GET") return { status: 200, body: newer, headers };
    if (call.ifMatch === '"3"') return { status: 200, body: { ...newer, ...call.body }, headers };
    const body = { status: "error", errorCode: "STALE", message: MESSAGE, operation: "test", conflicts };
    return { status: 409, body, headers };
  };
  return { id: STORED._id, serve };
}

const panel = () => screen.findByRole("region", { name: MESSAGE });
const choice = (inside: HTMLElement, name: RegExp) =>
  within(inside).getByRole<HTMLInputElement>("radio", { name });

test("a field that both changed: was, theirs and mine, with mine chosen; the fields that the other changed besides are shown", async () => {
  const conflict = { path: "/title", was: "Gulls", theirs: "Sea birds", mine: "Terns" };
  const { person, field, save, writes, toasts } = await openLoadedForm(
    "books",
    contested({ title: "Sea birds", year: 2001 }, [conflict]),
  );
  await person.clear(field("Title"));
  await person.type(field("Title"), "Terns");
  await save();
  const shown = await panel();
  expect(writes()[0]).toMatchObject({ body: { title: "Terns" }, ifMatch: '"1"' });
  await waitFor(() => expect(document.activeElement).toBe(shown));
  expect(toasts()).toEqual([]);
  const sides = [...shown.querySelectorAll(".conflict-side")].map((side) => side.textContent);
  expect(sides).toEqual(["As it wasGulls", "The other'sSea birds", "MineTerns"]);
  expect(choice(shown, /^Mine/).checked).toBe(true);
  await waitFor(() => expect(field("Year")).toHaveProperty("value", "2001"));
  expect(field("Title")).toHaveProperty("value", "Terns");
  await person.click(within(shown).getByRole("button", { name: "Save what is picked" }));
  await screen.findByRole("heading", { name: "List" });
  // What only the other changed is not sent back.
  expect(writes().at(-1)).toMatchObject({ ifMatch: '"3"' });
  expect(writes().at(-1)?.body).toEqual({ title: "Terns" });
});

test("a day is written as people write it", async () => {
  const [was, theirs, mine] = ["2026-11-01", "2026-11-05", "2026-11-03"];
  const loan = { number: "L-0001", book: "b1", member: "m1", renewals: 0, lentOn: was, returned: false };
  const { field, save } = await openLoadedForm(
    "loans",
    contested({ lentOn: theirs }, [{ path: "/lentOn", was, theirs, mine }], loan),
  );
  fireEvent.change(field("Lent on"), { target: { value: mine } });
  await save();
  const sides = [...(await panel()).querySelectorAll(".conflict-side")].map((side) => side.textContent);
  expect(sides).toEqual(["As it was01/11/2026", "The other's05/11/2026", "Mine03/11/2026"]);
});

test("theirs goes into the field and mine comes back, by keyboard; what is typed later is mine", async () => {
  const conflict = { path: "/title", was: "Gulls", theirs: "Sea birds", mine: "Gulls!" };
  const { person, field, save, writes } = await openLoadedForm(
    "books",
    contested({ title: "Sea birds" }, [conflict]),
  );
  await person.type(field("Title"), "!");
  await save();
  const shown = await panel();
  await waitFor(() => expect(document.activeElement).toBe(shown));
  await person.tab();
  await person.tab();
  await person.keyboard("{ArrowUp}");
  expect(choice(shown, /^The other's/).checked).toBe(true);
  expect(field("Title")).toHaveProperty("value", "Sea birds");
  await person.keyboard("{ArrowDown}");
  expect(field("Title")).toHaveProperty("value", "Gulls!");
  await person.click(choice(shown, /^The other's/));
  await person.type(field("Title"), " of prey");
  expect(choice(shown, /^Mine Sea birds of prey/).checked).toBe(true);
  await person.click(choice(shown, /^The other's/));
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes().at(-1)?.body).toEqual({});
});

test("a field in another tab is named and reached; where it is not known how it was, that is left out", async () => {
  const conflicts = [
    { path: "/scores/staff", theirs: 7, mine: 6 },
    { path: "/subject", theirs: null, mine: "s2" },
  ];
  const { person, field, save } = await openLoadedForm(
    "books",
    contested({ scores: { readers: 5, staff: 7 } }, conflicts),
  );
  await person.click(screen.getByRole("tab", { name: "More" }));
  await person.clear(field("Staff"));
  await person.type(field("Staff"), "6");
  await person.click(screen.getByRole("tab", { name: "Basics" }));
  await save();
  const shown = await panel();
  expect(within(shown).queryByText("As it was")).toBeNull();
  within(shown).getByText("nothing");
  await person.click(within(shown).getByRole("button", { name: "Go to the field Scores · Staff" }));
  expect(screen.getByRole("tab", { name: "More" }).getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(field("Staff"));
  await person.click(within(shown).getAllByRole("radio", { name: /^The other's/ })[0] ?? shown);
  expect(field("Staff")).toHaveProperty("value", "7");
});

test("of long texts the part is shown where they differ", async () => {
  const long = "The gull is a bird of the sea. ".repeat(20);
  const conflict = {
    path: "/summary",
    was: long,
    theirs: `${long}It eats fish.`,
    mine: `${long}It eats chips.`,
  };
  const { person, field, save } = await openLoadedForm(
    "books",
    contested({ summary: conflict.theirs }, [conflict], { ...BOOK, summary: long }),
  );
  await person.click(screen.getByRole("tab", { name: "More" }));
  await person.type(field("Summary"), "It eats chips.");
  await save();
  const shown = await panel();
  expect(choice(shown, /It eats fish\.$/).labels?.[0]?.textContent?.length).toBeLessThan(300);
  choice(shown, /^Mine … .*It eats chips\.$/);
});

test("what another person changed while one chose is asked about as well", async () => {
  const first = { path: "/title", was: "Gulls", theirs: "Sea birds", mine: "Gulls!" };
  const { serve = keeps(), ...options } = contested({ title: "Sea birds" }, [first]);
  const again = { path: "/title", was: "Sea birds", theirs: "Ducks", mine: "Gulls!" };
  let isChangedAgain = false;
  const { person, field, save, writes } = await openLoadedForm("books", {
    ...options,
    serve(call) {
      if (call.ifMatch !== '"3"' || isChangedAgain) return serve(call);
      isChangedAgain = true;
      const body = { errorCode: "STALE", message: "cea changed this", conflicts: [again] };
      return { status: 409, body, headers: { etag: '"3"' } };
    },
  });
  await person.type(field("Title"), "!");
  await save();
  await panel();
  await save();
  const shown = await screen.findByRole("region", { name: "cea changed this" });
  expect(document.activeElement).toBe(shown);
  within(shown).getByText("Ducks");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()).toHaveLength(3);
});

test("a save that does not arrive leaves the choice as it is", async () => {
  const conflict = { path: "/title", was: "Gulls", theirs: "Sea birds", mine: "Gulls!" };
  const { serve = keeps(), ...options } = contested({ title: "Sea birds" }, [conflict]);
  let isCut = true;
  const { person, field, save, toasts } = await openLoadedForm("books", {
    ...options,
    serve(call) {
      if (call.ifMatch !== '"3"' || !isCut) return serve(call);
      isCut = false;
      throw new TypeError("Failed to fetch");
    },
  });
  await person.type(field("Title"), "!");
  await save();
  const shown = await panel();
  await person.click(choice(shown, /^The other's/));
  await save();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(choice(shown, /^The other's/).checked).toBe(true);
  await person.click(choice(shown, /^Mine/));
  expect(field("Title")).toHaveProperty("value", "Gulls!");
});

test("a password that both changed is shown to nobody; theirs leaves the stored one", async () => {
  const member = { username: "anna", role: "lender", approved: true };
  const conflict = { path: "/password", theirs: null, mine: null };
  const { person, field, save, writes } = await openLoadedForm("members", contested({}, [conflict], member));
  await person.type(field("Password"), "secret1");
  await person.type(field("Password again"), "secret1");
  await save();
  const shown = await panel();
  expect(within(shown).getAllByText("kept secret")).toHaveLength(2);
  expect(shown.textContent).not.toContain("secret1");
  await person.click(choice(shown, /^The other's/));
  expect(field("Password")).toHaveProperty("value", "");
  await person.clear(field("Password again"));
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes().at(-1)?.body).toEqual({});
});

test("a record that is gone is saved as a new one, with all that is in the form", async () => {
  const { person, field, save, writes, toasts } = await openLoadedForm("subjects", {
    id: STORED._id,
    serve(call) {
      if (call.method !== "PUT") return keeps({ name: "Birds", parent: "s0" })(call);
      return { status: 404, body: { errorCode: "NOT_FOUND", message: "Not there" } };
    },
  });
  await person.type(field("Name"), "!");
  await save();
  await person.click(await screen.findByRole("button", { name: "Save it as another one" }));
  await screen.findByRole("heading", { name: "List" });
  expect(writes().at(-1)).toEqual({
    method: "POST",
    path: "/api/rest/subjects",
    body: { name: "Birds!", parent: "s0" },
    key: expect.any(String),
  });
  expect(toasts()).toEqual(["success: Saved"]);
});
