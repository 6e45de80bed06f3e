import { describe, expect, test } from "vitest";
import { countByTab, partsToSay } from "../../../../src/admin/form/state/field-views.ts";
import { makeFormStore, tabAfter } from "../../../../src/admin/form/state/form-store.ts";
import { OPEN } from "../../../../src/record/conditions.ts";
import { errorsIn, formField, formSpec, notedWork, storeOf } from "./store-of.ts";

const HIDDEN = { ...OPEN, shown: false, holds: "nothing" } as const;

/** The errors of all fields that have one, by path. */
const shownIn = (store: ReturnType<typeof storeOf>, ...paths: readonly string[]) =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const errors = errorsIn(store.fieldView(path));
      return errors.length === 0 ? [] : [[path, errors.join()]];
    }),
  );

describe("errors", () => {
  test("come when a field is left, follow what is typed, and come anew only when it is left again", () => {
    const store = storeOf([formField("a"), formField("b")], { a: null, b: null });
    expect(shownIn(store, "a", "b")).toEqual({});
    store.touch("a");
    expect(shownIn(store, "a", "b")).toEqual({ a: "missing" });
    store.change("b", "");
    expect(shownIn(store, "a", "b")).toEqual({ a: "missing" });
    store.change("a", "typed");
    store.change("a", "");
    expect(shownIn(store, "a", "b")).toEqual({});
    store.touch("b");
    expect(shownIn(store, "a", "b")).toEqual({ a: "missing", b: "missing" });
  });

  test("once all was submitted, come wherever a field is left", () => {
    const store = storeOf([formField("a"), formField("b")], { a: "one", b: "two" });
    expect(store.submit()).toBeUndefined();
    store.change("a", "");
    store.change("b", "");
    expect(shownIn(store, "a", "b")).toEqual({});
    store.touch("a");
    expect(shownIn(store, "a", "b")).toEqual({ a: "missing", b: "missing" });
  });

  test("that are wrong: the first of the page is answered, counted by tab but not in the rail", () => {
    const fields = [
      formField("a"),
      formField("b", 2),
      formField("c", 2),
      { ...formField("d"), tab: undefined },
    ];
    const store = storeOf(fields, { d: null, c: null, b: null, a: "one" });
    expect(store.submit()?.path).toBe("b");
    expect(store.errorCounts()).toEqual([0, 0, 2]);
    store.change("b", "two");
    expect(store.errorCounts()).toEqual([0, 0, 1]);
    expect(store.refuse([])?.path).toBe("c");
  });

  test("of a part stand at its field; of no field of the form nowhere", () => {
    const store = storeOf([formField("a")], { a: { x: "bad", y: "good" }, "a.x": "", other: "" });
    expect(store.submit()?.path).toBe("a");
    expect(store.fieldView("a")).toMatchObject({
      error: undefined,
      parts: [{ path: "/x", message: "x is bad" }],
    });
    store.change("a", { x: "bad", y: "bad" });
    // No new one while the person types.
    expect(shownIn(store, "a")).toEqual({ a: "/x x is bad" });
    store.touch("a");
    expect(shownIn(store, "a")).toEqual({ a: "/x x is bad,/y y is bad" });
  });

  test("of a hidden field are not shown", () => {
    const fields = [formField("a"), formField("b")];
    const store = storeOf(fields, { a: null, b: { x: "bad" } }, { a: HIDDEN, b: HIDDEN });
    expect(store.submit()).toBeUndefined();
    expect([shownIn(store, "a", "b"), store.errorCounts()]).toEqual([{}, [0]]);
  });

  test("take what stands in for pending work for the value", () => {
    const store = storeOf([formField("a"), formField("b")], { a: null, b: null });
    store.hold("a", notedWork({ standIn: "a.png" }).work);
    store.hold("b", notedWork().work);
    expect(store.submit()?.path).toBe("b");
    expect(shownIn(store, "a", "b")).toEqual({ b: "missing" });
    store.hold("a", undefined);
    expect(shownIn(store, "a", "b")).toEqual({ b: "missing" });
    store.submit();
    expect(shownIn(store, "a", "b")).toEqual({ a: "missing", b: "missing" });
    // It follows work that comes, too.
    store.hold("a", notedWork({ standIn: "a.png" }).work);
    expect(shownIn(store, "a", "b")).toEqual({ b: "missing" });
  });
});

describe("what the server refused", () => {
  const refused = (path: string, message = "refused") => ({ path, keyword: "x", message });

  test("stands at its field before what the form says, the first of each, until that is edited", () => {
    const store = storeOf([formField("a"), formField("ab"), formField("b")], { a: null, ab: "1", b: "2" });
    store.submit();
    const all = [refused("/b"), refused("/a"), refused("/a", "also"), refused("/a/0"), refused("/ab")];
    expect(store.refuse(all)?.path).toBe("a");
    expect(shownIn(store, "a", "ab", "b")).toEqual({ a: "refused,/0 refused", ab: "refused", b: "refused" });
    store.change("b", "3");
    expect(shownIn(store, "a", "ab", "b")).toEqual({ a: "refused,/0 refused", ab: "refused" });
    store.change("a", "typed");
    expect(shownIn(store, "a", "ab", "b")).toEqual({ ab: "refused" });
    store.hold("ab", notedWork().work);
    expect(shownIn(store, "a", "ab", "b")).toEqual({});
  });

  test("is over with the next attempt", () => {
    const store = storeOf([formField("a")], { a: "one" });
    store.refuse([refused("/a")]);
    expect(store.submit()).toBeUndefined();
    expect(shownIn(store, "a")).toEqual({});
  });
});

