import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { commitFocused, focusField, focusInside } from "../../../../src/admin/form/field/focus-field.ts";
import { useFirstFocus, useShownFocus } from "../../../../src/admin/form/field/use-focus.ts";
import { formFieldsOf } from "../../../../src/admin/form/state/field-views.ts";
import { FrameContext } from "../../../../src/admin/shell/screen-heading.tsx";
import { OPEN } from "../../../../src/record/conditions.ts";
import { library } from "../library.ts";
import { formField, storeOf } from "../state/store-of.ts";

const config = await library();
const books = config.entities.get("books");
if (books === undefined) throw new Error("no books");

let scrolled: string[];
let focused: string[];
beforeEach(() => {
  scrolled = [];
  focused = [];
  vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: HTMLElement, how) {
    scrolled.push(`${this.id} ${JSON.stringify(how)}`);
  });
  const focus = HTMLElement.prototype.focus;
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, how) {
    focused.push(`${this.id} ${JSON.stringify(how)}`);
    focus.call(this, how);
  });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const draw = (html: string) => document.body.insertAdjacentHTML("beforeend", html);
const NOT_SCROLLED = '{"preventScroll":true}';
const NEAREST = '{"block":"nearest"}';

describe("the focus goes into a field", () => {
  test("in its own tab, and its frame comes into sight", () => {
    draw('<div id="form.a-frame" tabindex="-1"><input id="form.a"></div>');
    const store = storeOf([formField("a", 2)]);
    focusField(store, formField("a", 2));
    expect([store.tab(), focused, scrolled]).toEqual([
      2,
      [`form.a ${NOT_SCROLLED}`],
      [`form.a-frame ${NEAREST}`],
    ]);
    focusField(store, { ...formField("a"), tab: undefined });
    expect(store.tab()).toBe(2);
  });

  test.each([
    [
      "the first of its parts that takes it",
      '<div id="form.a"><input type="hidden"><button disabled></button><input id="it"><input></div>',
      "it",
    ],
    ["its element before what is in that", '<div id="form.a" tabindex="0"><a href="/">x</a></div>', "form.a"],
    [
      "a wrapper that takes it itself where nothing in it does",
      '<div id="form.a" tabindex="-1"><input type="hidden"><button disabled></button></div>',
      "form.a",
    ],
    ["its frame where it has no element", '<div id="form.a-frame" tabindex="-1">none</div>', "form.a-frame"],
    [
      "what its frame has where its element takes none",
      '<div id="form.a-frame" tabindex="-1"><p id="form.a">x</p><button id="it">x</button></div>',
      "it",
    ],
  ])("%s", (_, html, id) => {
    draw(html);
    focusInside(storeOf([formField("a")]), formField("a"));
    expect(document.activeElement?.id).toBe(id);
  });

  test("nowhere where nothing of it is on the page", () => {
    draw('<div id="form.a"></div>');
    focusInside(storeOf([formField("a")]), formField("a"));
    expect([focused, scrolled]).toEqual([[], []]);
  });

  test("at its first wrong part, unless the field itself is wrong or the part is not there", () => {
    draw('<div><input id="form.a"><input id="form.a.1.day"></div>');
    const store = storeOf([formField("a")], { a: "one" });
    const refuse = (path: string) => store.refuse([{ path, keyword: "x", message: "refused" }]);
    const place = () => {
      focusInside(store, formField("a"));
      return document.activeElement?.id;
    };
    expect(place()).toBe("form.a");
    refuse("/a/1/day");
    refuse("/a/2/day");
    expect(place()).toBe("form.a.1.day");
    refuse("/a");
    expect(place()).toBe("form.a");
    store.change("a", "two");
    refuse("/a/0");
    expect(place()).toBe("form.a");
  });
});

describe("a widget that commits when it is left", () => {
  test("does so, and has the focus back without scrolling", () => {
    draw('<input id="form.a">');
    const box = document.getElementById("form.a");
    let blurs = 0;
    box?.addEventListener("blur", () => {
      blurs += 1;
    });
    commitFocused();
    expect(focused).toEqual([]);
    box?.focus();
    focused.length = 0;
    commitFocused();
    expect([blurs, focused, document.activeElement]).toEqual([1, [`form.a ${NOT_SCROLLED}`], box]);
  });

  test("may go with that", () => {
    draw('<input id="form.a">');
    const box = document.getElementById("form.a");
    box?.addEventListener("blur", () => box.remove());
    box?.focus();
    focused.length = 0;
    commitFocused();
    expect(focused).toEqual([]);
  });
});

describe("a new record begins", () => {
  const HIDDEN = { ...OPEN, shown: false };
  const DISABLED = { ...OPEN, disabled: true };
  const begin = (
    states: Parameters<typeof storeOf>[2] = {},
    { isNew = true, inner = false, tab = 0 } = {},
  ) => {
    const store = storeOf(formFieldsOf(books), {}, states);
    store.openTab(tab);
    const frame = { title: "", visited: { current: false }, ...(inner ? { inner: true as const } : {}) };
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <FrameContext value={frame}>{children}</FrameContext>
    );
    const { rerender } = renderHook(() => useFirstFocus({ store, entity: books }, isNew), { wrapper });
    rerender();
    return document.activeElement?.id;
  };
  beforeEach(() => {
    draw('<h1 id="heading" tabindex="-1">New book</h1><button id="elsewhere">x</button>');
    for (const path of ["title", "genre", "year", "isbn"]) draw(`<input id="form.${path}">`);
  });

  test("at the first field of the open tab that can be filled in", () => {
    expect(begin()).toBe("form.title");
    document.getElementById("form.title")?.blur();
    expect(begin({ title: HIDDEN, genre: DISABLED })).toBe("form.year");
    document.getElementById("form.year")?.blur();
    expect(begin({}, { tab: 1 })).toBe("form.isbn");
  });

  test("there also from its heading, but not from where the person has put the focus", () => {
    document.getElementById("heading")?.focus();
    expect(begin()).toBe("form.title");
    document.getElementById("elsewhere")?.focus();
    expect(begin()).toBe("elsewhere");
  });

  test("nowhere in a preview, and a stored one is read first", () => {
    expect([begin({}, { inner: true }), begin({}, { isNew: false })]).toEqual(["", ""]);
  });
});

test("what the keyboard has focused is scrolled to, what a pointer has is not", () => {
  const { result, unmount } = renderHook(() => useShownFocus());
  draw('<textarea id="text"></textarea>');
  const target = document.getElementById("text") ?? document.body;
  const heard = (fire: Event) => {
    document.dispatchEvent(fire);
    scrolled.length = 0;
    result.current({ target } as unknown as Parameters<typeof result.current>[0]);
    return scrolled;
  };
  const key = (name: string) => new KeyboardEvent("keydown", { key: name });
  expect(heard(new Event("nothing"))).toEqual([]);
  expect(heard(key("Tab"))).toEqual([`text ${NEAREST}`]);
  expect(heard(new Event("pointerdown"))).toEqual([]);
  expect(heard(key("Tab"))).toHaveLength(1);
  expect(heard(key("a"))).toEqual([]);
  unmount();
  expect(heard(key("Tab"))).toEqual([]);
});
