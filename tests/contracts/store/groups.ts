import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { PlainCondition } from "../../../src/model/filter.ts";
import type { Json, StoredRecord } from "../../../src/model/record.ts";
import { matchesFilter } from "../../../src/record/filter.ts";
import { isEmpty } from "../../../src/record/json.ts";
import { readPath } from "../../../src/record/path.ts";
import {
  MAX_GROUPS,
  type StoreGroup,
  type StoreGroupsQuery,
} from "../../../src/server/store/store-queries.ts";
import { runs, timeoutOf } from "../../property-runs.ts";
import type { Opened } from "../store.ts";
import { BOOKS, book, column, insert, remove, SHAPES, SHELVES, update } from "./library.ts";

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const moment = pick("2025-12-31T23:59:59.999Z", "2026-01-01T00:00:00.000Z", "2026-01-01T15:59:00.001Z");

const books = fc.array(
  fc.record({
    createdAt: moment,
    shelf: pick("s1", "s2", "", " ", null),
    pages: pick(-2, 0, 7, null),
    price: pick(-0.5, 0, 2.5, null),
    lent: pick(true, false, null),
    ratings: pick<Json>(null, {}, { readers: 1 }, { readers: 2 }, { readers: null }),
    genre: pick("novel", "essay", "Novel", null),
  }),
  { maxLength: 30 },
);
const condition: fc.Arbitrary<PlainCondition> = fc.oneof(
  fc.record({ field: pick("lent"), op: pick("eq" as const), value: fc.boolean() }),
  fc.record({ field: pick("pages", "price"), op: pick("gte" as const, "lte" as const), value: pick(0, 2) }),
  fc.record({ field: pick("genre"), op: pick("in" as const), value: pick(["novel"], ["novel", "essay"]) }),
  fc.record({ field: pick("shelf", "series"), op: pick("empty" as const), value: fc.boolean() }),
  fc.record({ field: pick("createdAt"), op: pick("gte" as const), value: pick("2026-01-01T00:00:00.000Z") }),
);
const query = fc.record(
  {
    by: pick("shelf", "pages", "price", "lent", "genre", "ratings.readers", "updatedBy"),
    sum: pick("pages", "price", "ratings.readers"),
    filter: fc.array(condition, { maxLength: 2 }),
    without: fc.record({ field: pick("genre"), values: pick([], ["essay"], ["essay", "novel"]) }),
  },
  { requiredKeys: ["by"] },
);

