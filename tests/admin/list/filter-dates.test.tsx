import { render, screen } from "@testing-library/react";
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
