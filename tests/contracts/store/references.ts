import { beforeEach, expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { BOOKS, book, column, ids, insert, remove, SHAPES, SHELVES, shelf, update } from "./library.ts";

export function referenceContract(opened: Opened): void {
  beforeEach(async () => {
    await opened.store.applyShapes(SHAPES);
    await insert(
      opened.store,
      "shelves",
      shelf("s1", { name: "Art" }),
      shelf("s2", { name: "Oil", parent: "s1" }),
    );
    await insert(
      opened.store,
      "books",
      book("b1", { title: "One", shelf: "s1" }),
      book("b2", { title: "Two", shelf: "s1", series: [{ book: "b1" }, { book: "b3" }, { book: "b1" }] }),
      book("b3", { shelf: "s2", series: [{ book: "b3" }, { book: null }, {}, null] }),
    );
  });
  const referrers = (table: string, id: string, most = 10) =>
    opened.store.read((view) => view.referrers(table, id, most));

  test("who refers to a record is known by label, from every table and inside lists", async () => {
    expect(await referrers("shelves", "s1")).toEqual({
      first: expect.arrayContaining([
        { table: "shelves", _id: "s2", label: "Oil" },
        { table: "books", _id: "b1", label: "One" },
        { table: "books", _id: "b2", label: "Two" },
      ]),
      count: 3,
    });
    expect(await referrers("books", "b1")).toEqual({
      first: [{ table: "books", _id: "b2", label: "Two" }],
      count: 1,
    });
  });

  test("a record that refers to itself is left out", async () => {
    expect(await referrers("books", "b3")).toEqual({
      first: [{ table: "books", _id: "b2", label: "Two" }],
      count: 1,
    });
  });

  test("the first few are listed, all are counted", async () => {
    const few = await referrers("shelves", "s1", 2);
    expect([few.first.length, few.count]).toEqual([2, 3]);
    expect((await referrers("shelves", "s1", 0)).count).toBe(3);
  });

  test("all of them are known by their ids, each once and none itself, up to a bound", async () => {
    const all = (table: string, id: string, most = 10) =>
      opened.store.read((view) => view.referrerIds(table, id, most));
    expect(await all("shelves", "s1")).toEqual(
      expect.arrayContaining([
        { table: "shelves", _id: "s2" },
        { table: "books", _id: "b1" },
        { table: "books", _id: "b2" },
      ]),
    );
    expect(await all("shelves", "s1")).toHaveLength(3);
    expect(await all("shelves", "s1", 2)).toHaveLength(2);
    expect(await all("books", "b3")).toEqual([{ table: "books", _id: "b2" }]);
    expect(await all("books", "b2")).toEqual([]);
  });

  test("the first few can be those that refer by some fields alone, and all are counted still", async () => {
    const by = (table: string, ...paths: string[]) =>
      opened.store.read((view) => view.referrers("shelves", "s1", 10, new Map([[table, paths]])));
    const [books, none] = [await by("books", "shelf", "other"), await by("books", "series.*.book")];
    expect([books.first.map(({ _id }) => _id), books.count]).toEqual([["b1", "b2"], 3]);
    expect(none).toEqual({ first: [], count: 3 });
    expect(await by("shelves", "parent")).toEqual({
      first: [{ table: "shelves", _id: "s2", label: "Oil" }],
      count: 3,
    });
  });

  test("nobody refers to what nobody names", async () => {
    expect(await referrers("books", "b2")).toEqual({ first: [], count: 0 });
  });

  test("references follow updates and deletions", async () => {
    await update(opened.store, "books", "b2", { series: [{ book: "b3" }], shelf: null });
    expect((await referrers("books", "b1")).count).toBe(0);
    expect((await referrers("shelves", "s1")).count).toBe(2);
    await remove(opened.store, "books", "b1");
    expect((await referrers("shelves", "s1")).first).toEqual([{ table: "shelves", _id: "s2", label: "Oil" }]);
  });

  test("a record that refers twice is one referrer", async () => {
    const second = { path: "second", table: "shelves" };
    const columns = [...BOOKS.columns, column("second", "text")];
    await opened.store.applyShapes([
      SHELVES,
      { ...BOOKS, columns, references: [...BOOKS.references, second] },
    ]);
    await insert(opened.store, "books", book("b4", { shelf: "s2", second: "s2" }));
    expect((await referrers("shelves", "s2")).first.map(({ _id }) => _id)).toEqual(["b3", "b4"]);
    expect((await referrers("shelves", "s2")).count).toBe(2);
  });

  test.each([
    ["the first, then the second", "shelf", "second"],
    ["the second, then the first", "second", "shelf"],
  ] as const)(
    "of two references to the same record %s may go: it is referred to until both are gone",
    async (_, first, last) => {
      const second = { path: "second", table: "shelves" };
      const columns = [...BOOKS.columns, column("second", "text")];
      const sorts = [...BOOKS.sorts, "second.name"];
      const references = [...BOOKS.references, second];
      await opened.store.applyShapes([SHELVES, { ...BOOKS, columns, sorts, references }]);
      await remove(opened.store, "books", "b3");
      await insert(opened.store, "shelves", shelf("s3", { name: "Ink" }));
      await insert(
        opened.store,
        "books",
        book("b4", { shelf: "s2", second: "s2" }),
        book("b5", { shelf: "s3", second: "s3" }),
      );
      const count = async () => (await referrers("shelves", "s2")).count;
      await update(opened.store, "shelves", "s2", { name: "Zinc" });
      for (const path of ["shelf", "second"]) {
        const sort = { field: `${path}.name`, order: "desc" } as const;
        expect([path, (await ids(opened.store, "books", { sort }))[0]]).toEqual([path, "b4"]);
      }
      // Only what refers by that field is sorted by it.
      await insert(opened.store, "books", book("b6", { shelf: "s1", second: "s2" }));
      await update(opened.store, "shelves", "s2", { name: "Zoo" });
      const sort = { field: "shelf.name", order: "asc" } as const;
      expect((await ids(opened.store, "books", { sort })).slice(-2)).toEqual(["b5", "b4"]);
      await remove(opened.store, "books", "b6");
      expect(await count()).toBe(1);
      await update(opened.store, "books", "b4", { [first]: null });
      expect(await count()).toBe(1);
      await update(opened.store, "books", "b4", { [last]: null });
      expect(await count()).toBe(0);
    },
  );

  test("what is no text refers to nothing", async () => {
    const series = [{ book: 5 }, { book: true }, { book: ["b2"] }, { book: "" }];
    await insert(opened.store, "books", book("5"), book("1"), book("b7", { series }));
    for (const id of ["5", "1", "b2", "true"])
      expect([id, (await referrers("books", id)).count]).toEqual([id, 0]);
  });

  test("a label that is missing is an empty one", async () => {
    expect((await referrers("shelves", "s2")).first).toEqual([{ table: "books", _id: "b3", label: "" }]);
  });
}
