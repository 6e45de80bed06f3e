import { act, cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { library } from "../library.ts";
import {
  type FormOptions,
  keeps,
  type OpenedForm,
  openLoadedForm,
  type Serve,
  STORED,
} from "../open-form.tsx";

const NOTICE = /^What you had typed when your log-in ended is here again/;
const KEY = "kept";

/** Opens a form, has something done in it until the session ends, and opens it in the same tab again. */
async function endAndOpen(
  entity: string,
  type: (form: OpenedForm) => Promise<unknown>,
  first: FormOptions = {},
  again: FormOptions = first,
) {
  const tab = new Map<string, string>();
  const before = await openLoadedForm(entity, { ...first, tab });
  await type(before);
  act(() => before.services.session.clear());
  before.unmount();
  const kept = tab.get(KEY);
  const form = await openLoadedForm(entity, { ...again, tab });
  return { ...form, tab, kept, notice: () => screen.queryByText(NOTICE) };
}

const BIRDS = { name: "Birds", parent: null };
const edits = (serve: Serve = keeps(BIRDS)): FormOptions => ({ id: STORED._id, serve });
const NEWER = { ...STORED, updatedAt: "2026-02-02T00:00:00.000Z", updatedBy: "keeper", ...BIRDS };

test("what was typed into a new record is typed again, said so, and saved", async () => {
  const { field, notice, save, writes, tab } = await endAndOpen("subjects", ({ person, field }) =>
    person.type(field("Name"), "Birds"),
  );
  expect(field("Name")).toHaveProperty("value", "Birds");
  expect(notice()).not.toBeNull();
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()).toEqual([{ method: "POST", path: "/api/rest/subjects", body: BIRDS }]);
  expect(tab.size).toBe(0);
});

test("a refused token at the save itself ends the session: what was typed is kept then", async () => {
  const tab = new Map<string, string>();
  const { person, field, save } = await openLoadedForm("subjects", {
    tab,
    serve: () => ({ status: 401, body: { status: "error", errorCode: "UNAUTHENTICATED", message: "Out" } }),
  });
  await person.type(field("Name"), "Birds");
  await save();
  expect(JSON.parse(tab.get(KEY) ?? "")).toEqual({
    account: "a",
    entries: [{ address: "/subjects/create", values: { name: { kind: "string string ", value: "Birds" } } }],
  });
});

test("only changed fields are kept, with the version that they were changed in", async () => {
  const { kept } = await endAndOpen(
    "subjects",
    ({ person, field }) => person.type(field("Name"), "!"),
    edits(),
  );
  expect(JSON.parse(kept ?? "").entries).toEqual([
    {
      address: `/subjects/edit/${STORED._id}`,
      etag: '"1"',
      values: { name: { kind: "string string ", value: "Birds!" } },
    },
  ]);
});

test("what is typed again is dirty, judged as typed, and kept when the session ends once more", async () => {
  const { field, person, services, tab, router } = await endAndOpen(
    "subjects",
    ({ person, field }) => person.clear(field("Name")),
    edits(),
  );
  expect(tab.size).toBe(0);
  act(() => router("/subjects/list"));
  await person.click(await screen.findByRole("button", { name: "Stay" }));
  expect(screen.queryByText("A subject needs a name")).toBeNull();
  await person.click(field("Name"));
  await person.tab();
  expect(screen.getByText("A subject needs a name")).toBeTruthy();
  await person.type(field("Name"), "Beasts");
  act(() => services.session.clear());
  expect(JSON.parse(tab.get(KEY) ?? "").entries[0].values.name.value).toBe("Beasts");
});

test("nothing is kept of a form where nothing was typed, nor of one that was saved", async () => {
  const untouched = await endAndOpen("subjects", () => Promise.resolve(), edits());
  expect(untouched.kept).toBeUndefined();
  expect(untouched.notice()).toBeNull();
  cleanup();
  const saved = await endAndOpen("subjects", async ({ person, field, save }) => {
    await person.type(field("Name"), "Birds");
    await save();
    await screen.findByRole("heading", { name: "List" });
  });
  expect(saved.kept).toBeUndefined();
});

