import { describe, expect, test } from "vitest";
import { asError } from "../../../../src/admin/services/as-error.ts";
import type { DraftField } from "../../../../src/admin/services/drafts.ts";
import { OPEN } from "../../../../src/record/conditions.ts";
import { formField, formSpec, notedWork, storeOf } from "./store-of.ts";

const DISABLED = { ...OPEN, disabled: true, holds: "before" } as const;
const BROKEN = { reason: "render", error: undefined, goesOn: false } as const;
const STOPPED = { reason: "prepare", error: undefined, goesOn: true } as const;
const paths = (formFields: readonly { readonly path: string }[]) => formFields.map(({ path }) => path);

describe("pending work", () => {
  test("is that of the fields that have a value of their own, in the order of the page", () => {
    const fields = ["a", "b", "c", "d"].map((path) => formField(path));
    const store = storeOf(fields, { a: "one" }, { b: DISABLED });
    for (const path of ["d", "c", "b", "a"]) store.hold(path, notedWork().work);
    store.markFailed("c", STOPPED);
    expect(store.pending().map(({ formField: { path } }) => path)).toEqual(["a", "d"]);
    store.hold("a", undefined);
    expect(store.pending().map(({ formField: { path } }) => path)).toEqual(["d"]);
  });

  test("whose stand-in is no JSON makes its field fail, with the work and without the stand-in", () => {
    const store = storeOf([formField("a")], { a: "one" });
    const { work } = notedWork({ standIn: (() => 1) as unknown as string });
    store.hold("a", work);
    expect(store.fault("a")).toMatchObject({ reason: "value", goesOn: true, error: { kind: "bug" } });
    store.retry("a", "asItIs");
    const [held] = store.pending();
    expect([held?.work.prepare, held && "standIn" in held.work]).toEqual([work.prepare, false]);
  });

  test("goes on from a frozen copy of its stand-in", () => {
    const store = storeOf([formField("a")]);
    const standIn = ["a.png"];
    store.hold("a", notedWork({ standIn }).work);
    standIn.push("b.png");
    expect(store.pending()[0]?.work.standIn).toEqual(["a.png"]);
    expect(store.unsaved()).toMatchObject([{ path: "a", pending: { standIn: ["a.png"] } }]);
  });

  test("hears that the form was left, whichever field has it", () => {
    const store = storeOf([formField("a"), formField("b")], {}, { b: DISABLED });
    const [one, two] = [notedWork(), notedWork()];
    store.hold("a", one.work);
    store.hold("b", two.work);
    store.leave();
    expect([one.heard, two.heard]).toEqual([["left"], ["left"]]);
  });

  test("that is taken back stops the attempt to save it", () => {
    const store = storeOf([formField("a")]);
    store.hold("a", notedWork().work);
    const [{ key } = { key: "" }] = store.pending();
    const { signal } = store.attempts.begin(key, new AbortController().signal);
    store.hold("a", undefined);
    expect(signal.aborted).toBe(true);
  });
});

