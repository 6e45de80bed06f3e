import { expect, test } from "vitest";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import type { Opened } from "../store.ts";
import {
  BOOKS,
  book,
  column,
  found,
  get,
  ids,
  insert,
  list,
  remove,
  SHAPES,
  SHELVES,
  shelf,
  update,
} from "./library.ts";

const BARE: TableShape = {
  ...BOOKS,
  columns: BOOKS.columns.filter(({ name }) => ["title", "shelf", "series"].includes(name)),
  sorts: ["createdAt"],
  search: [],
  unique: [],
  references: [],
  filters: [],
};

export function prepareContract(opened: Opened): void {
  const prepare = (...shapes: readonly TableShape[]) => opened.store.applyShapes(shapes);
  const referrers = () => opened.store.read((view) => view.referrers("shelves", "s1", 9));

  test("what the store follows already is taken up without preparing; nothing else is, nor with less, more or another kind", async () => {
    expect(await opened.store.resume(SHAPES)).toBe(false);
    await prepare(...SHAPES);
    await insert(opened.store, "shelves", shelf("s1", { name: "Art" }));
    await insert(opened.store, "books", book("a", { title: "Emma", shelf: "s1" }));
    await opened.reopen();
    const kinds = BOOKS.columns.map((one) => (one.name === "genre" ? { ...one, kind: "other" } : one));
    for (const others of [
      [SHELVES],
      [BOOKS],
      [SHELVES, BARE],
      [SHELVES, { ...BOOKS, search: [] }],
      [SHELVES, { ...BOOKS, columns: kinds }],
      [...SHAPES, { ...SHELVES, table: "racks" }],
    ]) {
      expect(await opened.store.resume(others)).toBe(false);
      expect(opened.store.appliedShapes()).toEqual([]);
    }
    expect(await opened.store.resume(SHAPES)).toBe(true);
    expect(opened.store.appliedShapes()).toEqual(SHAPES);
    await insert(opened.store, "books", book("b", { title: "Emmeline", shelf: "s1" }));
    expect(await found(opened.store, "emm")).toEqual(["a", "b"]);
    expect((await referrers()).count).toBe(2);
  });

  test("a new column holds its default in old records, and null in new ones without a value", async () => {
    await prepare(SHELVES, BARE);
    await insert(opened.store, "books", book("old"));
    const added = {
      colour: 'it\'s "red"',
      weight: 1.5,
      pages: 3,
      lent: true,
      ratings: { readers: 5 },
      genre: null,
    };
    await prepare(SHELVES, {
      ...BARE,
      columns: [
        ...BARE.columns,
        column("colour", "text", added.colour),
        column("weight", "number", added.weight),
        column("pages", "integer", added.pages),
        column("lent", "boolean", added.lent),
        column("ratings", "json", added.ratings),
        column("genre", "text"),
      ],
      sorts: ["weight", "ratings.readers", "genre"],
      search: ["colour"],
      filters: ["lent"],
    });
    await insert(opened.store, "books", book("new"));
    expect(await get(opened.store, "books", "old")).toMatchObject(added);
    expect(await get(opened.store, "books", "new")).toMatchObject({ colour: null, weight: null, lent: null });
    for (const field of ["weight", "ratings.readers"])
      expect(await ids(opened.store, "books", { sort: { field, order: "desc" } })).toEqual(["old", "new"]);
    expect(
      await ids(opened.store, "books", {
        sort: { field: "genre", order: "asc" },
        search: { field: "colour", text: "RED" },
      }),
    ).toEqual(["old"]);
    expect(
      await opened.store.read((view) => view.count("books", [{ field: "lent", op: "eq", value: true }])),
    ).toBe(1);
  });

  test("sorts, searches, references, filters and uniqueness declared later hold for old records", async () => {
    await prepare(SHELVES, BARE);
    await insert(opened.store, "shelves", shelf("s1", { name: "Zoo" }), shelf("s2", { name: "Art" }));
    const many = Array.from({ length: 1100 }, (_, n) => book(`m${n}`, { title: `Title ${n}`, shelf: "s2" }));
    await insert(opened.store, "books", book("a", { title: "Emma", shelf: "s1" }), ...many);
    await prepare(...SHAPES);
    expect((await ids(opened.store, "books", { sort: { field: "shelf.name", order: "desc" } }))[0]).toBe("a");
    expect(await found(opened.store, "TITLE 1099")).toEqual(["m1099"]);
    expect((await referrers()).first).toEqual([{ table: "books", _id: "a", label: "Emma" }]);
    expect((await list(opened.store, "books")).total).toBe(1101);
    await expect(insert(opened.store, "books", book("x", { title: "Emma" }))).rejects.toMatchObject({
      column: "title",
    });
    await update(opened.store, "shelves", "s1", { name: "Aaa" });
    expect((await ids(opened.store, "books", { sort: { field: "shelf.name", order: "asc" } }))[0]).toBe("a");
  });

  test("prepared again with the same shapes, nothing changes", async () => {
    await prepare(...SHAPES);
    await insert(opened.store, "shelves", shelf("s1", { name: "Art" }));
    await insert(opened.store, "books", book("a", { title: "Emma", shelf: "s1", genre: "novel" }));
    const before = [await list(opened.store, "books"), await referrers(), await found(opened.store, "mm")];
    await prepare(...SHAPES);
    await opened.reopenPrepared();
    expect([await list(opened.store, "books"), await referrers(), await found(opened.store, "mm")]).toEqual(
      before,
    );
    expect(
      await opened.store.read((view) => view.count("books", [{ field: "genre", op: "eq", value: "novel" }])),
    ).toBe(1);
  });

  test("nothing is dropped: a column or an entity that leaves the config comes back with its values", async () => {
    await prepare(...SHAPES);
    await insert(opened.store, "shelves", shelf("s1", { name: "Art" }), shelf("s2", { name: "Bee" }));
    const a = book("a", { title: "Emma", shelf: "s1", genre: "novel", ratings: { readers: 3 } });
    await insert(opened.store, "books", a, book("b", { title: "B", shelf: "s2" }));
    await prepare(SHELVES, BARE);
    expect(await get(opened.store, "books", "a")).not.toHaveProperty("genre");
    await prepare(SHELVES);
    await expect(get(opened.store, "books", "a")).rejects.toThrow(/books/);
    await update(opened.store, "shelves", "s1", { name: "Zoo" });
    await prepare(...SHAPES);
    expect(await get(opened.store, "books", "a")).toStrictEqual(a);
    expect(await ids(opened.store, "books", { sort: { field: "shelf.name", order: "asc" } })).toEqual([
      "b",
      "a",
    ]);
  });

  test("what changed while a field was not searched is found once it is again", async () => {
    await prepare(...SHAPES);
    await insert(opened.store, "books", book("a", { title: "Emma" }), book("b", { title: "Emil" }));
    await prepare(SHELVES, { ...BOOKS, search: [], references: [], filters: [], sorts: ["createdAt"] });
    await update(opened.store, "books", "a", { title: "Persuasion", shelf: "s1", genre: "novel" });
    await remove(opened.store, "books", "b");
    await prepare(...SHAPES);
    expect([await found(opened.store, "em"), await found(opened.store, "persuasion")]).toEqual([[], ["a"]]);
    expect((await referrers()).count).toBe(1);
    expect(
      await opened.store.read((view) => view.count("books", [{ field: "genre", op: "eq", value: "novel" }])),
    ).toBe(1);
  });

  test("values that occur twice cannot become unique; the store stays as it was", async () => {
    await prepare(SHELVES, BARE);
    await insert(
      opened.store,
      "books",
      book("a", { title: "Emma" }),
      book("b", { title: "Emma" }),
      book("c"),
      book("d"),
    );
    await expect(prepare(...SHAPES)).rejects.toMatchObject({
      unconvertible: [{ table: "books", column: "title", reason: "unique", count: 2 }],
    });
    await insert(opened.store, "books", book("e", { title: "Emma" }));
    expect(await ids(opened.store, "books")).toEqual(["a", "b", "c", "d", "e"]);
    expect(await get(opened.store, "books", "a")).not.toHaveProperty("genre");
  });

  test("what is no longer unique may occur twice", async () => {
    await prepare(...SHAPES);
    await prepare(SHELVES, { ...BOOKS, unique: [] });
    await insert(opened.store, "books", book("a", { title: "Emma" }), book("b", { title: "Emma" }));
    expect(await ids(opened.store, "books")).toEqual(["a", "b"]);
  });

  test("a sort by a value inside a field holds once the field's type has one inside", async () => {
    const typed = (type: "text" | "json"): TableShape => ({
      ...BARE,
      columns: [{ ...column("title", type), convert: (value) => JSON.parse(String(value)) }],
      sorts: ["title.n"],
    });
    await prepare(typed("text"));
    for (const n of [2, 1]) await insert(opened.store, "books", book(`b${3 - n}`, { title: `{"n":${n}}` }));
    const sorted = () => ids(opened.store, "books", { sort: { field: "title.n", order: "asc" } });
    expect(await sorted()).toEqual(["b1", "b2"]);
    await prepare(typed("json"));
    expect(await sorted()).toEqual(["b2", "b1"]);
  });

  test.each([
    [
      "keywords and the engine's own names",
      ["select", "order", "rowid", "oid", "_rowid_", "rank", "grams", "value"],
    ],
    ["names that differ in case alone", ["name", "Name", "NAME", "na_me", "naMe", "na__me", "updatedat"]],
    [
      "quotes, blanks, dots and signs",
      ['a"b', "a'b", "a b", "a.b", "a;--", "$a", "a$b", "[a]", "`a`", "%", "?1", ":a", "@a"],
    ],
    ["names of other languages", ["名稱", "naïve", "🍳", "１"]],
    ["names that objects have", ["constructor", "__proto__", "toString", "hasOwnProperty"]],
  ])("any name is a name: %s", async (_, names) => {
    const shape = (table: string): TableShape => ({
      table,
      columns: names.map((name) => column(name, "text")),
      sorts: names,
      search: names,
      unique: names,
      references: names.map((path) => ({ path, table })),
      filters: names,
      label: names[0] ?? "",
    });
    const tables = [...names, "sqlite_master", "sessions", "records", "prepared", "Books", "books"];
    await prepare(...tables.map(shape));
    for (const table of tables) {
      const record = (id: string) => {
        const values = Object.fromEntries(names.map((name) => [name, `${table} ${name} ${id}`]));
        return { ...shelf(id), name: undefined, parent: undefined, ...values };
      };
      await insert(opened.store, table, record("b"), record("a"));
      const read = await get(opened.store, table, "a");
      for (const name of names) {
        expect(read && Object.entries(read)).toContainEqual([name, `${table} ${name} a`]);
        const search = { field: name, text: `${name} B`.toUpperCase() };
        expect(await ids(opened.store, table, { search, sort: { field: name, order: "asc" } })).toEqual([
          "b",
        ]);
        expect(await ids(opened.store, table, { sort: { field: name, order: "desc" } })).toEqual(["b", "a"]);
      }
    }
    await prepare(...tables.map(shape));
  });
}
