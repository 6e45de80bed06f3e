import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DraftStore } from "../../../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../../../src/admin/services/memory-drafts.ts";
import { definePlugin, type WidgetProps } from "../../../../src/plugin/widget.ts";
import { keeps, type OpenedForm, openLoadedForm } from "../open-form.tsx";
import { testWidgets } from "../test-widgets.tsx";
import {
  BIRDS,
  closeAndOpen,
  closeAndRestore,
  discard,
  edits,
  keptOf,
  NEWER,
  NOTICE,
  notice,
  restore,
  valuesOf,
} from "./restored.ts";

const typeBirds = ({ person, field }: OpenedForm) => person.type(field("Name"), "Birds");
const typeMore = ({ person, field }: OpenedForm) => person.type(field("Name"), "!");

test("what is typed into a new record is kept as it is typed, and deleted when it is saved", async () => {
  const device = makeMemoryDrafts();
  const { person, field, save, writes } = await openLoadedForm("subjects", { device });
  await person.type(field("Name"), "Bir");
  await waitFor(async () => expect(valuesOf(await keptOf(device, "subjects"))).toEqual([["name", "Bir"]]));
  await person.type(field("Name"), "ds");
  await waitFor(async () => expect(valuesOf(await keptOf(device, "subjects"))).toEqual([["name", "Birds"]]));
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()).toMatchObject([{ method: "POST", body: BIRDS }]);
  expect(await device.list("a")).toEqual([]);
});

test("what is typed is kept within half a second, also while the person types on", async () => {
  const device = makeMemoryDrafts();
  const { person, field } = await openLoadedForm("subjects", { device });
  const typing = person.type(field("Name"), "x".repeat(60), { delay: 20 } as object);
  // No test after it has this one's keys.
  await waitFor(async () => expect(await keptOf(device, "subjects")).toBeDefined(), {
    timeout: 1000,
  }).finally(() => typing);
});

test("it is offered with what it would change, restored, and saved", async () => {
  const form = await closeAndOpen("subjects", typeMore, edits());
  await screen.findByText(NOTICE);
  expect(form.field("Name")).toHaveProperty("value", "Birds");
  const changes = screen.getByText("What it would change: Name");
  const row = changes.closest("details")?.querySelector("dd");
  expect([row?.querySelector("del")?.textContent, row?.querySelector("ins")?.textContent]).toEqual([
    "Birds",
    "Birds!",
  ]);
  await restore(form);
  expect(notice()).toBeNull();
  expect(document.activeElement).toBe(form.field("Name"));
  expect(form.field("Name")).toHaveProperty("value", "Birds!");
  await form.save();
  await screen.findByRole("heading", { name: "List" });
  expect(form.writes()).toMatchObject([{ method: "PUT", body: { name: "Birds!" }, ifMatch: '"1"' }]);
  expect(await form.device.list("a")).toEqual([]);
});

test("only changed fields are kept, with the version that they were changed in", async () => {
  const { kept } = await closeAndOpen("subjects", typeMore, edits());
  expect(kept).toMatchObject({ account: "a", version: '"1"' });
  expect(valuesOf(kept)).toEqual([["name", "Birds!"]]);
});

test("what is restored is dirty, judged as typed, and kept on", async () => {
  const form = await closeAndRestore("subjects", ({ person, field }) => person.clear(field("Name")), edits());
  const { person, field, router, device } = form;
  expect(await keptOf(device, "subjects", edits())).toBeDefined();
  expect(screen.queryByText("A subject needs a name")).toBeNull();
  act(() => router("/subjects/list"));
  await person.click(await screen.findByRole("button", { name: "Stay" }));
  await person.click(field("Name"));
  await person.tab();
  expect(screen.getByText("A subject needs a name")).toBeTruthy();
  await person.type(field("Name"), "Beasts");
  await waitFor(async () =>
    expect(valuesOf(await keptOf(device, "subjects", edits()))).toEqual([["name", "Beasts"]]),
  );
});

