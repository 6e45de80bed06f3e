import { beforeEach, expect, test } from "vitest";
import type { PlainFilter } from "../../../src/model/filter.ts";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import type { Opened } from "../store.ts";
import {
  BOOKS,
  book,
  booksWith,
  column,
  ids,
  insert,
  list,
  remove,
  SHAPES,
  SHELVES,
  update,
} from "./library.ts";

/** Ten thousand records take PostgreSQL half a minute on a slow computer. */
const MANY_TIMEOUT_MS = 90_000;

export function filterContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));
  const found = (filter: PlainFilter) => ids(opened.store, "books", { filter });

  const WITH_MOMENT: TableShape = {
    ...BOOKS,
    columns: [...BOOKS.columns, column("dueAt", "text"), column("colour", "text")],
    search: ["title", "colour"],
    filters: [...BOOKS.filters, "dueAt", "colour"],
    filterKeys: { dueAt: "moment", colour: "filled" },
    mainSort: "title",
  };

  test("a filter follows every write, in transactions too", async () => {
    const { store } = opened;
    const range: PlainFilter = [{ field: "pages", op: "gte", value: 10 }];
    await insert(store, "books", book("a", { pages: 10 }), book("b", { pages: 9 }));
    expect(await found(range)).toEqual(["a"]);
    await update(store, "books", "b", { pages: 11 });
    expect(await list(store, "books", { filter: range })).toMatchObject({ total: 2 });
    await store.write(async (transaction) => {
      await transaction.delete("books", "a");
      expect(await transaction.count("books", range)).toBe(1);
      expect(
        (
          await transaction.list("books", {
            offset: 0,
            limit: 9,
            sort: { field: "title", order: "asc" },
            filter: range,
          })
        ).total,
      ).toBe(1);
    });
    await remove(store, "books", "b");
    expect(await list(store, "books", { filter: range })).toEqual({ records: [], total: 0 });
  });

  test(
    "totals are exact up to 10,000, and for one value however many",
    async () => {
      const { store } = opened;
      await store.applyShapes([SHELVES, WITH_MOMENT]);
      const many = Array.from({ length: 10_003 }, (_, n) =>
        book(`b${n}`, { lent: true, pages: n, colour: n % 2 === 0 ? "red" : "green" }),
      );
      await insert(opened.once, "books", ...many.slice(0, 10_000));
      const counted = async (filter: PlainFilter) => {
        const { total, totalIsMore, isPartial } = await list(store, "books", { filter, limit: 1 });
        return [total, totalIsMore, isPartial];
      };
      const all: PlainFilter = [{ field: "pages", op: "gte", value: 0 }];
      const lent: PlainFilter = [{ field: "lent", op: "eq", value: true }];
      expect(await counted(all)).toEqual([10_000, undefined, undefined]);
      await insert(store, "books", ...many.slice(10_000));
      expect(await counted(all)).toEqual([10_000, true, undefined]);
      expect(await counted([...all, ...lent])).toEqual([10_000, true, undefined]);
      expect(await counted(lent)).toEqual([10_003, undefined, undefined]);
      expect(await store.read((view) => view.count("books", all))).toBe(10_003);
      expect(await counted([{ field: "pages", op: "lte", value: 4 }, ...lent])).toEqual([
        5,
        undefined,
        undefined,
      ]);
      const sort = { field: "title", order: "asc" } as const;
      const some: PlainFilter = [{ field: "colour", op: "empty", value: false }];
      for (const filter of [lent, some]) {
        const page = async (offset: number) =>
          (await list(store, "books", { filter, sort, offset, limit: 9 })).records.length;
        expect([await page(10_000), await page(10_003), await page(1_000_000)]).toEqual([3, 0, 0]);
      }
      // A search is counted whole, in several columns too.
      const searched = async (text: string, offset: number) => {
        const searchAny = { fields: ["title", "colour"], text, or: [] };
        const { total, totalIsMore, records } = await list(store, "books", { searchAny, offset, limit: 9 });
        return [total, totalIsMore, records.length];
      };
      expect(await searched("re", 10_000)).toEqual([10_003, undefined, 3]);
      expect(await searched("gre", 4997)).toEqual([5001, undefined, 4]);
    },
    MANY_TIMEOUT_MS,
  );

  test("pages of a list that is read in steps are whole, also where its total is known already", async () => {
    const { store } = opened;
    await store.applyShapes([
      SHELVES,
      booksWith({ ...column("genre", "text"), mayBeLong: true }, { filters: [] }),
    ]);
    const name = (n: number) => `b${String(n).padStart(3, "0")}`;
    const genre = (n: number) => (n % 5 === 0 ? "essay" : "novel");
    const all = Array.from({ length: 200 }, (_, n) => book(name(n), { title: name(n), genre: genre(n) }));
    await insert(store, "books", ...all);
    const essays = Array.from({ length: 40 }, (_, n) => name(n * 5));
    const filter: PlainFilter = [{ field: "genre", op: "eq", value: "essay" }];
    const sort = { field: "title", order: "asc" } as const;
    for (const offset of [0, 0, 5, 12, 20, 30, 35, 40]) {
      const { records, ...rest } = await list(store, "books", { filter, sort, offset, limit: 15 });
      expect(rest).toEqual({ total: 40 });
      expect(records.map(({ _id }) => _id)).toEqual(essays.slice(offset, offset + 15));
    }
  });

  test("moments are compared as times, however their zone is written", async () => {
    const { store } = opened;
    await store.applyShapes([SHELVES, WITH_MOMENT]);
    await insert(store, "books", book("a", { dueAt: "2026-01-01T08:00:00+08:00" }));
    await insert(
      store,
      "books",
      book("b", { dueAt: "2026-01-01T00:00:00.000Z" }),
      book("c", { dueAt: "2026-01-01T01:00:00Z" }),
    );
    const at = (op: "gte" | "lte", value: string) => found([{ field: "dueAt", op, value }]);
    expect(await at("lte", "2026-01-01T00:00:00.000Z")).toEqual(["a", "b"]);
    expect(await at("gte", "2026-01-01T00:00:00.000Z")).toEqual(["a", "b", "c"]);
    expect(await at("gte", "2026-01-01T00:30:00.000Z")).toEqual(["c"]);
    // What is asked for too.
    expect(await at("gte", "2026-01-01T08:30:00+08:00")).toEqual(["c"]);
    expect(await at("lte", "2025-12-31T23:00:00-01:00")).toEqual(["a", "b"]);
    expect(await at("gte", "2026-01-01")).toEqual(["a", "b", "c"]);
    expect(await at("lte", "2026-01-01")).toEqual(["a", "b"]);
    // What is no time is none of theirs.
    for (const op of ["eq", "gte", "lte"] as const)
      expect([op, await found([{ field: "dueAt", op, value: "zzz" }])]).toEqual([
        op,
        op === "lte" ? ["a", "b", "c"] : [],
      ]);
    expect(await found([{ field: "dueAt", op: "in", value: ["soon", "2026-01-01T02:00:00+01:00"] }])).toEqual(
      ["c"],
    );
  });

  test("a search may be in any of several columns, or for what a condition says", async () => {
    const { store } = opened;
    await store.applyShapes([SHELVES, WITH_MOMENT]);
    await insert(
      store,
      "books",
      book("a", { title: "Emma", colour: "red" }),
      book("b", { title: "Red book" }),
    );
    await insert(
      store,
      "books",
      book("c", { title: "Persuasion", shelf: "s1" }),
      book("d", { colour: "blue" }),
    );
    const any = (text: string, shelves: string[] = [], fields = ["title", "colour"]) => ({
      searchAny: { fields, text, or: [{ field: "shelf", op: "in" as const, value: shelves }] },
    });
    expect(await ids(store, "books", any("RED"))).toEqual(["a", "b"]);
    expect(await ids(store, "books", any("red", ["s1", "s2"]))).toEqual(["a", "b", "c"]);
    expect(await ids(store, "books", any("x", ["s1"], []))).toEqual(["c"]);
    expect(await ids(store, "books", any("x"))).toEqual([]);
    // The order of a text is that of no index.
    const fromR = {
      fields: ["title"],
      text: "emma",
      or: [{ field: "title", op: "gte" as const, value: "R" }],
    };
    expect(await ids(store, "books", { searchAny: fromR })).toEqual(["a", "b"]);
    expect(
      await list(store, "books", {
        ...any("red", ["s1"]),
        filter: [{ field: "title", op: "eq", value: "Emma" }],
      }),
    ).toMatchObject({ total: 1, records: [{ _id: "a" }] });
    expect(await list(store, "books", { ...any("e"), limit: 1, offset: 1 })).toMatchObject({
      total: 4,
      records: [{ _id: "b" }],
    });
    expect(
      await store.read((view) =>
        view.listIds("books", { offset: 0, limit: 2, sort: { field: "title", order: "desc" }, ...any("e") }),
      ),
    ).toEqual(["b", "c"]);
  });

  test("filters declared later hold for old records, those no longer declared too", async () => {
    const { store } = opened;
    await store.applyShapes([SHELVES, { ...BOOKS, filters: [] }]);
    await insert(
      store,
      "books",
      book("a", { series: [{ book: "a" }], genre: " " }),
      book("b", { series: [], genre: "x" }),
    );
    const check = async () => {
      expect(await found([{ field: "series", op: "empty", value: true }])).toEqual(["b"]);
      expect(await found([{ field: "genre", op: "empty", value: true }])).toEqual(["a"]);
      expect(await found([{ field: "genre", op: "in", value: ["x", " "] }])).toEqual(["a", "b"]);
      expect(
        await store.read((view) => view.count("books", [{ field: "genre", op: "eq", value: "x" }])),
      ).toBe(1);
    };
    await check();
    await store.applyShapes([SHELVES, { ...BOOKS, filters: ["series", "genre"] }]);
    await check();
    await store.applyShapes([SHELVES, { ...BOOKS, filters: ["genre"] }]);
    await update(store, "books", "a", { series: [] });
    await update(store, "books", "b", { series: [{ book: "b" }] });
    await store.applyShapes([SHELVES, { ...BOOKS, filters: ["series"] }]);
    expect(await found([{ field: "series", op: "empty", value: true }])).toEqual(["a"]);
  });

  test("fields that are no filters hold by their own values, as those do", async () => {
    const { store } = opened;
    await store.applyShapes([SHELVES, { ...BOOKS, filters: [] }]);
    await insert(
      store,
      "books",
      book("a", { title: "x\0", series: [], lent: false, pages: 0, ratings: {} }),
      book("b", { title: "\u3000 ", series: [{ book: "a" }], ratings: { readers: 0 } }),
      book("c"),
    );
    const empty = (field: string, value: boolean) => found([{ field, op: "empty", value }]);
    for (const [field, ...without] of [
      ["title", "b", "c"],
      ["series", "a", "c"],
      ["lent", "b", "c"],
      ["pages", "b", "c"],
      ["ratings.readers", "a", "c"],
    ] as const) {
      expect([field, await empty(field, true)]).toEqual([field, without]);
      const others = ["a", "b", "c"].filter((id) => !without.some((one) => one === id));
      expect([field, await empty(field, false)]).toEqual([field, others]);
    }
    // Asked as it is stored.
    expect(await found([{ field: "title", op: "eq", value: "x\0" }])).toEqual(["a"]);
    expect(await found([{ field: "title", op: "in", value: ["y", "x\ud800"] }])).toEqual(["a"]);
    expect(await found([{ field: "pages", op: "in", value: [0] }])).toEqual(["a"]);
  });

  test("a field that there is not is a mistake of the caller's", async () => {
    for (const field of ["colour", "title.x", "__proto__", "constructor"])
      await expect(found([{ field, op: "eq", value: "x" }])).rejects.toThrow(/no column/);
  });
}
