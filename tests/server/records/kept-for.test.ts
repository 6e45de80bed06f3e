import { expect, it } from "vitest";
import {
  binEnd,
  binStart,
  historyStart,
  pictureEnd,
  provenTime,
} from "../../../src/server/records/history/kept-for.ts";

const NOW = new Date("2026-03-04T12:00:00.000Z");

it("without a word of the config a year is kept, and thirty days what was deleted", () => {
  expect(historyStart({}, NOW)).toBe("2025-03-04T12:00:00.000Z");
  expect(binStart({}, NOW)).toBe("2026-02-02T12:00:00.000Z");
  expect(binEnd({}, NOW)).toBe("2026-04-03T12:00:00.000Z");
});

it("a picture is kept as long as the bin keeps it, but not longer than its history", () => {
  expect(pictureEnd({ history: { days: 60, binDays: 10 } }, NOW)).toBe("2026-03-14T12:00:00.000Z");
  expect(pictureEnd({ history: { days: 5, binDays: 10 } }, NOW)).toBe("2026-03-09T12:00:00.000Z");
});

it("what proves that the time has passed lies in it, before its last tenth", () => {
  expect(provenTime("2026-02-22T12:00:00.000Z", NOW)).toEqual({
    from: "2026-02-22T12:00:00.000Z",
    until: "2026-03-03T12:00:00.000Z",
  });
});