test("nothing is kept of a form where nothing was typed, where that was taken back, or that was left on purpose", async () => {
  expect((await closeAndOpen("subjects", () => Promise.resolve(), edits())).kept).toBeUndefined();
  cleanup();
  const device = makeMemoryDrafts();
  const kept = () => keptOf(device, "subjects", edits());
  const taken = await openLoadedForm("subjects", { ...edits(), device });
  await typeMore(taken);
  await waitFor(async () => expect(await kept()).toBeDefined());
  await taken.person.type(taken.field("Name"), "{Backspace}");
  await waitFor(async () => expect(await kept()).toBeUndefined());
  taken.unmount();
  await openLoadedForm("subjects", { ...edits(), device });
  expect(notice()).toBeNull();
  cleanup();
  const left = await closeAndOpen("subjects", async (form) => {
    await typeBirds(form);
    act(() => form.router("/subjects/list"));
    await form.person.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await screen.findByRole("heading", { name: "List" });
  });
  expect(left.kept).toBeUndefined();
});

test("it can be discarded, once the person has agreed; the form stays as it is stored", async () => {
  const form = await closeAndOpen(
    "subjects",
    typeMore,
    edits(),
    edits(({ method, body }) =>
      method === "GET"
        ? { status: 200, body: NEWER, headers: { etag: '"2"' } }
        : { status: 200, body: { ...NEWER, ...body } },
    ),
  );
  await screen.findByText(NOTICE);
  await form.person.click(screen.getByRole("button", { name: "Discard" }));
  await form.person.click(await screen.findByRole("button", { name: "Stay" }));
  expect(notice()).not.toBeNull();
  await discard(form);
  expect(form.field("Name")).toHaveProperty("value", "Birds");
  await waitFor(async () => expect(await form.device.list("a")).toEqual([]));
  await form.save();
  expect(form.writes()).toMatchObject([{ method: "PUT", body: {}, ifMatch: '"2"' }]);
});

test("what is typed and saved beside the offer leaves it for the next form, and two offers come one after the other", async () => {
  const form = await closeAndOpen("subjects", typeBirds);
  await screen.findByText(NOTICE);
  await form.person.type(form.field("Name"), "Fish");
  await form.save();
  await screen.findByRole("heading", { name: "List" });
  expect(valuesOf(await keptOf(form.device, "subjects"))).toEqual([["name", "Birds"]]);
  cleanup();
  const next = await openLoadedForm("subjects", form);
  await next.person.type(next.field("Name"), "Beasts");
  next.unmount();
  await act(async () => {});
  const last = await openLoadedForm("subjects", { device: form.device });
  await screen.findByText(NOTICE);
  expect(document.querySelector(".draft ins")?.textContent).toBe("Beasts");
  const others = () => screen.queryByText(/^Other unsaved input/)?.textContent;
  expect(others()).toBe("Other unsaved input for this form: 1. The next is offered after this one.");
  await discard(last, "Birds");
  expect(others()).toBeUndefined();
  await restore(last);
  expect(last.field("Name")).toHaveProperty("value", "Birds");
  expect(notice()).toBeNull();
});

test("what was typed beside the offer is offered in turn when that is restored; where it would change nothing, it is deleted", async () => {
  const form = await closeAndOpen("subjects", typeBirds);
  await screen.findByText(NOTICE);
  await form.person.type(form.field("Name"), "Fish");
  await restore(form);
  expect(form.field("Name")).toHaveProperty("value", "Birds");
  expect(document.querySelector(".draft ins")?.textContent).toBe("Fish");
  await restore(form);
  expect(form.field("Name")).toHaveProperty("value", "Fish");
  expect(document.querySelector(".draft ins")?.textContent).toBe("Birds");
  await discard(form);
  await waitFor(async () =>
    expect(valuesOf(await keptOf(form.device, "subjects"))).toEqual([["name", "Fish"]]),
  );
  cleanup();
  const same = await openLoadedForm("subjects", { device: form.device });
  await screen.findByText(NOTICE);
  await same.person.type(same.field("Name"), "Fish");
  await restore(same);
  expect(notice()).toBeNull();
  await waitFor(async () => expect(await form.device.list("a")).toHaveLength(1));
});

test("a draft that the record has become is not offered, and deleted", async () => {
  const form = await closeAndOpen("subjects", typeMore, edits(), edits(keeps({ ...BIRDS, name: "Birds!" })));
  await waitFor(async () => expect(await form.device.list("a")).toEqual([]));
  expect(notice()).toBeNull();
});

