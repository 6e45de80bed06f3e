import { fireEvent, render, screen } from "@testing-library/react";
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
  const props = { change, say: makeSay(shop.en), language: "en", timeZone: "Europe/London" };
  const filter = { field, label: "Day", kind: "date", mayBeEmpty: true } as const;
  render(<DateRange filter={filter} conditions={[]} {...props} />);
  await userEvent.selectOptions(screen.getByRole("combobox"), "Last 7 days");
  expect(change).toHaveBeenLastCalledWith(conditions);
});

it.each([
  ["From", "2026-02-20", "2026-03-09"],
  ["To", "2026-03-01", "2026-03-20"],
])("the day %s which is changed leaves the other end", (name, from, to) => {
  const change = vi.fn();
  const field = "updatedAt";
  const filter = { field, label: "Day", kind: "date", mayBeEmpty: true } as const;
  const conditions = [
    { field, op: "gte", value: "2026-03-01" },
    { field, op: "lte", value: "2026-03-09" },
  ] as const;
  const props = { change, say: makeSay(shop.en), language: "en", timeZone: "Europe/London" };
  render(<DateRange filter={filter} conditions={conditions} {...props} />);
  const end = screen.getByLabelText(name);
  fireEvent.change(end, { target: { value: name === "From" ? from : to } });
  fireEvent.blur(end);
  expect(change.mock.lastCall?.[0]).toEqual([
    { field, op: "gte", value: from },
    { field, op: "lte", value: to },
  ]);
});
