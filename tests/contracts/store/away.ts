import { beforeEach, expect, test } from "vitest";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import type { Opened } from "../store.ts";
import {
  book,
  booksWith,
  booksWithout,
  column,
  get,
  insert,
  list,
  SHAPES,
  SHELVES,
  update,
} from "./library.ts";

/** Columns and tables that leave the shapes, and come back. */
export function awayContract(opened: Opened): void {
  const prepare = (...shapes: readonly TableShape[]) => opened.store.applyShapes(shapes);
  const unconvertible = (...shapes: readonly TableShape[]) => opened.store.unconvertible(shapes);
  const values = async (name: string) =>
    (await list(opened.store, "books", { sort: { field: name, order: "asc" } })).records.map(
      (one) => one[name],
    );

  beforeEach(() => prepare(...SHAPES));

  test("a column that was away has its values, whatever happened to the records", async () => {
    await insert(
      opened.store,
      "books",
      book("a", { genre: "novel" }),
      book("b"),
      book("c", { genre: "essay" }),
    );
    await prepare(SHELVES, booksWithout("genre"));
    await update(opened.store, "books", "a", { title: "Emma", pages: 3, genre: "no such field" });
    await opened.store.write((transaction) => transaction.delete("books", "c"));
    await opened.reopen();
    await prepare(SHELVES, booksWithout("genre"));
    await update(opened.store, "books", "a", { pages: 4 });
    await prepare(...SHAPES);
    expect(await get(opened.store, "books", "a")).toMatchObject({ title: "Emma", genre: "novel", pages: 4 });
    expect(await get(opened.store, "books", "b")).toMatchObject({ genre: null });
    expect(
      await opened.store.read((view) =>
        view.count("books", [{ field: "genre", op: "in", value: ["novel", "essay"] }]),
      ),
    ).toBe(1);
  });

  test("records written while a column was away read the default that it returns with", async () => {
    await prepare(SHELVES, booksWith(column("pages", "integer", 1)));
    await insert(opened.store, "books", book("old", { pages: null }), book("set", { pages: 5 }));
    await prepare(SHELVES, booksWithout("pages"));
    await insert(opened.store, "books", book("new"));
    await prepare(SHELVES, booksWith(column("pages", "text", "many")));
    expect(await values("pages")).toEqual([null, "5", "many"]);
    await prepare(SHELVES, booksWithout("pages"));
    await insert(opened.store, "books", book("newer"), book("newest"));
    const twice = booksWith(column("pages", "text", "many"), { unique: ["pages"] });
    expect(await unconvertible(SHELVES, twice)).toMatchObject([{ reason: "unique", count: 3 }]);
    // Without a default they have no value, as many as like.
    const once = booksWith(column("pages", "text"), { unique: ["pages"] });
    expect(await unconvertible(SHELVES, once)).toEqual([]);
    await prepare(SHELVES, once);
    expect(await values("pages")).toEqual([null, null, null, "5", "many"]);
  });

  test("a table that was away has its records, in the types that it returns with", async () => {
    await insert(opened.store, "books", book("a", { pages: 9 }), book("b", { pages: 10 }));
    await prepare(SHELVES);
    await opened.reopen();
    await prepare({ ...SHELVES, unique: [] });
    await prepare(SHELVES, booksWith(column("pages", "text")));
    expect(await values("pages")).toEqual(["10", "9"]);
    await update(opened.store, "books", "a", { pages: "nine" });
    await prepare(SHELVES);
    expect(await unconvertible(...SHAPES)).toEqual([
      { table: "books", column: "pages", reason: "kind", count: 1, first: ["a"] },
    ]);
    await expect(prepare(...SHAPES)).rejects.toThrow(/pages/);
    await prepare(SHELVES, booksWith(column("pages", "text")));
    expect(await values("pages")).toEqual(["10", "nine"]);
  });
}