describe("a field that failed", () => {
  test("has its stored value; what was typed waits, and what nobody typed does not", () => {
    const store = storeOf([formField("a"), formField("b"), formField("c")], { a: "one", b: "two" });
    store.change("a", "typed");
    store.change("c", "typed too");
    expect([store.isWaiting("a"), paths(store.waiting())]).toEqual([false, []]);
    store.markFailed("b", BROKEN);
    store.markFailed("c", BROKEN);
    store.markFailed("a", BROKEN);
    expect(store.record()).toEqual({ a: "one", b: "two", c: null });
    expect([paths(store.failed()), paths(store.waiting())]).toEqual([
      ["a", "b", "c"],
      ["a", "c"],
    ]);
    expect([store.isWaiting("a"), store.isWaiting("b"), store.isWaiting("none")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(store.isDirty()).toBe(true);
  });

  test("also waits with work alone; where it is disabled, nothing of it would be saved anyway", () => {
    const store = storeOf([formField("a"), formField("b")], {}, { b: DISABLED });
    store.hold("a", notedWork().work);
    store.hold("b", notedWork().work);
    store.markFailed("a", STOPPED);
    store.markFailed("b", STOPPED);
    expect([store.isWaiting("a"), store.isWaiting("b")]).toEqual([true, true]);
    expect(paths(store.waiting())).toEqual(["a"]);
  });

  test("loses its work where its widget is gone, and says what that would have brought", () => {
    const store = storeOf([formField("a"), formField("b")], { a: "stored" });
    const [one, two] = [notedWork({ standIn: "new.png" }), notedWork({ standIn: "b.png" })];
    store.change("a", "typed.png");
    store.hold("a", one.work);
    store.hold("b", two.work);
    store.markFailed("a", BROKEN);
    expect(one.heard).toEqual(["left"]);
    expect(store.fault("a")).toEqual({ ...BROKEN, dropped: { standIn: "new.png", value: "typed.png" } });
    store.markFailed("b", STOPPED);
    expect([two.heard, store.fault("b")]).toEqual([[], STOPPED]);
    store.markFailed("b", BROKEN);
    expect([two.heard, store.fault("b")]).toEqual([
      ["left"],
      { ...BROKEN, dropped: { standIn: "b.png", value: null } },
    ]);
  });

  test("stays that of its first fault where that ended its widget", () => {
    const store = storeOf([formField("a")]);
    store.markFailed("a", BROKEN);
    expect(store.fault("a")).toBe(BROKEN);
    store.markFailed("a", STOPPED);
    expect(store.fault("a")).toBe(BROKEN);
    const again = { ...BROKEN, error: asError("again") };
    store.markFailed("a", again);
    expect(store.fault("a")).toBe(again);
  });

  test("no longer shows what the server refused of it", () => {
    const store = storeOf([formField("a")], { a: "one" });
    store.refuse([{ path: "/a", keyword: "x", message: "refused" }]);
    store.markFailed("a", STOPPED);
    expect(store.fieldView("a").error).toBeUndefined();
  });

  test("is tried again as it is, mounted again with what waits, or with what is stored", () => {
    const fields = ["a", "b", "c"].map((path) => formField(path));
    const store = storeOf(fields, { a: "one", b: "two" });
    const works = ["a", "b", "c"].map((path) => {
      const noted = notedWork();
      store.change(path, "typed");
      store.hold(path, noted.work);
      store.markFailed(path, STOPPED);
      return noted;
    });
    store.retry("a", "asItIs");
    store.retry("b", "renewed");
    store.retry("c", "stored");
    expect(store.record()).toEqual({ a: "typed", b: "typed", c: null });
    expect(["a", "b", "c"].map(store.renewals)).toEqual([0, 1, 1]);
    expect(works.map(({ heard }) => heard)).toEqual([[], [], ["left"]]);
    expect(paths(store.failed())).toEqual([]);
    expect(store.pending().map(({ key }) => key)).toEqual(["a 0", "b 1"]);
    let heard = 0;
    store.subscribe(() => {
      heard += 1;
    });
    store.retry("a", "stored");
    expect([heard, store.record().a, store.renewals("a")]).toEqual([0, "typed", 0]);
  });
});

test("leaving loses something where anything is typed, pending, or waits for its widget", () => {
  const pending: DraftField = { ...formField("a"), value: "one", was: "one", pending: { work: {} } };
  const start = () => storeOf([formField("a")], { a: "one" });
  expect(start().isDirty()).toBe(false);
  const typed = start();
  typed.change("a", "two");
  expect(typed.isDirty()).toBe(true);
  typed.change("a", "one");
  expect(typed.isDirty()).toBe(false);
  const held = start();
  held.hold("a", notedWork().work);
  expect(held.isDirty()).toBe(true);
  held.hold("a", undefined);
  expect(held.isDirty()).toBe(false);
  const failed = start();
  failed.markFailed("a", BROKEN);
  expect(failed.isDirty()).toBe(false);
  failed.change("a", "two");
  expect(failed.isDirty()).toBe(true);
  const restored = start();
  restored.restore([pending]);
  expect(restored.isDirty()).toBe(true);
  restored.onRestored("a", () => {});
  expect(restored.isDirty()).toBe(false);
});

describe("the form of another config", () => {
  const typedIn = (path: string) => {
    const store = storeOf([formField("a"), formField("b")], { a: "one", b: "two" });
    store.change(path, "typed");
    return store;
  };

  test("lists what was typed into a field that is gone, until that is read; it returns with its field", () => {
    const store = typedIn("a");
    store.follow(formSpec([formField("b")], { b: "new" }));
    expect([store.record(), [...store.orphaned()].map(([path, { value }]) => [path, value])]).toEqual([
      { b: "new" },
      [["a", "typed"]],
    ]);
    expect(store.isDirty()).toBe(true);
    store.dismissOrphaned();
    expect([store.orphaned().size, store.isDirty()]).toEqual([0, false]);
    // Another config that changes nothing of it does not list it anew.
    store.follow(formSpec([formField("b")], { b: "new" }));
    expect(store.orphaned().size).toBe(0);
    store.follow(formSpec([formField("a"), formField("b")], { a: "other", b: "new" }));
    expect([store.record(), store.orphaned().size]).toEqual([{ a: "typed", b: "new" }, 0]);
  });

  test("lists what the work of a field that has another widget now would have brought", () => {
    const store = storeOf([formField("a"), formField("b"), formField("c")], { a: "one" });
    const works = [notedWork({ standIn: "a.png" }), notedWork({ standIn: "b.png" }), notedWork()];
    for (const [at, path] of ["a", "b", "c"].entries()) store.hold(path, works[at]?.work);
    const other = { widget: { name: "other", options: {} } };
    store.follow(
      formSpec([formField("a"), formField("b", 0, other), formField("c", 0, other)], { a: "one" }),
    );
    expect(works.map(({ heard }) => heard)).toEqual([[], ["left"], ["left"]]);
    expect(["a", "b", "c"].map(store.renewals)).toEqual([0, 1, 1]);
    expect([...store.orphaned()].map(([path, { value }]) => [path, value])).toEqual([["b", "b.png"]]);
    store.dismissOrphaned();
    store.change("a", "typed");
    store.follow(formSpec([], {}));
    // What was read is over, and cannot return.
    expect([...store.orphaned().keys()]).toEqual(["a"]);
  });

  test("tries a failed field again where that is another now; a widget that ended is mounted again", () => {
    const [a, b, c] = [formField("a"), formField("b"), formField("c")];
    const store = storeOf([a, b, c]);
    store.markFailed("a", BROKEN);
    store.markFailed("b", BROKEN);
    store.markFailed("c", STOPPED);
    store.follow(formSpec([a, formField("b"), formField("c")]));
    expect(paths(store.failed())).toEqual(["a"]);
    expect(["a", "b", "c"].map(store.renewals)).toEqual([0, 1, 0]);
  });

  test("opens the tab in which the fields of the open one are", () => {
    const store = storeOf([formField("a"), formField("b", 1)]);
    store.openTab(1);
    store.follow(formSpec([formField("b"), formField("a", 1)]));
    expect(store.tab()).toBe(0);
  });

  test("has its own record to compare with, where nothing was typed", () => {
    const store = storeOf([formField("a")], { a: "one" });
    store.follow(formSpec([formField("a")], { a: "new" }));
    expect([store.record(), store.isDirty(), store.typed()]).toEqual([{ a: "new" }, false, []]);
  });
});

describe("a draft", () => {
  const draft = (path: string, value: string, more: Partial<DraftField> = {}): DraftField => ({
    ...formField(path),
    value,
    was: null,
    ...more,
  });

  test("is typed into the fields that may take it; the others of the form stay as they are", () => {
    const store = storeOf([formField("a"), formField("b")], { a: null, b: null });
    store.refuse([{ path: "/a", keyword: "x", message: "refused" }]);
    const fields = [draft("a", "typed"), draft("b", "not mine")];
    const mayTake = ({ path }: { readonly path: string }) => path === "a";
    expect(store.recall(fields, mayTake).changes.map(({ formField: { path } }) => path)).toEqual(["a"]);
    expect(store.recall(fields).changes.map(({ formField: { path } }) => path)).toEqual(["a", "b"]);
    store.restore(fields, mayTake);
    expect([store.record(), store.fieldView("a").error]).toEqual([{ a: "typed", b: null }, undefined]);
    expect([...store.orphaned().keys()]).toEqual(["b"]);
  });

  test("adds to what has no place any more, and gives widgets their work", () => {
    const store = storeOf([formField("a"), formField("b")], { a: "one" });
    store.change("a", "typed");
    store.follow(formSpec([formField("b")]));
    const given: unknown[] = [];
    store.onRestored("b", (work) => given.push(work));
    const lost = { pending: { standIn: "d.png", work: {} } };
    store.restore([
      draft("b", "more", { pending: { work: "of b" } }),
      draft("c", "gone"),
      draft("d", "", lost),
    ]);
    expect(given).toEqual(["of b"]);
    expect([...store.orphaned()].map(([path, { value }]) => [path, value])).toEqual([
      ["a", "typed"],
      ["c", "gone"],
      ["d", "d.png"],
    ]);
    store.restore([draft("e", "gone too")]);
    expect([...store.orphaned().keys()]).toEqual(["a", "c", "e", "d"]);
  });
});