export function groupContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));
  const ask = (query: StoreGroupsQuery) => opened.store.read((view) => view.groups("books", query));

  test(
    "any records, any question: each record is in one group, the greatest first",
    async () => {
      await fc.assert(
        fc.asyncProperty(books, fc.array(query, { minLength: 4, maxLength: 8 }), async (values, queries) => {
          const records = values.map((one, at) => book(`b${at}`, { ...one, title: `Title ${at}` }));
          await insert(opened.store, "books", ...records);
          for (const asked of queries) {
            const { groups, others } = await ask(asked);
            expect(others).toBeUndefined();
            expect(sorted(groups)).toEqual(sorted(answer(records, asked)));
            const amounts = groups.map(({ count, sum }) => (asked.sum === undefined ? count : sum));
            expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
          }
          await remove(opened.store, "books", ...records.map(({ _id }) => _id));
        }),
        { numRuns: runs(20) },
      );
    },
    timeoutOf(20_000),
  );

  test("groups follow every write, in transactions too", async () => {
    const { store } = opened;
    await insert(store, "books", book("a", { genre: "novel", pages: 3 }), book("b", { genre: "novel" }));
    await update(store, "books", "b", { genre: "essay" });
    const both = [
      { value: "essay", count: 1, sum: 0 },
      { value: "novel", count: 1, sum: 0 },
    ];
    expect((await ask({ by: "genre" })).groups).toEqual(both);
    await store.write(async (transaction) => {
      await transaction.delete("books", "b");
      const { groups } = await transaction.groups("books", { by: "genre", sum: "pages" });
      expect(groups).toEqual([{ value: "novel", count: 1, sum: 3 }]);
    });
  });

  test("moments and days are numbered by when each begins; what is before and after is in none", async () => {
    const { store } = opened;
    const due: typeof BOOKS = {
      ...BOOKS,
      columns: [...BOOKS.columns, column("dueOn", "text"), column("dueAt", "text")],
      filters: [...BOOKS.filters, "dueAt"],
      filterKeys: { dueAt: "moment" },
    };
    await store.applyShapes([SHELVES, due]);
    const moments = [
      ["2026-01-01T15:59:59.999Z", "2026-01-01", "2026-01-01T23:59:59+08:00"],
      ["2026-01-01T16:00:00.000Z", "2026-01-02", "2026-01-02T00:00:00+08:00"],
      ["2026-01-02T15:59:59.999Z", "2026-01-02", "2026-01-02T10:59:59-05:00"],
      ["2026-01-02T16:00:00.000Z", "2026-01-03", "2026-01-03T00:00:00.000+08:00"],
      ["2026-01-03T16:00:00.000Z", "2026-01-04", "2026-01-03T16:00:00Z"],
      ["2026-01-03T15:59:59.999Z", null, null],
    ] as const;
    const records = moments.map(([createdAt, dueOn, dueAt], at) => ({
      ...book(`b${at}`, { pages: 10 ** at, genre: at < 3 ? "novel" : "essay" }),
      createdAt,
      dueOn,
      dueAt,
    }));
    await insert(store, "books", ...records);
    const starts = ["2026-01-01T16:00:00.000Z", "2026-01-02T16:00:00.000Z", "2026-01-03T16:00:00.000Z"];
    expect((await ask({ by: "createdAt", starts, sum: "pages" })).groups).toEqual([
      { value: 0, count: 2, sum: 110 },
      { value: 1, count: 2, sum: 101_000 },
    ]);
    const essays: PlainCondition[] = [{ field: "genre", op: "eq", value: "essay" }];
    expect((await ask({ by: "createdAt", starts, filter: essays })).groups).toEqual([
      { value: 1, count: 2, sum: 0 },
    ]);
    expect((await ask({ by: "dueAt", starts })).groups).toEqual([
      { value: 0, count: 2, sum: 0 },
      { value: 1, count: 1, sum: 0 },
    ]);
    const days = ["2026-01-02", "2026-01-03", "2026-01-04"];
    expect((await ask({ by: "dueOn", starts: days })).groups).toEqual([
      { value: 0, count: 2, sum: 0 },
      { value: 1, count: 1, sum: 0 },
    ]);
  });

  test("of more values than are answered the greatest are, and all others together", async () => {
    const { store } = opened;
    const values = Array.from({ length: MAX_GROUPS + 50 }, (_, at) => at);
    const records = values.flatMap((at) =>
      [0, 1].slice(at < 3 ? 0 : 1).map((n) => book(`b${at}-${n}`, { pages: at, price: at })),
    );
    await insert(store, "books", ...records);
    for (const by of ["pages", "price"]) {
      const { groups, others } = await ask({ by });
      expect(groups).toHaveLength(MAX_GROUPS);
      expect(groups.slice(0, 4)).toEqual(
        [0, 1, 2].map((value) => ({ value, count: 2, sum: 0 })).concat({ value: 10, count: 1, sum: 0 }),
      );
      expect(others).toEqual({ count: 50, sum: 0 });
    }
    const { groups, others } = await ask({ by: "pages", sum: "price" });
    expect(groups.map(({ value }) => value)).toEqual(values.slice(50).reverse());
    expect(others).toEqual({ count: 53, sum: values.slice(0, 50).reduce((sum, one) => sum + one, 3) });
  });

  test("a field that there is not is a mistake of the caller's", async () => {
    await expect(ask({ by: "nothing" })).rejects.toThrow("nothing");
    await expect(ask({ by: "genre", sum: "nothing" })).rejects.toThrow("nothing");
  });
}

function answer(records: readonly StoredRecord[], { by, sum, filter = [], without }: StoreGroupsQuery) {
  const groups = new Map<StoreGroup["value"], { count: number; sum: number }>();
  for (const record of records) {
    const isHidden = without?.values.includes(String(record[without.field])) === true;
    if (isHidden || !matchesFilter(filter, record)) continue;
    const value = readPath(record, by);
    const key =
      isEmpty(value) || typeof value === "object" ? null : typeof value === "boolean" ? Number(value) : value;
    const group = groups.get(key ?? null) ?? { count: 0, sum: 0 };
    const amount = sum === undefined ? 0 : readPath(record, sum);
    groups.set(key ?? null, {
      count: group.count + 1,
      sum: group.sum + (typeof amount === "number" ? amount : 0),
    });
  }
  return Array.from(groups, ([value, sums]) => ({ value, ...sums }));
}

const sorted = (groups: readonly StoreGroup[]) =>
  [...groups].sort((one, other) => (String(one.value) < String(other.value) ? -1 : 1));
