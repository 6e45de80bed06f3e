import { expect, test } from "vitest";
import { clockTime, momentAt } from "../../src/record/day.ts";

test.each([
  ["2026-11-20T01:30:00Z", "Asia/Taipei", "2026-11-20T09:30"],
  ["2026-11-20T01:30:00Z", "America/New_York", "2026-11-19T20:30"],
  ["2026-07-01T12:00:05Z", "Europe/Berlin", "2026-07-01T14:00:05"],
  ["2026-07-01T12:00:00.250Z", "UTC", "2026-07-01T12:00:00.250"],
])("at %s, clocks in %s show %s, which is that moment", (moment, timeZone, shown) => {
  expect(clockTime(new Date(moment), timeZone)).toBe(shown);
  expect(momentAt(shown, timeZone)).toBe(new Date(moment).toISOString());
});

// Clocks go on from 02:00 to 03:00 in March, and back from 03:00 to 02:00 in October.
test("a time that clocks skip is the moment at which they go on, one that they show twice the first of the two", () => {
  expect(momentAt("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
  expect(momentAt("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
  expect(clockTime(new Date("2026-10-25T01:30:00Z"), "Europe/Berlin")).toBe("2026-10-25T02:30");
});

// A year that is typed is, after its first digit, one in which places had clocks of their own.
test.each(["Asia/Taipei", "America/New_York", "Europe/Amsterdam"])(
  "in %s, a time of a year of one digit stays as it is typed",
  (timeZone) => {
    const typed = "0002-11-20T09:30";
    expect(clockTime(new Date(momentAt(typed, timeZone)), timeZone)).toBe(typed);
  },
);