test("a save that succeeds after the session ended leaves nothing kept", async () => {
  const tab = new Map<string, string>();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { person, field, save, services } = await openLoadedForm("subjects", {
    tab,
    serve: async (call) => {
      await answered;
      return keeps()(call);
    },
  });
  await person.type(field("Name"), "Birds");
  await save();
  act(() => services.session.clear());
  expect(tab.has(KEY)).toBe(true);
  await act(async () => answer());
  await screen.findByRole("heading", { name: "List" });
  expect(tab.has(KEY)).toBe(false);
});

test("passwords are never kept, also not repeated", async () => {
  const { kept, field } = await endAndOpen("members", async ({ person, field }) => {
    await person.type(field("Library name"), "ada");
    await person.type(field("Password"), "lovelace");
    await person.type(field("Password again"), "lovelace");
  });
  expect(Object.keys(JSON.parse(kept ?? "").entries[0].values)).toEqual(["username"]);
  expect(kept).not.toContain("lovelace");
  expect(field("Library name")).toHaveProperty("value", "ada");
  expect(field("Password")).toHaveProperty("value", "");
});

test("another account sees nothing of it, and it is gone", async () => {
  const { field, notice, tab, kept } = await endAndOpen(
    "subjects",
    ({ person, field }) => person.type(field("Name"), "Birds"),
    {},
    { account: "b" },
  );
  expect(kept).toBeDefined();
  expect(field("Name")).toHaveProperty("value", "");
  expect(notice()).toBeNull();
  expect(tab.size).toBe(0);
});

test("with a new token the form goes on and keeps nothing, nor does an account that takes the place of another at once", async () => {
  const tab = new Map<string, string>();
  const { person, field, services } = await openLoadedForm("subjects", { tab });
  const session = services.session.get();
  if (session === undefined) throw new Error("no session");
  await person.type(field("Name"), "Birds");
  act(() => services.session.set({ ...session, user: { ...session.user, role: "director" } }));
  expect(tab.size).toBe(0);
  act(() => services.session.set({ ...session, token: "u" }));
  expect(tab.size).toBe(0);
  expect(field("Name")).toHaveProperty("value", "Birds");
  act(() => services.session.set({ token: "v", user: { ...session.user, _id: "b" } }));
  expect(tab.size).toBe(0);
  act(() => services.session.set({ ...session, token: "w" }));
  act(() => services.session.clear());
  expect(tab.has(KEY)).toBe(true);
});

