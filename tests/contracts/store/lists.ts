import { beforeEach, expect, test } from "vitest";
import type { Opened } from "../store.ts";
import { BOOKS, book, ids, insert, list, remove, SHAPES, SHELVES, shelf, update } from "./library.ts";

export function listContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));
  const sorted = (field: string, order: "asc" | "desc" = "asc", table = "books") =>
    ids(opened.store, table, { sort: { field, order } });

  test("numbers are sorted as numbers, empty first, ties by _id; descending is the exact reverse", async () => {
    await insert(opened.store, "books", book("d", { pages: 20 }), book("c", { pages: 100 }), book("b"));
    await insert(opened.store, "books", book("a", { pages: 100 }), book("e"));
    expect(await sorted("pages")).toEqual(["b", "e", "d", "a", "c"]);
    expect(await sorted("pages", "desc")).toEqual(["c", "a", "d", "e", "b"]);
  });

  test("texts are sorted without regard to case, ties by _id", async () => {
    await insert(opened.store, "books", book("c", { title: "apple" }), book("a", { title: "Banana" }));
    await insert(
      opened.store,
      "books",
      book("b", { title: "APPLE" }),
      book("d", { title: "banana" }),
      book("e"),
    );
    expect(await sorted("title")).toEqual(["e", "b", "c", "a", "d"]);
    expect(await sorted("title", "desc")).toEqual(["d", "a", "c", "b", "e"]);
  });

  test("yes comes after no", async () => {
    await insert(opened.store, "books", book("a", { lent: true }), book("b", { lent: false }), book("c"));
    expect(await sorted("lent")).toEqual(["c", "b", "a"]);
  });

  test("a list is sorted by a value inside a field, and follows its changes", async () => {
    await insert(opened.store, "books", book("a", { ratings: { readers: 10 } }));
    await insert(opened.store, "books", book("b", { ratings: { readers: 9 } }), book("c", { ratings: {} }));
    expect(await sorted("ratings.readers")).toEqual(["c", "b", "a"]);
    await update(opened.store, "books", "a", { ratings: { readers: 1 } });
    expect(await sorted("ratings.readers")).toEqual(["c", "a", "b"]);
  });

  test("a list sorted through a reference follows both records", async () => {
    const { store } = opened;
    await insert(store, "books", book("a", { shelf: "s1" }), book("b", { shelf: "s2" }), book("c"));
    await insert(store, "shelves", shelf("s1", { name: "Zoo" }), shelf("s2", { name: "art" }));
    expect(await sorted("shelf.name")).toEqual(["c", "b", "a"]);
    await update(store, "shelves", "s1", { name: "Ant" });
    expect(await sorted("shelf.name")).toEqual(["c", "a", "b"]);
    await update(store, "books", "a", { shelf: "s2" });
    await update(store, "books", "b", { shelf: "s1" });
    expect(await sorted("shelf.name")).toEqual(["c", "b", "a"]);
    await remove(store, "shelves", "s2");
    expect(await sorted("shelf.name")).toEqual(["a", "c", "b"]);
  });

  test("a reference to its own table, even to itself, sorts like any other", async () => {
    const { store } = opened;
    await insert(store, "shelves", shelf("a", { name: "m", parent: "a" }), shelf("b", { name: "z" }));
    await insert(store, "shelves", shelf("c", { name: "n", parent: "b" }));
    expect(await sorted("parent.name", "asc", "shelves")).toEqual(["b", "a", "c"]);
    await update(store, "shelves", "a", { name: "zz" });
    expect(await sorted("parent.name", "asc", "shelves")).toEqual(["b", "c", "a"]);
  });

  test("a change of a record that very many refer to reaches them all", async () => {
    const { store } = opened;
    await insert(store, "shelves", shelf("s1", { name: "b" }), shelf("s2", { name: "c" }));
    const many = Array.from({ length: 1201 }, (_, n) => book(`b${n}`, { shelf: "s1" }));
    await insert(store, "books", book("last", { shelf: "s2" }), ...many);
    await update(store, "shelves", "s1", { name: "d" });
    expect((await sorted("shelf.name"))[0]).toBe("last");
    expect(
      (await ids(store, "books", { sort: { field: "shelf.name", order: "desc" }, offset: 1201 }))[0],
    ).toBe("last");
    await remove(store, "shelves", "s1");
    const all = { field: "shelf.name", order: "asc" } as const;
    expect(await ids(store, "books", { sort: all, offset: 1199, limit: 9 })).toEqual([
      "b998",
      "b999",
      "last",
    ]);
  });

  test("long texts are sorted to their ends, whatever they begin with", async () => {
    const { store } = opened;
    const long = "Ab".repeat(150);
    const titles = { a: `${long}Z`, b: `${long}b`, c: long, d: `${long}B 2`, e: long.slice(0, 250), f: "b" };
    await insert(store, "books", ...Object.entries(titles).map(([id, title]) => book(id, { title })));
    expect(await sorted("title")).toEqual(["e", "c", "b", "d", "a", "f"]);
    expect(await sorted("title", "desc")).toEqual(["f", "a", "d", "b", "c", "e"]);
    const search = { field: "title", text: "ab" };
    for (const offset of [0, 2, 4])
      expect(
        await ids(store, "books", { search, sort: { field: "title", order: "asc" }, offset, limit: 2 }),
      ).toEqual(["e", "c", "b", "d", "a"].slice(offset, offset + 2));
    await insert(store, "shelves", shelf("s1", { name: `${long}2` }), shelf("s2", { name: `${long}1` }));
    await update(store, "books", "e", { shelf: "s1" });
    await update(store, "books", "f", { shelf: "s2" });
    expect((await sorted("shelf.name")).slice(-2)).toEqual(["f", "e"]);
  });

  test("records of a filter are in the order of the list's main sort, also once that is another", async () => {
    const { store } = opened;
    const books = [30, 10, 20].map((pages, at) =>
      book(`b${at}`, { pages, genre: "novel", title: `${pages}` }),
    );
    await insert(store, "books", ...books);
    const filter = [{ field: "genre", op: "eq", value: "novel" }] as const;
    for (const mainSort of ["createdAt", "pages", "title", "createdAt"]) {
      await store.applyShapes([SHELVES, { ...BOOKS, mainSort }]);
      const order = mainSort === "createdAt" ? ["b0", "b1", "b2"] : ["b1", "b2", "b0"];
      for (const field of [mainSort, "_id"])
        expect([mainSort, await ids(store, "books", { filter, sort: { field, order: "asc" } })]).toEqual([
          mainSort,
          field === "_id" ? ["b0", "b1", "b2"] : order,
        ]);
    }
  });

  test("pages follow each other without gap or repetition, and say the total", async () => {
    const { store } = opened;
    await insert(store, "books", ...Array.from({ length: 25 }, (_, n) => book(`b${n}`, { pages: n % 3 })));
    const pages = [0, 10, 20, 30].map((offset) => ({
      offset,
      limit: 10,
      sort: { field: "pages", order: "asc" } as const,
    }));
    const answers = await Promise.all(pages.map((page) => list(store, "books", page)));
    expect(answers.map(({ records, total }) => [records.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
      [0, 25],
    ]);
    const seen = answers.flatMap(({ records }) => records.map(({ _id }) => _id));
    expect(seen).toEqual(await sorted("pages"));
    expect(new Set(seen).size).toBe(25);
  });

  test("without hides records by a field's values, from pages and total", async () => {
    const { store } = opened;
    await insert(
      store,
      "books",
      book("a", { title: "abc", genre: "novel" }),
      book("b", { title: "abd", genre: "essay" }),
    );
    await insert(
      store,
      "books",
      book("c", { title: "abe" }),
      book("d", { title: "x", genre: "essay", lent: true }),
    );
    const without = (field: string, ...values: string[]) => ({ without: { field, values } });
    expect(await list(store, "books", without("genre", "essay"))).toMatchObject({
      records: [{ _id: "a" }, { _id: "c" }],
      total: 2,
    });
    expect(await ids(store, "books", without("genre", "essay", "novel", "x"))).toEqual(["c"]);
    expect(await ids(store, "books", without("genre"))).toEqual(["a", "b", "c", "d"]);
    expect(await ids(store, "books", without("lent", "true"))).toEqual(["a", "b", "c"]);
    const search = { field: "title", text: "AB" };
    expect(await list(store, "books", { search, ...without("genre", "essay") })).toMatchObject({
      records: [{ _id: "a" }, { _id: "c" }],
      total: 2,
    });
  });

  test("a list is sorted, searched and filtered by what the shape declares alone", async () => {
    await insert(opened.store, "books", book("a"));
    await expect(sorted("genre")).rejects.toThrow(/genre/);
    await expect(list(opened.store, "books", { search: { field: "genre", text: "x" } })).rejects.toThrow(
      /genre/,
    );
    await expect(list(opened.store, "books", { without: { field: "title", values: ["x"] } })).rejects.toThrow(
      /title/,
    );
  });
}
