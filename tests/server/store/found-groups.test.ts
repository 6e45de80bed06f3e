import { describe, expect, it } from "vitest";
import { MAX_GROUPS } from "../../../src/server/store/store-queries.ts";
import { makeFoundSpans, makeFoundValues } from "../../../src/server/store/tables/found-groups.ts";

/** The numbers from 0, in an order that is neither up nor down. */
const shuffled = (count: number) => Array.from({ length: count }, (_, at) => (at * 7919) % count);

describe("groups of many values", () => {
  const COUNT = 1009;

  it.each([
    ["the count", false],
    ["the sum", true],
  ])("are the greatest by %s, and all others together, whatever the order they come in", (_, isOfSums) => {
    const groups = makeFoundValues(isOfSums);
    // What is greatest by one is least by the other.
    for (const value of shuffled(COUNT)) groups.add(value, value + 1, COUNT - value);
    const values = Array.from({ length: COUNT }, (_, value) => ({
      value,
      count: value + 1,
      sum: COUNT - value,
    }));
    const ordered = isOfSums ? values : values.toReversed();
    const [first, rest] = [ordered.slice(0, MAX_GROUPS), ordered.slice(MAX_GROUPS)];
    expect(groups.answer()).toEqual({
      groups: first,
      others: {
        count: rest.reduce((all, { count }) => all + count, 0),
        sum: rest.reduce((all, { sum }) => all + sum, 0),
      },
    });
  });

  it("that are alike go by their values, so that the same ones are answered each time", () => {
    const groups = makeFoundValues(false);
    for (const value of shuffled(COUNT)) groups.add(`v${String(value).padStart(4, "0")}`, 2, 0);
    const { groups: found, others } = groups.answer();
    expect(found.map(({ value }) => value)).toEqual(
      Array.from({ length: MAX_GROUPS }, (_, at) => `v${String(at).padStart(4, "0")}`),
    );
    expect(others).toEqual({ count: 2 * (COUNT - MAX_GROUPS), sum: 0 });
  });

  it("are no more than are answered one by one: there are no others", () => {
    const groups = makeFoundValues(false);
    for (const value of shuffled(MAX_GROUPS)) groups.add(value, 1, 0);
    expect(groups.answer()).toEqual({ groups: expect.any(Array) });
    expect(groups.answer().groups).toHaveLength(MAX_GROUPS);
  });

  it("are kept apart up to 100,000 values: those that come later are among the others", () => {
    const groups = makeFoundValues(true);
    for (let value = 0; value < 100_000; value += 1) groups.add(value, 1, 1);
    groups.add("late", 3, 1_000_000);
    groups.add(7, 1, 50);
    const { groups: found, others } = groups.answer();
    expect(found[0]).toEqual({ value: 7, count: 2, sum: 51 });
    expect(found.some(({ value }) => value === "late")).toBe(false);
    expect(others).toEqual({ count: 100_000 - MAX_GROUPS + 3, sum: 100_000 - MAX_GROUPS + 1_000_000 });
  });

  it("without a value are one, however the emptiness is written", () => {
    const groups = makeFoundValues(false);
    expect(groups.length).toBe(0);
    for (const value of [null, "", " \t"]) groups.add(value, 1, 2);
    groups.add(0, 1, 0);
    expect(groups.answer()).toEqual({
      groups: [
        { value: null, count: 3, sum: 6 },
        { value: 0, count: 1, sum: 0 },
      ],
    });
  });
});

describe("groups between starts", () => {
  it.each([
    ["days", ["2026-11-01", "2026-12-01"], 0],
    ["full hours", ["2026-11-01T16:00:00.000Z", "2026-11-02T16:00:00.000Z"], "2026-11-01T16".length],
    ["half hours", ["2026-11-01T16:00:00.000Z", "2026-11-01T16:30:00.000Z"], "2026-11-01T16:00".length],
    ["a day and a moment", ["2026-11-01", "2026-11-01T16:30:00.000Z"], "2026-11-01T16:00".length],
  ])("of %s need no more of a value than tells them", (_, starts, length) => {
    expect(makeFoundSpans(starts).length).toBe(length);
  });

  it("have what is from their start on, up to the next; what is before, after and in none is left out", () => {
    const groups = makeFoundSpans(["2026-11-01", "2026-11-03", "2026-11-04", "2026-11-06"]);
    const days = ["2026-10-31", "2026-11-05", "2026-11-01", "2026-11-02", "2026-11-04", "2026-11-06", null];
    for (const [at, day] of days.entries()) groups.add(day, 1, 10 ** at);
    expect(groups.answer()).toEqual({
      groups: [
        { value: 0, count: 2, sum: 1100 },
        { value: 2, count: 2, sum: 10_010 },
      ],
    });
  });
});