test("it can be dropped: the form is as stored, once the person has agreed", async () => {
  const { field, person, notice, save, writes, tab } = await endAndOpen(
    "subjects",
    ({ person, field }) => person.type(field("Name"), "!"),
    edits(),
    edits(({ method, body }) =>
      method === "GET"
        ? { status: 200, body: NEWER, headers: { etag: '"2"' } }
        : { status: 200, body: { ...NEWER, ...body } },
    ),
  );
  await person.click(screen.getByRole("button", { name: "Discard it" }));
  await person.click(await screen.findByRole("button", { name: "Stay" }));
  expect(field("Name")).toHaveProperty("value", "Birds!");
  await person.click(screen.getByRole("button", { name: "Discard it" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("Discard what you typed?");
  await person.click(within(question).getByRole("button", { name: "Discard it" }));
  expect(field("Name")).toHaveProperty("value", "Birds");
  expect(notice()).toBeNull();
  expect(tab.size).toBe(0);
  await save();
  expect(writes()).toMatchObject([{ method: "PUT", body: {}, ifMatch: '"2"' }]);
});

test("a record that somebody saved meanwhile is not overwritten: what was typed is sent as a change of the version it was typed into", async () => {
  const conflict = { path: "/name", was: "Birds", theirs: "Fowl", mine: "Birds!" };
  const { field, person, save, writes } = await endAndOpen(
    "subjects",
    ({ person, field }) => person.type(field("Name"), "!"),
    edits(),
    edits(({ method, body, ifMatch }) => {
      const headers = { etag: '"2"' };
      if (method === "GET") return { status: 200, body: { ...NEWER, name: "Fowl" }, headers };
      if (ifMatch === '"2"') return { status: 200, body: { ...NEWER, ...body } };
      const refused = { errorCode: "STALE", message: "keeper changed this", conflicts: [conflict] };
      return { status: 409, body: { status: "error", ...refused }, headers };
    }),
  );
  expect(field("Name")).toHaveProperty("value", "Birds!");
  await save();
  expect(writes()).toMatchObject([{ body: { name: "Birds!" }, ifMatch: '"1"' }]);
  const panel = await screen.findByRole("region", { name: "keeper changed this" });
  await person.click(within(panel).getByRole("radio", { name: /^The other's/ }));
  expect(field("Name")).toHaveProperty("value", "Fowl");
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes().at(-1)).toMatchObject({ body: {}, ifMatch: '"2"' });
});

type Fields = { schema: { properties: Record<string, object> } };
const EMAIL = "Reader's e-mail";

test("what has no place any more is not typed, of another kind only what fits it", async () => {
  const numbers = await library({
    "entities/loans.json": ({ schema }: Fields) => {
      schema.properties.email = { type: "integer", title: EMAIL };
    },
  });
  const type = (text: string) => (form: OpenedForm) => form.person.type(form.field(EMAIL), text);
  const misfit = await endAndOpen("loans", type("ann"), {}, { config: numbers });
  expect(misfit.field(EMAIL)).toHaveProperty("value", "");
  expect(misfit.notice()).toBeNull();
  expect(misfit.tab.size).toBe(0);
  cleanup();
  const fits = await endAndOpen("loans", type("12"), {}, { config: numbers });
  expect(fits.field(EMAIL)).toHaveProperty("value", "12");
  expect(fits.notice()).not.toBeNull();
  cleanup();
  const without = await library({
    "entities/loans.json": ({ schema }: Fields) => {
      delete schema.properties.email;
    },
  });
  const gone = await endAndOpen("loans", type("ann"), {}, { config: without });
  expect(gone.notice()).toBeNull();
});

test("what stands in a field that is disabled waits for it, as it did", async () => {
  const { field, person, notice } = await endAndOpen("loans", async ({ person, field }) => {
    await person.clear(field("Renewals"));
    await person.type(field("Renewals"), "4");
    await person.type(field("Why so often"), "Slow");
    await person.click(screen.getByRole("switch", { name: "Returned" }));
    expect(field("Why so often")).toHaveProperty("value", "");
  });
  expect(notice()).not.toBeNull();
  expect(field("Renewals")).toHaveProperty("value", "4");
  expect(field("Why so often")).toHaveProperty("value", "");
  expect(field("Why so often")).toHaveProperty("disabled", true);
  await person.click(screen.getByRole("switch", { name: "Returned" }));
  expect(field("Why so often")).toHaveProperty("value", "Slow");
});

test("a protected record shows what is stored", async () => {
  const { field, notice } = await endAndOpen(
    "subjects",
    ({ person, field }) => person.type(field("Name"), "!"),
    edits(),
    edits(keeps({ ...BIRDS, isProtected: true })),
  );
  expect(field("Name")).toHaveProperty("value", "Birds");
  expect(notice()).toBeNull();
});

test("a form that is only tried keeps nothing, and shows nothing kept", async () => {
  const type = ({ person, field }: OpenedForm) => person.type(field("Name"), "Birds");
  expect((await endAndOpen("subjects", type, { forgets: true })).kept).toBeUndefined();
  cleanup();
  const { field, tab } = await endAndOpen("subjects", type, {}, { forgets: true });
  expect(field("Name")).toHaveProperty("value", "");
  expect(tab.has(KEY)).toBe(true);
});
