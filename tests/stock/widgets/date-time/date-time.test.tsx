import { fireEvent, screen } from "@testing-library/react";
import { renderWidget, type WidgetGiven } from "admin/widget-testing";
import { expect, test } from "vitest";
import dateTime from "../../../../src/stock/widgets/date-time/index.tsx";
import manifest from "../../../../src/stock/widgets/date-time/plugin.json" with { type: "json" };

const field = { type: "string", title: "Visit", format: "date-time" } as const;
const show = (given: WidgetGiven<string, object> = {}) =>
  renderWidget(dateTime, manifest, { field, ...given });
const input = () => screen.getByLabelText<HTMLInputElement>("Visit");
/** The texts that the input is described by. */
const described = () =>
  (input().getAttribute("aria-describedby")?.split(" ") ?? []).map(
    (id) => document.getElementById(id)?.textContent,
  );

test("a moment is read and written as clocks of the business show it", () => {
  const { changes } = show({ value: "2026-11-20T01:30:00Z", timeZone: "Asia/Taipei" });
  expect(input().type).toBe("datetime-local");
  expect(input().value).toBe("2026-11-20T09:30");
  fireEvent.change(input(), { target: { value: "2026-11-20T10:00" } });
  expect(changes).toEqual(["2026-11-20T02:00:00.000Z"]);
  expect(input().value).toBe("2026-11-20T10:00");
  fireEvent.change(input(), { target: { value: "" } });
  expect(changes.at(-1)).toBeNull();
});

test("an offset counts", () => {
  show({ value: "2026-11-20T01:30:00+02:00", timeZone: "UTC" });
  expect(input().value).toBe("2026-11-19T23:30");
});

test.each(["someday", "2026-11-20", "2026-11-20T01:30:00", "2026-13-40T01:30:00Z", 12])(
  "what is no moment is shown as it is, and can be typed over: %s",
  (value) => {
    const { changes } = show({ value, timeZone: "Asia/Taipei" });
    expect(input().value).toBe(String(value));
    fireEvent.change(input(), { target: { value: "2026-11" } });
    expect(changes).toEqual(["2026-11"]);
  },
);

test("the time zone is named where the computer has another, in words of the locale", () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { unmount } = show({ timeZone: own });
  expect(described()).toEqual(["A hint"]);
  unmount();
  const other = own === "Europe/Berlin" ? "Europe/Paris" : "Europe/Berlin";
  show({ timeZone: other, locale: "de" });
  expect(described()).toEqual(["Mitteleuropäische Zeit", "A hint"]);
});