test("a record that somebody changed meanwhile: it is said, and what was typed is sent as a change of the version it was typed into", async () => {
  const conflict = { path: "/name", was: "Birds", theirs: "Fowl", mine: "Birds!" };
  const form = await closeAndOpen(
    "subjects",
    typeMore,
    edits(),
    edits(({ method, body, ifMatch }) => {
      const headers = { etag: '"2"' };
      if (method === "GET") return { status: 200, body: { ...NEWER, name: "Fowl" }, headers };
      if (ifMatch === '"2"') return { status: 200, body: { ...NEWER, ...body } };
      const refused = { errorCode: "STALE", message: "keeper changed this", conflicts: [conflict] };
      return { status: 409, body: { status: "error", ...refused }, headers };
    }),
  );
  await screen.findByText(/^The record has been changed since then/);
  await restore(form);
  expect(form.field("Name")).toHaveProperty("value", "Birds!");
  await form.save();
  expect(form.writes()).toMatchObject([{ body: { name: "Birds!" }, ifMatch: '"1"' }]);
  const panel = await screen.findByRole("region", { name: "keeper changed this" });
  await form.person.click(within(panel).getByRole("radio", { name: /^The other's/ }));
  expect(form.field("Name")).toHaveProperty("value", "Fowl");
  await form.save();
  await screen.findByRole("heading", { name: "List" });
  expect(form.writes().at(-1)).toMatchObject({ body: {}, ifMatch: '"2"' });
});

test("what was restored and not saved is offered once more, with the version it was typed into", async () => {
  const newer = edits(({ method, body }) =>
    method === "GET"
      ? { status: 200, body: { ...NEWER, name: "Fowl" }, headers: { etag: '"2"' } }
      : { status: 200, body: { ...NEWER, ...body } },
  );
  const form = await closeAndRestore("subjects", typeMore, edits(), newer);
  await form.person.type(form.field("Name"), "?");
  form.unmount();
  await act(async () => {});
  const kept = await keptOf(form.device, "subjects", edits());
  expect([kept?.version, valuesOf(kept)]).toEqual(['"1"', [["name", "Birds!?"]]]);
});

test("another account sees nothing of it, and it stays for the one that typed it", async () => {
  const form = await closeAndOpen("subjects", typeBirds, {}, { account: "b" });
  expect(form.kept).toBeDefined();
  await act(async () => {});
  expect(form.field("Name")).toHaveProperty("value", "");
  expect(notice()).toBeNull();
  expect(await form.device.list("a")).toHaveLength(1);
});

test("what is typed when the session ends is kept for whoever typed it, also where another account takes over at once", async () => {
  const device = makeMemoryDrafts();
  const form = await openLoadedForm("subjects", { device });
  await typeBirds(form);
  const session = form.services.session.get();
  if (session === undefined) throw new Error("no session");
  act(() => form.services.session.set({ token: "v", user: { ...session.user, _id: "b" } }));
  await waitFor(async () => expect(valuesOf(await keptOf(device, "subjects"))).toEqual([["name", "Birds"]]));
  expect(await device.list("b")).toEqual([]);
});

test("a save that succeeds after the session ended leaves nothing kept", async () => {
  const device = makeMemoryDrafts();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { person, field, save, services } = await openLoadedForm("subjects", {
    device,
    serve: async (call) => {
      await answered;
      return keeps()(call);
    },
  });
  await person.type(field("Name"), "Birds");
  await save();
  act(() => services.session.clear());
  await waitFor(async () => expect(await device.list("a")).toHaveLength(1));
  await act(async () => answer());
  await screen.findByRole("heading", { name: "List" });
  await waitFor(async () => expect(await device.list("a")).toEqual([]));
});

test("a protected record shows what is stored; a form that is only tried keeps and offers nothing", async () => {
  const fixed = await closeAndOpen(
    "subjects",
    typeMore,
    edits(),
    edits(keeps({ ...BIRDS, isProtected: true })),
  );
  expect(fixed.field("Name")).toHaveProperty("value", "Birds");
  expect(notice()).toBeNull();
  cleanup();
  expect((await closeAndOpen("subjects", typeBirds, { forgets: true })).kept).toBeUndefined();
  cleanup();
  const { device } = await closeAndOpen("subjects", typeBirds, {}, { forgets: true });
  await act(async () => {});
  expect(notice()).toBeNull();
  expect(await device.list("a")).toHaveLength(1);
});

test("where nothing can be stored the form works, and says so once", async () => {
  let refused = 0;
  const refuse = () => Promise.reject(new DOMException("Full", "QuotaExceededError"));
  const device: DraftStore = {
    find: refuse,
    list: refuse,
    put() {
      refused += 1;
      return refuse();
    },
    remove: refuse,
    removeAll: refuse,
    expire: refuse,
    claim: refuse,
    claimed: refuse,
  };
  const { person, field, save, writes, toasts } = await openLoadedForm("subjects", { device });
  const warning = "warning: This browser cannot keep what you type: save before you close the page";
  await person.type(field("Name"), "Bir");
  await waitFor(() => expect(toasts()).toEqual([warning]));
  await person.click(screen.getByRole("button", { name: "Dismiss" }));
  const before = refused;
  await person.type(field("Name"), "ds");
  await waitFor(() => expect(refused).toBeGreaterThan(before));
  await act(async () => {});
  expect(toasts()).toEqual([]);
  await save();
  await screen.findByRole("heading", { name: "List" });
  expect(writes()).toMatchObject([{ method: "POST", body: { name: "Birds" } }]);
});

/** What is typed into the name by each form of the subject, in order. */
const namesKept = async (device: DraftStore) => {
  const found = await device.find("a", `/subjects/edit/${edits().id}`);
  return found.flatMap(({ fields }) => fields.map(({ value }) => value)).sort();
};
const nameIn = ({ container }: OpenedForm) =>
  container.querySelector<HTMLInputElement>("input[name=name]") ?? container;

test("what another open form of the record has is not offered: each keeps its own", async () => {
  const device = makeMemoryDrafts();
  const first = await openLoadedForm("subjects", { ...edits(), device });
  await first.person.type(nameIn(first), "1");
  await waitFor(async () => expect(await namesKept(device)).toEqual(["Birds1"]));
  // As another tab of the same device.
  const second = await openLoadedForm("subjects", { ...edits(), device });
  await second.person.type(nameIn(second), "2");
  await waitFor(async () => expect(await namesKept(device)).toEqual(["Birds1", "Birds2"]));
  expect(notice()).toBeNull();
  first.unmount();
  await act(async () => {});
  await openLoadedForm("subjects", { ...edits(), device });
  await screen.findByText(NOTICE);
});

test("of two forms that restore one draft, the first goes on with it and the second with a copy", async () => {
  const first = await closeAndOpen("subjects", typeMore, edits());
  const { device } = first;
  const second = await openLoadedForm("subjects", { ...edits(), device });
  await waitFor(() => expect(screen.getAllByText(NOTICE)).toHaveLength(2));
  for (const form of [first, second])
    await form.person.click(within(form.container).getByRole("button", { name: "Restore" }));
  await waitFor(async () => expect(await namesKept(device)).toEqual(["Birds!", "Birds!"]));
  await first.person.type(nameIn(first), "1");
  await second.person.type(nameIn(second), "2");
  await waitFor(async () => expect(await namesKept(device)).toEqual(["Birds!1", "Birds!2"]));
  await first.person.click(within(first.container).getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(await namesKept(device)).toEqual(["Birds!2"]));
});

test("what a widget tells only when it is left is kept too when the session ends", async () => {
  const device = makeMemoryDrafts();
  const late = definePlugin({
    widget: function Late({ id, onChange }: WidgetProps<string>) {
      return <input id={id} onBlur={(event) => onChange(event.target.value)} />;
    },
  });
  const { person, field, services } = await openLoadedForm("subjects", {
    device,
    widgets: (kind, name) => (name === "text" ? Promise.resolve(late) : testWidgets(kind, name)),
  });
  await person.type(field("Name"), "Birds");
  act(() => services.session.clear());
  await waitFor(async () => expect(valuesOf(await keptOf(device, "subjects"))).toEqual([["name", "Birds"]]));
});
