import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { type ListTotal, Pager, totalText } from "../../../src/admin/list/pager.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";
import messages from "../../fixtures/library/messages.json";

const say = makeSay(messages.en);

function show(page: number, shown: number, total: ListTotal | undefined) {
  const go = vi.fn();
  const props = { page, pageSize: 10, shown, total, text: "so many", go, say };
  const { unmount } = render(<Pager {...props}>more</Pager>);
  const step = (name: string) => screen.getByRole("button", { name });
  return {
    go,
    unmount,
    pages: () => [...document.querySelectorAll(".pager-pages li")].map(({ textContent }) => textContent),
    step,
    isOff: (name: string) => step(name).getAttribute("aria-disabled") === "true",
  };
}

it.each([
  [1, 10, undefined, ["1"], true],
  [1, 9, undefined, ["1"], false],
  [2, 10, { total: 20 }, ["1", "2"], false],
  [1, 10, { total: 11 }, ["1", "2"], true],
  // More than are counted: a full page may have a next one.
  [2, 10, { total: 20, totalIsMore: true as const }, ["1", "2", "…"], true],
  [2, 9, { total: 20, totalIsMore: true as const }, ["1", "2", "…"], false],
  [3, 10, { total: 20, totalIsMore: true as const }, ["1", "2", "3", "…"], true],
])("on page %i with %i rows of %o", (page, shown, total, pages, hasNext) => {
  const pager = show(page, shown, total);
  expect(pager.pages()).toEqual(pages);
  expect([pager.isOff("Previous page"), pager.isOff("Next page")]).toEqual([page === 1, !hasNext]);
});

it("of an empty list there is nothing to step through, but for a page that is not there", () => {
  const { unmount } = show(1, 0, { total: 0 });
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(screen.getByRole("navigation").textContent).toBe("so manymore");
  unmount();
  const { step } = show(2, 0, { total: 0 });
  expect(step("Previous page")).toBeTruthy();
});

it("steps from where one is, by its buttons and by numbers, and not past its ends", async () => {
  const { go, step } = show(2, 10, { total: 30 });
  await userEvent.click(step("Previous page"));
  await userEvent.click(step("Next page"));
  await userEvent.click(step("Page 3"));
  expect(go.mock.calls).toEqual([[1], [3], [3]]);
  expect([1, 2, 3].map((page) => step(`Page ${page}`).getAttribute("aria-current"))).toEqual([
    null,
    "page",
    null,
  ]);
  expect(step("Next page").title).toBe("Next page");
  screen.getByRole("navigation", { name: "Pages" });
  expect(screen.getByText("so many").getAttribute("role")).toBe("status");
  screen.getByText("more");
});

it("at an end its buttons do nothing", async () => {
  const { go, step } = show(1, 3, { total: 3 });
  await userEvent.click(step("Previous page"));
  await userEvent.click(step("Next page"));
  expect(go).not.toHaveBeenCalled();
});

it("says how many there are, as far as that is known", () => {
  expect(totalText(undefined, "en", say)).toBe("");
  expect(totalText({ total: 1234 }, "en", say)).toBe("1,234 in all");
  expect(totalText({ total: 1234, totalIsMore: true }, "en", say)).toBe("More than 1,234 in all");
  expect(totalText({ total: 7, totalIsMore: true, isPartial: true }, "en", say)).toMatch(/^7 found so far/);
});
