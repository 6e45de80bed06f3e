import { describe, expect, it, test } from "vitest";
import type { Filter } from "../../src/model/filter.ts";
import { addDays, beginningOf, dayOf, endOf } from "../../src/record/day.ts";
import { type Asking, matchesFilter, plainFilter } from "../../src/record/filter.ts";

const asking = (now: string, timeZone: string, account?: Asking["account"]): Asking => ({
  account,
  now: new Date(now),
  timeZone,
});
const isMoment = (field: string) => field === "updatedAt";

describe("days of the business's time zone", () => {
  it.each([
    ["Asia/Taipei", "2026-11-22T16:30:00Z", "2026-11-23"],
    ["Asia/Taipei", "2026-11-22T15:59:59Z", "2026-11-22"],
    ["America/New_York", "2026-11-22T04:30:00Z", "2026-11-21"],
    ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"],
    ["UTC", "2026-11-22T23:59:59.999Z", "2026-11-22"],
  ])("in %s, %s is on %s", (timeZone, moment, day) => {
    expect(dayOf(new Date(moment), timeZone)).toBe(day);
  });

  it.each([
    // 23 hours, 25 hours, clocks changed at midnight, a zone of minutes, none.
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z", "2026-04-24T20:59:59.999Z"],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
    ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00.000Z", "2026-01-01T18:14:59.999Z"],
    ["UTC", "2026-02-28", "2026-02-28T00:00:00.000Z", "2026-02-28T23:59:59.999Z"],
  ])("in %s, %s is from %s to %s", (timeZone, day, from, to) => {
    expect([beginningOf(day, timeZone), endOf(day, timeZone)]).toEqual([from, to]);
  });

  test.each(Intl.supportedValuesOf("timeZone").filter((_, at) => at % 9 === 0))(
    "%s: each moment of a year is between the beginning and the end of its day",
    (timeZone) => {
      for (let hour = 0; hour < 8760; hour += 53) {
        const moment = new Date(Date.UTC(2026, 0, 1, hour, 17)).toISOString();
        const day = dayOf(new Date(moment), timeZone);
        expect(beginningOf(day, timeZone) <= moment && moment <= endOf(day, timeZone), moment).toBe(true);
        expect(new Date(endOf(day, timeZone)).getTime() + 1).toBe(
          new Date(beginningOf(addDays(day, 1), timeZone)).getTime(),
        );
      }
    },
  );
});

describe("a plain filter", () => {
  const taipei = asking("2026-11-22T16:30:00Z", "Asia/Taipei");

  it("has the day itself for a day from today", () => {
    const filter: Filter = [
      { field: "lentOn", op: "gte", value: { today: -7 } },
      { field: "lentOn", op: "lte", value: { today: 0 } },
    ];
    expect(plainFilter(filter, isMoment, taipei)).toEqual([
      { field: "lentOn", op: "gte", value: "2026-11-16" },
      { field: "lentOn", op: "lte", value: "2026-11-23" },
    ]);
  });

  it("of a moment has the times of the day", () => {
    const filter: Filter = [
      { field: "updatedAt", op: "gte", value: { today: 0 } },
      { field: "updatedAt", op: "lte", value: "2026-11-23" },
      { field: "updatedAt", op: "lte", value: "2026-11-23T08:00:00+08:00" },
    ];
    expect(plainFilter(filter, isMoment, taipei).map(({ value }) => value)).toEqual([
      "2026-11-22T16:00:00.000Z",
      "2026-11-23T15:59:59.999Z",
      "2026-11-23T00:00:00.000Z",
    ]);
    const on = plainFilter([{ field: "updatedAt", op: "eq", value: "2026-11-23" }], isMoment, taipei);
    expect(matchesFilter(on, { updatedAt: "2026-11-22T16:00:00.000Z" })).toBe(true);
    expect(matchesFilter(on, { updatedAt: "2026-11-23T15:59:59.999Z" })).toBe(true);
    expect(matchesFilter(on, { updatedAt: "2026-11-23T16:00:00.000Z" })).toBe(false);
  });

  const own = (account: Asking["account"], value = "_id", op: "eq" | "in" | "gte" = "eq") =>
    plainFilter(
      [{ field: "doctor", op, value: { account: value } }],
      isMoment,
      asking("2026-01-01", "UTC", account),
    );

  it("has what the account has", () => {
    expect(matchesFilter(own({ _id: "a" }), { doctor: "a" })).toBe(true);
    expect(matchesFilter(own({ _id: "a" }), { doctor: "b" })).toBe(false);
    const branches = own({ _id: "a", branches: ["x", "y", null, ""] }, "branches", "in");
    expect(["x", "y", "z", "", null].map((doctor) => matchesFilter(branches, { doctor }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ["nobody asks", undefined, "_id"],
    ["the account has no such field", { _id: "a" }, "branch"],
    ["it has nothing there", { _id: "a", branch: null }, "branch"],
    ["it has blank text there", { _id: "a", branch: " " }, "branch"],
    ["it has a list there", { _id: "a", branch: ["x", "y"] }, "branch"],
    ["it has a name of every object's", { _id: "a" }, "constructor"],
  ] as const)("holds for no record where %s", (_, account, field) => {
    for (const op of ["eq", "gte"] as const)
      for (const doctor of ["a", "x", "", null, undefined, " "])
        expect(matchesFilter(own(account, field, op), { doctor })).toBe(false);
  });
});

describe("a filter", () => {
  const record = {
    name: "Émile",
    price: 50,
    sold: false,
    note: null,
    tags: [],
    blank: " ",
    parts: { a: { b: 3 } },
  };
  const one = (
    field: string,
    op: "eq" | "in" | "gte" | "lte" | "empty",
    value: string | number | boolean | string[],
  ) => matchesFilter([{ field, op, value }], record);

  it("compares by type", () => {
    expect([
      one("price", "eq", 50),
      one("price", "eq", "50"),
      one("sold", "eq", false),
      one("sold", "eq", 0),
    ]).toEqual([true, false, true, false]);
    expect([
      one("price", "gte", 50),
      one("price", "lte", 49),
      one("price", "gte", "5"),
      one("note", "lte", 9),
    ]).toEqual([true, false, false, false]);
    expect([
      one("parts.a.b", "eq", 3),
      one("parts.a.c", "empty", true),
      one("parts.a.b", "empty", false),
    ]).toEqual([true, true, true]);
    expect([one("tags.length", "eq", 0), one("tags.length", "empty", true)]).toEqual([false, true]);
  });

  it("takes blank text and empty lists for empty, not false and 0", () => {
    for (const field of ["note", "tags", "blank", "other"]) expect(one(field, "empty", true)).toBe(true);
    for (const field of ["sold", "price", "name"]) expect(one(field, "empty", true)).toBe(false);
  });

  it("compares texts exactly, and orders them as lists do", () => {
    const named = (op: "eq" | "gte" | "lte", value: string, name: string) =>
      matchesFilter([{ field: "name", op, value }], { name });
    expect([named("eq", "a", "A"), named("gte", "a", "A"), named("lte", "a", "A")]).toEqual([
      false,
      true,
      true,
    ]);
    // By code points, as UTF-8 is ordered: not by units of UTF-16.
    expect([named("lte", "𠮷", "\uFF5E"), named("gte", "É", "é"), named("lte", "É", "é")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("holds for all records without conditions, for none with a list of nothing", () => {
    expect([matchesFilter([], record), one("name", "in", [])]).toEqual([true, false]);
  });
});
