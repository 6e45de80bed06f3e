import { beforeEach, expect, test } from "vitest";
import type { Json, RecordData } from "../../../src/model/record.ts";
import { UnconvertibleError } from "../../../src/server/store/store-errors.ts";
import type { ColumnShape, TableShape } from "../../../src/server/store/table-shape.ts";
import type { Opened } from "../store.ts";
import {
  BOOKS,
  book,
  booksWith,
  booksWithout,
  column,
  found,
  get,
  ids,
  insert,
  list,
  SHAPES,
  SHELVES,
  shelf,
  update,
} from "./library.ts";

/** Stored values of a column that becomes another. */
export function fittingContract(opened: Opened): void {
  const prepare = (...shapes: readonly TableShape[]) => opened.store.applyShapes(shapes);
  const unconvertible = (...shapes: readonly TableShape[]) => opened.store.unconvertible(shapes);
  const values = async (name: string, order: "asc" | "desc" = "asc") =>
    (await list(opened.store, "books", { limit: 9999, sort: { field: name, order } })).records.map(
      (record) => record[name],
    );
  const refused = (...shapes: readonly TableShape[]) => prepare(...shapes).catch((error: unknown) => error);

  beforeEach(() => prepare(...SHAPES));

  test("values follow their column's type, and are sorted as what they are", async () => {
    await prepare(SHELVES, booksWith(column("pages", "text")));
    const written = ["10", "9", null, "-1", "200"];
    for (const [n, pages] of written.entries()) await insert(opened.store, "books", book(`b${n}`, { pages }));
    expect(await values("pages")).toEqual([null, "-1", "10", "200", "9"]);
    for (const type of ["number", "integer"] as const) {
      await prepare(SHELVES, booksWith(column("pages", type)));
      expect(await values("pages")).toEqual([null, -1, 9, 10, 200]);
    }
    await insert(opened.store, "books", book("new", { pages: 50 }));
    await update(opened.store, "books", "b0", { pages: 7 });
    expect(await values("pages", "desc")).toEqual([200, 50, 9, 7, -1, null]);
    await opened.reopen();
    await prepare(SHELVES, booksWith(column("pages", "text")));
    expect(await values("pages")).toEqual([null, "-1", "200", "50", "7", "9"]);
    await prepare(SHELVES, booksWith(column("pages", "json")));
    expect(await get(opened.store, "books", "b0")).toMatchObject({ pages: "7" });
    await prepare(...SHAPES);
    expect(await values("pages")).toEqual([null, -1, 7, 9, 50, 200]);
  });

  test("yes and no, numbers and texts become each other", async () => {
    await insert(opened.store, "books", book("a", { lent: true }), book("b", { lent: false }), book("c"));
    const lent = async () => (await list(opened.store, "books", { sort: ID })).records.map((one) => one.lent);
    for (const [type, expected] of [
      ["text", ["true", "false", null]],
      ["boolean", [true, false, null]],
      ["integer", [1, 0, null]],
      ["number", [1, 0, null]],
      ["boolean", [true, false, null]],
    ] as const) {
      await prepare(SHELVES, booksWith(column("lent", type)));
      expect(await lent()).toStrictEqual(expected);
      const [value] = expected;
      expect(
        await opened.store.read((view) => view.count("books", [{ field: "lent", op: "eq", value }])),
      ).toBe(1);
    }
  });

  test("what is derived from fitted values is derived anew, in other tables too", async () => {
    const named = (type: "text" | "integer"): TableShape => ({
      ...SHELVES,
      columns: [column("name", type), column("parent", "text")],
      search: type === "text" ? ["name"] : [],
    });
    const shelves = Array.from({ length: 12 }, (_, n) => shelf(`s${n}`, { name: `${n}` }));
    await insert(opened.store, "shelves", ...shelves);
    for (const { _id } of shelves) await insert(opened.store, "books", book(_id, { shelf: _id }));
    const byShelf = () =>
      ids(opened.store, "books", { limit: 3, sort: { field: "shelf.name", order: "asc" } });
    expect(await byShelf()).toEqual(["s0", "s1", "s10"]);
    await prepare(named("integer"), BOOKS);
    expect(await byShelf()).toEqual(["s0", "s1", "s2"]);
    await expect(insert(opened.store, "shelves", shelf("x", { name: 3 }))).rejects.toMatchObject({
      column: "name",
    });
    await prepare(named("text"), BOOKS);
    expect(await byShelf()).toEqual(["s0", "s1", "s10"]);
    expect(await found(opened.store, "11", "shelves", "name")).toEqual(["s11"]);
  });

  test("references and filters follow", async () => {
    await prepare(SHELVES, booksWith(column("shelf", "integer"), { references: [], sorts: ["createdAt"] }));
    await insert(opened.store, "shelves", shelf("7", { name: "Art" }));
    await insert(opened.store, "books", book("a", { shelf: 7 }), book("b", { shelf: 8 }));
    await prepare(...SHAPES);
    const { first } = await opened.store.read((view) => view.referrers("shelves", "7", 9));
    expect(first.map(({ _id }) => _id)).toEqual(["a"]);
    expect(await ids(opened.store, "books", { sort: { field: "shelf.name", order: "desc" } })).toEqual([
      "a",
      "b",
    ]);
  });

  test("what is made of values follows where they become others of the same type", async () => {
    const changed = (name: string, kind: string, change: Readonly<Record<string, string>>): ColumnShape => ({
      ...column(name, "text"),
      kind,
      convert: (value) => change[String(value)] ?? value,
    });
    await insert(opened.store, "shelves", shelf("s1", { name: "Art" }), shelf("s2", { name: "Zoo" }));
    await insert(
      opened.store,
      "books",
      book("a", { title: "Emma", shelf: "s1", genre: "novel" }),
      book("b", { title: "Kim", shelf: "s2", genre: "essay" }),
    );
    const rest = BOOKS.columns.filter(({ name }) => !["title", "shelf", "genre"].includes(name));
    const title = changed("title", "renamed", { Emma: "Zadig" });
    const placed = changed("shelf", "placed", { s1: "s2", s2: "s1" });
    await prepare(SHELVES, {
      ...BOOKS,
      columns: [title, placed, changed("genre", "other", { novel: "essay" }), ...rest],
    });
    const sorted = (field: string) => ids(opened.store, "books", { sort: { field, order: "asc" } });
    expect([await sorted("title"), await sorted("shelf.name")]).toEqual([
      ["b", "a"],
      ["b", "a"],
    ]);
    expect([await found(opened.store, "zad"), await found(opened.store, "emma")]).toEqual([["a"], []]);
    await opened.store.read(async (view) => {
      expect((await view.referrers("shelves", "s2", 9)).first.map(({ _id }) => _id)).toEqual(["a"]);
      expect(await view.count("books", [{ field: "genre", op: "eq", value: "essay" }])).toBe(2);
      expect(await view.count("books", [{ field: "shelf", op: "eq", value: "s1" }])).toBe(1);
      expect((await view.findBy("books", "title", "Zadig"))?._id).toBe("a");
      expect(await view.findBy("books", "title", "Emma")).toBeUndefined();
    });
    await expect(insert(opened.store, "books", book("c", { title: "Zadig" }))).rejects.toMatchObject({
      column: "title",
    });
  });

  test("values that cannot be of the kind are counted, and nothing at all is changed", async () => {
    await insert(
      opened.store,
      "books",
      ...["12", "twelve", "13", "thirteen", "14"].map((title) => book(title, { title, price: 0.5 })),
      book("none"),
    );
    await insert(opened.store, "shelves", shelf("s1", { name: "Art" }));
    const films: TableShape = { ...SHELVES, table: "films", sorts: ["createdAt"], references: [] };
    const wanted = [
      films,
      { ...SHELVES, columns: [...SHELVES.columns, column("colour", "text", "red")] },
      {
        ...booksWith(column("title", "integer"), { search: [] }),
        columns: [
          column("title", "integer"),
          ...BOOKS.columns.filter(({ name }) => !["title", "price", "pages"].includes(name)),
          column("price", "integer"),
          column("pages", "text"),
        ],
      },
    ];
    const expected = [
      { table: "books", column: "title", reason: "kind", count: 2, first: ["twelve", "thirteen"] },
      { table: "books", column: "price", reason: "kind", count: 5, first: ["12", "twelve", "13"] },
    ];
    const before = await list(opened.store, "books", { sort: ID });
    const prepared = opened.store.appliedShapes();
    expect(prepared).toEqual(SHAPES);
    expect(await unconvertible(...wanted)).toEqual(expected);
    const error = await refused(...wanted);
    expect(error).toBeInstanceOf(UnconvertibleError);
    expect(error).toMatchObject({ unconvertible: expected });
    expect(await list(opened.store, "books", { sort: ID })).toStrictEqual(before);
    await expect(get(opened.store, "films", "x")).rejects.toThrow(/films/);
    expect(await get(opened.store, "shelves", "s1")).not.toHaveProperty("colour");
    expect(opened.store.appliedShapes()).toBe(prepared);
    expect(await found(opened.store, "twelve")).toEqual(["twelve"]);
    await update(opened.store, "books", "twelve", { title: "15", price: 1 });
    expect(await unconvertible(...wanted)).toEqual([
      { ...expected[0], count: 1, first: ["thirteen"] },
      { ...expected[1], count: 4, first: ["12", "13", "thirteen"] },
    ]);
    expect(await unconvertible(...SHAPES)).toEqual([]);
  });

  test("what nobody can correct is replaced: a protected record's value by its sample's, else by the default", async () => {
    const kept = { isProtected: true, pages: null };
    await prepare(SHELVES, booksWith(column("price", "text")));
    await insert(
      opened.store,
      "books",
      book("a", { ...kept, title: "A", price: "much" }),
      book("b", { ...kept, title: "B", price: "more" }),
      book("c", { ...kept, title: "C", price: "9" }),
      book("d", { ...kept, title: "D", price: "most" }),
      book("e", { title: "E", price: "5" }),
    );
    const samples: RecordData[] = [
      { _id: "a", title: "changed", price: 12 },
      { title: "B", price: "13" },
      { _id: "c", title: "C", price: 14 },
      { _id: "x", title: "D", price: 15 },
      { _id: "e", title: "E", price: 16 },
    ];
    const priced = booksWith(column("price", "number", 1));
    const three = { table: "books", column: "price", reason: "kind", count: 3, first: ["A", "B", "D"] };
    expect(await unconvertible(SHELVES, priced)).toEqual([three]);
    expect(await refused(SHELVES, priced)).toMatchObject({ unconvertible: [three] });
    await insert(opened.store, "books", book("f", { title: "F", price: "own" }));
    const odd = samples.with(0, { _id: "a", title: "A", price: "odd" });
    expect(await unconvertible(SHELVES, { ...priced, samples: odd })).toEqual([
      { ...three, count: 2, first: ["A", "F"] },
    ]);
    const own = { ...three, count: 1, first: ["F"] };
    expect(await unconvertible(SHELVES, { ...priced, samples })).toEqual([own]);
    await update(opened.store, "books", "f", { price: "6" });
    await prepare(SHELVES, { ...priced, samples });
    expect(await values("price")).toEqual([1, 5, 6, 9, 12, 13]);
    expect((await get(opened.store, "books", "d"))?.price).toBe(1);
  });

  test("secrets stay: neither a column that would reveal them nor one that comes back later is made", async () => {
    const kind = "secret";
    const secret: ColumnShape = { ...column("note", "text"), kind };
    const open = (type: "text" | "json"): ColumnShape => ({
      ...column("note", type),
      reveals: (held) => held === kind,
    });
    await prepare(SHELVES, booksWith(secret));
    await prepare(SHELVES, booksWith(open("text")));
    await prepare(SHELVES, booksWith(secret));
    await insert(opened.store, "books", book("a", { note: "x" }), book("b", { note: "x" }), book("c"));
    const held = { table: "books", column: "note", reason: "secret", count: 2, first: ["a", "b"] };
    for (const shape of [booksWith(open("text")), booksWith(open("json"), { unique: ["note"] })]) {
      expect(await unconvertible(SHELVES, shape)).toEqual([held]);
      expect(await refused(SHELVES, shape)).toMatchObject({ unconvertible: [held] });
    }
    await prepare(...SHAPES);
    await opened.reopen();
    await prepare(...SHAPES);
    expect(await refused(SHELVES, booksWith(open("text")))).toMatchObject({ unconvertible: [held] });
    await prepare(SHELVES, booksWith(secret));
    await update(opened.store, "books", "a", { note: null });
    await update(opened.store, "books", "b", { note: null });
    await prepare(SHELVES, booksWith(open("text")));
    expect(await get(opened.store, "books", "a")).toMatchObject({ note: null });
  });

  test("values are fitted once: not where the kind stays, and never null", async () => {
    const asked: Json[] = [];
    const ratings = (kind: string): ColumnShape => ({
      ...column("ratings", "json"),
      kind,
      convert: (value) => {
        asked.push(value);
        return { ...(value as object), kind };
      },
    });
    await insert(opened.store, "books", book("a", { ratings: { readers: 1 } }), book("b"));
    await prepare(SHELVES, booksWith(ratings("new")));
    expect(asked).not.toContain(null);
    expect(asked[0]).toEqual({ readers: 1 });
    expect(await get(opened.store, "books", "a")).toMatchObject({ ratings: { readers: 1, kind: "new" } });
    asked.length = 0;
    await prepare(SHELVES, booksWith(ratings("new")));
    await opened.reopen();
    await prepare(SHELVES, booksWith(ratings("new")));
    expect(await unconvertible(SHELVES, booksWith(ratings("new")))).toEqual([]);
    expect(asked).toEqual([]);
    await prepare(SHELVES, booksWithout("ratings"));
    await prepare(SHELVES, booksWith(ratings("newer")));
    expect(await get(opened.store, "books", "a")).toMatchObject({ ratings: { kind: "newer" } });
  });

  test("values become unique once fitted, or are counted where they would not be", async () => {
    const rest = { unique: ["title", "pages"] };
    const pages = (type: "text" | "number") => booksWith(column("pages", type), type === "text" ? {} : rest);
    await prepare(SHELVES, pages("text"));
    for (const [id, value] of ["1", "1.0", "2", "01", "3"].entries())
      await insert(opened.store, "books", book(`b${id}`, { pages: value }));
    await insert(opened.store, "books", book("none"), book("no other"));
    const twice = { table: "books", column: "pages", reason: "unique", count: 3, first: ["b0", "b1", "b3"] };
    expect(await unconvertible(SHELVES, pages("number"))).toEqual([twice]);
    expect(await refused(SHELVES, pages("number"))).toMatchObject({ unconvertible: [twice] });
    for (const id of ["b1", "b3"]) await update(opened.store, "books", id, { pages: `9${id.slice(1)}` });
    await prepare(SHELVES, pages("number"));
    await expect(insert(opened.store, "books", book("x", { pages: 2 }))).rejects.toMatchObject({
      value: "2",
    });
  });

  test("a new column whose default all would hold cannot be unique", async () => {
    const isbn = booksWith(column("isbn", "text", "none"), { unique: ["isbn"] });
    await insert(opened.store, "books", book("a"));
    expect(await unconvertible(SHELVES, isbn)).toEqual([]);
    await insert(opened.store, "books", book("b"));
    const twice = { table: "books", column: "isbn", reason: "unique", count: 2, first: ["a", "b"] };
    expect(await unconvertible(SHELVES, isbn)).toEqual([twice]);
    expect(await refused(SHELVES, isbn)).toMatchObject({ unconvertible: [twice] });
    expect(await unconvertible(SHELVES, booksWith(column("isbn", "text"), { unique: ["isbn"] }))).toEqual([]);
  });

  test("nothing stands against tables and columns that were never there", async () => {
    const films: TableShape = { ...SHELVES, table: "films" };
    expect(await unconvertible(films, booksWith(column("isbn", "integer", 3)))).toEqual([]);
    await opened.reopen();
    expect(await unconvertible(...SHAPES)).toEqual([]);
  });

  test("others read what was, and writes wait, while many values are fitted", async () => {
    await opened.store.write(async (transaction) => {
      for (let n = 0; n < 1700; n += 1)
        await transaction.insert("books", book(`b${n}`, { title: `${n}`, pages: n }), []);
    });
    let over = false;
    const prepared = prepare(SHELVES, booksWith(column("pages", "text"))).then(() => {
      over = true;
    });
    const written = insert(opened.store, "books", book("last", { pages: "last" }));
    const seen: unknown[] = [];
    while (!over) {
      const one = await get(opened.store, "books", "b1650");
      if (!over) seen.push(one?.pages);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await prepared;
    await written;
    // Where another process commits, a read may see that before this process is told.
    const before = seen.filter((pages) => pages === 1650);
    const after = seen.slice(before.length);
    expect(before.length).toBeGreaterThan(after.length);
    expect(seen).toEqual([...before, ...after.map(() => "1650")]);
    expect((await values("pages", "desc")).slice(0, 2)).toEqual(["last", "999"]);
    expect(await values("pages")).toHaveLength(1701);
  });
}

const ID = { field: "_id", order: "asc" } as const;
