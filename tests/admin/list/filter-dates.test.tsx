import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import shop from "../../../config/messages.json";
import { DateRange } from "../../../src/admin/list/filter/filter-dates.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";

it.each([
  [
    "visitedOn",
    [
      { field: "visitedOn", op: "gte", value: { today: -6 } },
      { field: "visitedOn", op: "lte", value: { today: 0 } },
    ],
  ],
  ["updatedAt", [{ field: "updatedAt", op: "gte", value: { today: -6 } }]],
])("the last days of %s end today", async (field, conditions) => {
  const change = vi.fn();
  const props = { change, say: makeSay(shop.en), language: "en", locale: "en-GB", timeZone: "Europe/London" };
  const filter = { field, label: "Day", kind: "date", mayBeEmpty: true } as const;
  render(<DateRange filter={filter} conditions={[]} {...props} />);
  await userEvent.selectOptions(screen.getByRole("combobox"), "Last 7 days");
  expect(change).toHaveBeenLastCalledWith(conditions);
});

/** Days of the first half of March. */
function showMarch(from = "2026-03-01", to = "2026-03-09") {
  const change = vi.fn();
  const field = "updatedAt";
  const filter = { field, label: "Day", kind: "date", mayBeEmpty: true } as const;
  const conditions = [
    { field, op: "gte", value: from },
    { field, op: "lte", value: to },
  ] as const;
  const props = { change, say: makeSay(shop.en), language: "en", locale: "en-GB", timeZone: "Europe/London" };
  render(<DateRange filter={filter} conditions={conditions} {...props} />);
  return { field, change };
}

it.each([
  ["From", "2026-02-20", "2026-03-09"],
  ["To", "2026-03-01", "2026-03-20"],
])("the day %s which is changed leaves the other end", (name, from, to) => {
  const { field, change } = showMarch();
  const end = screen.getByLabelText(name);
  fireEvent.change(end, { target: { value: name === "From" ? from : to } });
  fireEvent.blur(end);
  expect(change.mock.lastCall?.[0]).toEqual([
    { field, op: "gte", value: from },
    { field, op: "lte", value: to },
  ]);
});

it("a first day after the last one is said, and one and the same day is not", () => {
  showMarch("2026-03-10");
  expect(screen.getByRole("alert").textContent).toBe(shop.en["filter.reversed"]);
  cleanup();
  showMarch("2026-03-09");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a day that there is not is said once the box is left, and the filter keeps the one that it had", () => {
  const { change } = showMarch();
  const end = screen.getByLabelText<HTMLInputElement>("To");
  // As a browser has it: no value, and it knows that something is written there.
  Object.defineProperty(end, "validity", { configurable: true, value: { badInput: true } });
  fireEvent.change(end, { target: { value: "" } });
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.blur(end);
  expect(screen.getByRole("alert").textContent).toBe(shop.en["filter.noDay"]);
  expect(end.value).toBe("");
  expect(change).not.toHaveBeenCalled();
  Object.defineProperty(end, "validity", { value: { badInput: false } });
  fireEvent.change(end, { target: { value: "2026-03-20" } });
  fireEvent.blur(end);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(change).toHaveBeenCalledTimes(1);
});