describe("whoever listens", () => {
  test("hears of another tab, not of the one that is open", () => {
    const store = storeOf([formField("a"), formField("b", 1)]);
    let heard = 0;
    const stop = store.subscribe(() => {
      heard += 1;
    });
    store.openTab(0);
    expect([heard, store.tab()]).toEqual([0, 0]);
    store.openTab(1);
    expect([heard, store.tab()]).toEqual([1, 1]);
    stop();
    store.openTab(0);
    expect(heard).toBe(1);
  });

  test.each([
    ["its value", (store: ReturnType<typeof storeOf>) => store.change("a", "typed")],
    ["its error", (store: ReturnType<typeof storeOf>) => store.touch("a")],
    [
      "an error of a part",
      (store: ReturnType<typeof storeOf>) =>
        store.refuse([{ path: "/a/0", keyword: "x", message: "refused" }]),
    ],
  ])("sees another view of a field with %s alone, and the same of the others", (_, change) => {
    const store = storeOf([formField("a"), formField("b")], { a: null, b: { x: "bad" } });
    store.refuse([{ path: "/b/x", keyword: "x", message: "refused" }]);
    const [a, b] = [store.fieldView("a"), store.fieldView("b")];
    change(store);
    expect(store.fieldView("a")).not.toBe(a);
    expect(store.fieldView("b")).toBe(b);
  });

  test.each(["shown", "required", "disabled"] as const)(
    "sees another view of a field that is %s now",
    (of) => {
      const spec = formSpec([formField("a")], { a: "one" });
      let states = new Map([["a", OPEN]]);
      const store = makeFormStore({ ...spec, rules: { ...spec.rules, states: () => states } });
      const before = store.fieldView("a");
      states = new Map([["a", { ...OPEN, [of]: !OPEN[of] }]]);
      store.change("b", "elsewhere");
      expect(store.fieldView("a")).toEqual({ ...before, [of]: !OPEN[of] });
      expect(store.state("a")).toMatchObject({ [of]: !OPEN[of] });
    },
  );

  test("has the same counts until one changes", () => {
    const fields = [formField("a"), formField("b", 1)];
    const store = storeOf(fields, { a: null, b: null });
    const none = store.errorCounts();
    store.change("a", "");
    expect(store.errorCounts()).toBe(none);
    store.touch("b");
    expect(store.errorCounts()).toEqual([0, 1]);
    expect(countByTab([formField("a")], new Map(), new Map(), [0, 1])).toEqual([0]);
  });
});

test("a field that failed counts as an error of its tab where it is shown, once", () => {
  const fault = { reason: "render", error: undefined, goesOn: true } as const;
  const store = storeOf([formField("a"), formField("b")], { a: null, b: "two" }, { b: HIDDEN });
  store.markFailed("a", fault);
  store.markFailed("b", fault);
  expect(store.errorCounts()).toEqual([1]);
  store.submit();
  expect(store.errorCounts()).toEqual([1]);
});

test("the form says the errors of parts where no widget shows them: none does so, or the one that does failed", () => {
  const parts = [{ path: "/0", message: "wrong" }];
  const view = { ...storeOf([]).fieldView("none"), parts };
  const { field } = formField("a");
  const shows = { ...field, widget: { name: "list", options: {}, showsErrors: true as const } };
  expect(partsToSay(field, view, false)).toBe(parts);
  expect(partsToSay(shows, view, false)).toEqual([]);
  expect(partsToSay(shows, view, true)).toBe(parts);
  const { widget: _, ...without } = field;
  expect(partsToSay(without, view, false)).toBe(parts);
});

test("a field that the form does not have is blank and open", () => {
  const store = storeOf([formField("a")], { a: "one" });
  expect(store.fieldView("b")).toEqual({
    shown: true,
    required: false,
    disabled: false,
    value: undefined,
    error: undefined,
    parts: [],
  });
  expect(store.state("b")).toEqual(OPEN);
});

test("the open tab is that in which most of its fields stand now, else the nearest that is left", () => {
  const at = (...tabs: readonly (number | undefined)[]) =>
    tabs.map((tab, index) => ({ ...formField(`f${index}`), tab }));
  expect(tabAfter(at(1, 1, 1), at(2, 0, 0), 1)).toBe(0);
  expect(tabAfter(at(1, 1, 0), at(2, 0, 1), 1)).toBe(2);
  // A field in the rail stands beside every tab.
  expect(tabAfter(at(1, 1), at(undefined, 2), 1)).toBe(2);
  expect(tabAfter(at(0, 2), at(1, undefined), 2)).toBe(1);
  expect(tabAfter(at(0, 1), at(3, undefined), 1)).toBe(1);
  expect(tabAfter(at(0, 1), at(undefined, undefined), 1)).toBe(0);
});
