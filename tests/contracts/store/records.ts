import { beforeEach, expect, test } from "vitest";
import { DuplicateError } from "../../../src/server/store/store-errors.ts";
import type { Opened } from "../store.ts";
import {
  BOOKS,
  book,
  booksWith,
  column,
  get,
  ids,
  insert,
  list,
  NOW,
  remove,
  SHAPES,
  SHELVES,
  update,
} from "./library.ts";

export function recordContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));

  test("a record comes back complete, every type as it was", async () => {
    const full = book("b1", {
      title: "Emma",
      shelf: "s1",
      pages: 474,
      price: 0.1 + 0.2,
      lent: true,
      ratings: { readers: 9.5, critics: null },
      series: [{ book: "b2" }, { book: "b3" }],
      genre: "novel",
      isProtected: true,
      updatedBy: null,
    });
    await insert(opened.store, "books", full, book("b2"));
    expect(await get(opened.store, "books", "b1")).toStrictEqual(full);
    expect(await get(opened.store, "books", "b2")).toStrictEqual(book("b2"));
    expect(await get(await opened.reopenPrepared(), "books", "b1")).toStrictEqual(full);
  });

  test.each([
    ["blanks at the ends", "  a \n"],
    ["quotes and SQL", `'"; drop table books; --`],
    ["no text at all", ""],
    ["emoji and combined letters", "👩‍👩‍👧 e\u0301 é 𠮷"],
    ["a long text", "长".repeat(100_000)],
  ])("a text is kept as it is: %s", async (_, title) => {
    await insert(opened.store, "books", book("b1", { title }));
    expect((await get(opened.store, "books", "b1"))?.title).toBe(title);
  });

  test("of a text that no database can hold, nothing but the impossible characters is lost", async () => {
    await insert(opened.store, "books", book("b1", { title: "a\0b\ud800c", series: ["a\0b"] }));
    expect(await get(opened.store, "books", "b1")).toMatchObject({ title: "a�b�c", series: ["a\0b"] });
  });

  test.each([0, -0.5, 1e300, Number.MAX_SAFE_INTEGER, 0.1])(
    "a number is kept as it is: %d",
    async (price) => {
      await insert(opened.store, "books", book("b1", { price }));
      expect((await get(opened.store, "books", "b1"))?.price).toBe(price);
    },
  );

  test("undeclared keys are not stored", async () => {
    await insert(opened.store, "books", book("b1", { title: "Emma", __v: 0, constructor: "x" }));
    expect(Object.keys((await get(opened.store, "books", "b1")) ?? {}).sort()).toEqual(
      [
        ...BOOKS.columns.map(({ name }) => name),
        "_id",
        "createdAt",
        "updatedAt",
        "updatedBy",
        "updatedById",
        "isProtected",
        "_version",
      ].sort(),
    );
  });

  test("an update replaces what is given and keeps the rest", async () => {
    await insert(opened.store, "books", book("b1", { title: "Emma", pages: 474, lent: true }));
    await update(opened.store, "books", "b1", { pages: null, price: 3, __v: 1 });
    expect(await get(opened.store, "books", "b1")).toStrictEqual({
      ...book("b1", { title: "Emma", lent: true, price: 3 }),
      ...NOW,
      _version: 2,
    });
  });

  test("an update never touches _id, createdAt or isProtected", async () => {
    await insert(opened.store, "books", book("b1"));
    await update(opened.store, "books", "b1", { _id: "b9", createdAt: "x", isProtected: true });
    expect(await get(opened.store, "books", "b1")).toStrictEqual({ ...book("b1"), ...NOW, _version: 2 });
  });

  test("an update of what does not exist fails; a deletion of it does nothing", async () => {
    await expect(update(opened.store, "books", "b1", { title: "x" })).rejects.toThrow();
    await remove(opened.store, "books", "b1");
    expect(await opened.store.read((view) => view.count("books"))).toBe(0);
  });

  test("getMany answers in the order asked, without those that do not exist", async () => {
    await insert(opened.store, "books", book("a"), book("b"), book("c"));
    const many = await opened.store.read((view) => view.getMany("books", ["c", "x", "a"]));
    expect(many.map(({ _id }) => _id)).toEqual(["c", "a"]);
    expect(await opened.store.read((view) => view.getMany("books", []))).toEqual([]);
  });

  test("lists and getMany leave unlisted columns out; all else reads and keeps them", async () => {
    const { store } = opened;
    const long = { ...column("story", "text"), unlisted: true } as const;
    await store.applyShapes([SHELVES, booksWith(long)]);
    await insert(store, "books", book("a", { story: "long", series: [{ book: "b" }] }), book("b"));
    const { story: _, ...short } = book("a", { story: "long", series: [{ book: "b" }] });
    expect((await list(store, "books", { limit: 1 })).records).toStrictEqual([short]);
    expect(await store.read((view) => view.getMany("books", ["a"]))).toStrictEqual([short]);
    expect(await get(store, "books", "a")).toMatchObject({ story: "long" });
    expect(await store.read((view) => view.walk("books", undefined, 1))).toMatchObject([{ story: "long" }]);
    await update(store, "books", "a", { pages: 7 });
    expect(await get(store, "books", "a")).toMatchObject({ story: "long", pages: 7 });
    await store.applyShapes([SHELVES, booksWith(column("story", "text"))]);
    expect((await list(store, "books", { limit: 1 })).records).toMatchObject([{ story: "long" }]);
  });

  test("a walk meets every record once, in the order of the _ids, whatever is written meanwhile", async () => {
    await insert(opened.store, "books", ...["d", "B", "a", "c", "é"].map((id) => book(id)));
    const walk = (after: string | undefined, limit = 2) =>
      opened.store.read(async (view) => (await view.walk("books", after, limit)).map(({ _id }) => _id));
    expect(await walk(undefined)).toEqual(["B", "a"]);
    await remove(opened.store, "books", "a");
    await insert(opened.store, "books", book("A"), book("b"));
    expect(await walk("a")).toEqual(["b", "c"]);
    expect(await walk("c")).toEqual(["d", "é"]);
    expect(await walk("é")).toEqual([]);
    expect((await opened.store.read((view) => view.walk("books", "c", 1)))[0]).toStrictEqual(book("d"));
  });

  test("findBy finds by a unique column, exactly", async () => {
    await insert(opened.store, "books", book("a", { title: "Emma" }), book("b", { title: "emma" }));
    const by = (value: string) => opened.store.read((view) => view.findBy("books", "title", value));
    expect((await by("emma"))?._id).toBe("b");
    expect(await by("Emm")).toBeUndefined();
  });

  test("counts follow every write", async () => {
    const count = (value?: (string | boolean)[], field = "genre") =>
      opened.store.read((view) => view.count("books", value && [{ field, op: "in", value }]));
    await insert(
      opened.store,
      "books",
      book("a", { genre: "novel" }),
      book("b", { genre: "essay", lent: true }),
    );
    await insert(opened.store, "books", book("c", { genre: "novel" }), book("d"));
    expect([await count(), await count(["novel"]), await count(["novel", "essay", "x"])]).toEqual([4, 2, 3]);
    expect([await count([true], "lent"), await count([false], "lent")]).toEqual([1, 0]);
    await update(opened.store, "books", "a", { genre: "essay" });
    await remove(opened.store, "books", "b");
    expect([await count(), await count(["novel"]), await count(["essay"]), await count([])]).toEqual([
      3, 1, 1, 0,
    ]);
  });

  test("a value of a unique column occurs once; a refusal leaves nothing behind", async () => {
    await insert(opened.store, "books", book("a", { title: "Emma" }), book("b", { title: "Persuasion" }));
    const twice = { table: "books", column: "title", value: "Emma" };
    const refused = await insert(opened.store, "books", book("c", { title: "Emma" })).catch((error) => error);
    expect(refused).toBeInstanceOf(DuplicateError);
    expect(refused).toMatchObject(twice);
    await expect(update(opened.store, "books", "b", { title: "Emma" })).rejects.toMatchObject(twice);
    expect((await get(opened.store, "books", "b"))?.title).toBe("Persuasion");
    expect(await ids(opened.store, "books", { search: { field: "title", text: "emma" } })).toEqual(["a"]);
    expect(await opened.store.read((view) => view.count("books"))).toBe(2);
    await update(opened.store, "books", "a", { title: "Emma", pages: 1 });
    await insert(opened.store, "books", book("d"), book("e"));
  });

  test("of several unique columns, a refusal names the one whose value is taken", async () => {
    await opened.store.applyShapes([
      { ...BOOKS, unique: ["title", "genre"], references: [], sorts: ["createdAt"] },
    ]);
    await insert(
      opened.store,
      "books",
      book("a", { title: "Emma", genre: "x" }),
      book("b", { title: "B", genre: "y" }),
    );
    const refused = { column: "genre", value: "x" };
    await expect(update(opened.store, "books", "b", { title: "B", genre: "x" })).rejects.toMatchObject(
      refused,
    );
    await expect(insert(opened.store, "books", book("c", { title: "C", genre: "x" }))).rejects.toMatchObject(
      refused,
    );
  });

  test("a refused duplicate does not end the transaction that caught it", async () => {
    await insert(opened.store, "books", book("a", { title: "Emma" }));
    await opened.store.write(async (transaction) => {
      await transaction.insert("books", book("b", { title: "Emma" }), []).catch(() => undefined);
      await transaction.insert("books", book("c", { title: "Persuasion" }), []);
    });
    expect(await ids(opened.store, "books")).toEqual(["a", "c"]);
  });

  test("an _id occurs once", async () => {
    await insert(opened.store, "books", book("a"));
    await expect(insert(opened.store, "books", book("a"))).rejects.toMatchObject({
      column: "_id",
      value: "a",
    });
  });

  test("of two that want one value at the same moment, one gets it", async () => {
    const results = await Promise.allSettled(
      ["a", "b", "c"].map((id) => insert(opened.store, "books", book(id, { title: "Emma" }))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await ids(opened.store, "books")).toHaveLength(1);
  });

  test("a table that was not prepared is an error that names it", async () => {
    await expect(get(opened.store, "films", "x")).rejects.toThrow(/films/);
  });

  test("a text that cannot be stored is asked for, and found nowhere", async () => {
    await insert(opened.store, "books", book("a", { title: "A" }));
    await opened.store.read(async (view) => {
      expect(await view.get("books", "a\0")).toBeUndefined();
      expect(await view.count("books", [{ field: "genre", op: "eq", value: "\0" }])).toBe(0);
      expect(await view.session("\0")).toBeUndefined();
      expect(await view.image("\0.png")).toBeUndefined();
    });
  });
}
