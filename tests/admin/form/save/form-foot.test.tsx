import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FormFoot } from "../../../../src/admin/form/save/form-foot.tsx";

/** The page is not laid out, so nothing would be told of a height: the test tells it. */
let told: (() => void) | undefined;
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(tell: () => void) {
        told = tell;
      }
      observe() {}
      disconnect() {
        told = undefined;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const NOTICES = () => document.documentElement.style.getPropertyValue("--notices");

/** A form with a field in it and one beside it, above a foot whose top is at 100. */
function show({ position = "sticky", bottom = 101 } = {}) {
  const scrolled: string[] = [];
  vi.spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.id);
  });
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    return this.className === "form-foot" ? new DOMRect(0, 100, 10, 50) : new DOMRect(0, 0, 10, bottom);
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
  const { container, unmount } = render(
    <>
      <input id="beside" />
      <form>
        <input id="inside" />
        <FormFoot notices={<button id="notice" type="button" />}>
          <button id="save" type="button" />
        </FormFoot>
      </form>
    </>,
  );
  const foot = container.querySelector<HTMLElement>(".form-foot");
  if (foot !== null) foot.style.position = position;
  return {
    unmount,
    scrolled,
    tellFrom(id: string) {
      document.getElementById(id)?.focus();
      told?.();
    },
  };
}

test("tells the page how high its notices are, as long as it is there", () => {
  const { tellFrom, unmount } = show();
  expect(NOTICES()).toBe("");
  tellFrom("inside");
  expect(NOTICES()).toBe("40px");
  unmount();
  expect([NOTICES(), told]).toEqual(["", undefined]);
});

test("what has the focus in the form is scrolled out from behind it", () => {
  const { tellFrom, scrolled } = show();
  tellFrom("inside");
  expect(scrolled).toEqual(["inside"]);
});

test.each([
  ["in front of it", {}, "notice"],
  ["of its own buttons", {}, "save"],
  ["outside of the form", {}, "beside"],
  ["that ends where it begins", { bottom: 100 }, "inside"],
  ["above a foot that does not stay in sight", { position: "static" }, "inside"],
])("but nothing %s", (_, layout, id) => {
  const { tellFrom, scrolled } = show(layout);
  tellFrom(id);
  expect(scrolled).toEqual([]);
});

test("on a page that is not laid out nothing is told", () => {
  vi.stubGlobal("ResizeObserver", undefined);
  Reflect.deleteProperty(window, "ResizeObserver");
  expect(() => show()).not.toThrow();
});
