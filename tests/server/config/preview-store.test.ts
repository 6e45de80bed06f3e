import { afterEach, beforeEach, expect, test } from "vitest";
import type { StoredRecord } from "../../../src/model/record.ts";
import { previewStore } from "../../../src/server/config/preview-store.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreGroupsQuery, StoreListQuery } from "../../../src/server/store/store-queries.ts";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import {
  BOOKS,
  book,
  booksWith,
  column,
  get,
  insert,
  list,
  NOW,
  SHAPES,
  SHELVES,
  shelf,
} from "../../contracts/store/library.ts";
import { temporaryFile } from "../store/temporary-file.ts";

let store: Store;

beforeEach(async () => {
  store = await openSqliteStore({ file: temporaryFile() });
  await store.applyShapes(SHAPES);
  await insert(store, "shelves", shelf("s1", { name: "Art" }));
  await insert(
    store,
    "books",
    book("a", { title: "12", pages: 9, genre: "novel", shelf: "s1", createdAt: "2026-01-01" }),
    book("b", { title: "Emma", pages: 10, genre: "essay", shelf: "s1", createdAt: "2026-01-03" }),
    book("c", { createdAt: "2026-01-02" }),
  );
});
afterEach(() => store.close());

/** The books of a draft: titles are numbers, a column is new, one is gone. */
const DRAFTED: TableShape = {
  ...BOOKS,
  columns: [
    ...BOOKS.columns.filter(({ name }) => !["title", "price"].includes(name)),
    column("title", "integer"),
    column("colour", "text", "red"),
    column("weight", "number"),
  ],
  sorts: ["title", "colour", "createdAt"],
  search: ["genre"],
  unique: ["genre"],
  filters: ["colour", "lent"],
};
const FILMS: TableShape = { ...SHELVES, table: "films" };

const drafted = (...shapes: readonly TableShape[]) => previewStore(store, shapes);
const listed = async (draft: Store, query: Partial<StoreListQuery>) =>
  (await list(draft, "books", query)).records.map(({ _id }) => _id);

test("records have the draft's fields, their values as they would be", async () => {
  const draft = drafted(SHELVES, DRAFTED);
  const { price: _, ...rest } = book("a", { pages: 9, genre: "novel", shelf: "s1", createdAt: "2026-01-01" });
  const a = { ...rest, title: 12, colour: "red", weight: null };
  expect(await get(draft, "books", "a")).toStrictEqual(a);
  expect(await get(draft, "books", "b")).toMatchObject({ title: "Emma", colour: "red" });
  expect(await get(draft, "books", "c")).toMatchObject({ title: null });
  expect(await get(draft, "books", "x")).toBeUndefined();
  expect(await draft.read((view) => view.getMany("books", ["c", "a"]))).toMatchObject([{ _id: "c" }, a]);
  expect(await draft.read((view) => view.walk("books", undefined, 1))).toEqual([a]);
  expect((await list(draft, "books")).records[0]).toEqual(a);
});

test("where the kind is the same, values are shown without being fitted", async () => {
  const wary = { ...column("pages", "integer"), convert: () => 0 };
  const draft = drafted(SHELVES, { ...BOOKS, columns: [wary], sorts: [] });
  expect(await get(draft, "books", "a")).toMatchObject({ pages: 9 });
});

test("what the stored lists leave out, those of the draft show where they do not", async () => {
  const title = column("title", "text");
  await store.applyShapes([SHELVES, booksWith({ ...title, unlisted: true })]);
  const titles = (records: readonly StoredRecord[]) => records.map((record) => record.title);
  expect(titles((await list(store, "books")).records)).toEqual([undefined, undefined, undefined]);
  const draft = drafted(SHELVES, booksWith(title));
  expect(titles((await list(draft, "books")).records)).toEqual(["12", null, "Emma"]);
  const many = await draft.read((view) => view.getMany("books", ["b", "a"]));
  expect(titles(many)).toEqual(["Emma", "12"]);
});

test("a secret is never shown, whatever the draft says of it", async () => {
  const kind = "secret";
  const open = { ...column("title", "text"), reveals: (held: string) => held === kind };
  await store.applyShapes([SHELVES, booksWith({ ...column("title", "text"), kind })]);
  const draft = drafted(SHELVES, booksWith(open));
  expect(await get(draft, "books", "a")).toMatchObject({ title: null, pages: 9 });
  expect((await list(draft, "books")).records.map(({ title }) => title)).toEqual([null, null, null]);
});

test("lists are as the stored tables can make them, those that they do not sort with the newest first", async () => {
  const draft = drafted(SHELVES, DRAFTED);
  const byColour = { sort: { field: "colour", order: "asc" } } as const;
  expect(await listed(draft, byColour)).toEqual(["b", "c", "a"]);
  expect(await listed(draft, { ...byColour, offset: 1, limit: 1 })).toEqual(["c"]);
  expect(await listed(draft, { sort: { field: "shelf.colour", order: "asc" } })).toEqual(["b", "c", "a"]);
  expect(await listed(draft, { sort: { field: "title", order: "asc" } })).toEqual(["c", "a", "b"]);
  expect(await listed(draft, { search: { field: "genre", text: "nov" } })).toEqual(["a", "c", "b"]);
  expect(await listed(draft, { search: { field: "title", text: "emm" } })).toEqual(["b"]);
  expect(await list(draft, "books", { ...byColour, offset: 2, limit: 1 })).toMatchObject({ total: 3 });
});

test("a filter or a search by a field that is not stored yet finds nothing", async () => {
  const draft = drafted(SHELVES, DRAFTED);
  const byGenre = { filter: [{ field: "genre", op: "eq", value: "novel" }] } as const;
  expect(await listed(draft, byGenre)).toEqual(["a"]);
  const red = { field: "colour", op: "eq", value: "red" } as const;
  for (const query of [{ filter: [red] }, { searchAny: { fields: ["genre"], text: "nov", or: [red] } }]) {
    expect(await list(draft, "books", query)).toEqual({ records: [], total: 0 });
    const wanted = { offset: 0, limit: 9, sort: { field: "createdAt", order: "asc" }, ...query } as const;
    expect(await draft.read((view) => view.listIds("books", wanted))).toEqual([]);
  }
});

test("what is to be hidden is never shown", async () => {
  const draft = drafted(SHELVES, DRAFTED);
  expect(await listed(draft, { without: { field: "genre", values: ["novel"] } })).toEqual(["c", "b"]);
  const byColour = { without: { field: "colour", values: ["blue"] } };
  expect(await list(draft, "books", byColour)).toEqual({ records: [], total: 0 });
});

test("an entity that is new is empty", async () => {
  const draft = drafted(FILMS);
  expect(await list(draft, "films")).toEqual({ records: [], total: 0 });
  expect(await get(draft, "films", "a")).toBeUndefined();
  await draft.read(async (view) => {
    expect(await view.getMany("films", ["a"])).toEqual([]);
    expect(await view.walk("films", undefined, 9)).toEqual([]);
    expect(await view.count("films")).toBe(0);
    expect(await view.findBy("films", "name", "x")).toBeUndefined();
    expect(await view.referrers("films", "x", 9)).toEqual({ first: [], count: 0 });
  });
  await expect(get(draft, "books", "a")).rejects.toThrow(/books/);
});

test("counts, unique values, referrers and settings", async () => {
  const count = (field: string, value: string) => (draft: Store) =>
    draft.read((view) => view.count("books", [{ field, op: "eq", value }]));
  const draft = drafted(SHELVES, DRAFTED);
  await store.write((transaction) => transaction.setSetting("k", "v"));
  expect(await draft.read((view) => view.count("books"))).toBe(3);
  expect(await count("genre", "novel")(draft)).toBe(1);
  expect(await count("colour", "red")(draft)).toBe(0);
  await draft.read(async (view) => {
    expect(await view.findBy("books", "title", "12")).toMatchObject({ _id: "a", title: 12 });
    expect(await view.findBy("books", "genre", "novel")).toBeUndefined();
    expect((await view.referrers("shelves", "s1", 9)).first.map(({ _id }) => _id)).toEqual(["a", "b"]);
    expect(await view.setting("k")).toBe("v");
    expect(await view.settings("")).toEqual(new Map([["k", "v"]]));
    expect(await view.session("x")).toBeUndefined();
    expect(await view.imagesOf("books", "a")).toEqual([]);
  });
});

test("it follows the store: what is written, and what that is prepared for", async () => {
  const draft = drafted(SHELVES, FILMS, DRAFTED);
  await store.write((transaction) => transaction.update("books", "a", { title: "13", ...NOW }, [], ""));
  expect(await get(draft, "books", "a")).toMatchObject({ title: 13 });
  await store.applyShapes([...SHAPES, FILMS]);
  await insert(store, "films", shelf("f", { name: "Alien" }));
  expect((await list(draft, "films")).total).toBe(1);
});

test("nothing is ever changed through it", async () => {
  const draft = drafted(SHELVES, DRAFTED);
  await expect(insert(draft, "books", book("x"))).rejects.toThrow(/draft/);
  await expect(draft.applyShapes(SHAPES)).rejects.toThrow(/draft/);
  await expect(draft.close()).rejects.toThrow(/draft/);
  expect(draft.appliedShapes()).toEqual([SHELVES, DRAFTED]);
  expect(await draft.unconvertible([SHELVES, { ...DRAFTED, search: [], unique: [] }])).toMatchObject([
    { count: 1 },
  ]);
  expect((await list(store, "books")).total).toBe(3);
});

test("groups are of what is the same in the draft and in the stored tables", async () => {
  const draft = drafted(SHELVES, DRAFTED);
  const counts = async (query: StoreGroupsQuery) =>
    (await draft.read((view) => view.groups("books", query))).groups.map(({ count }) => count);
  expect(await counts({ by: "genre" })).toEqual([1, 1, 1]);
  expect(await counts({ by: "genre", sum: "pages" })).toEqual([1, 1, 1]);
  expect(await counts({ by: "updatedBy" })).toEqual([3]);
  expect(await counts({ by: "genre", without: { field: "genre", values: ["novel"] } })).toEqual([1, 1]);
  expect(await counts({ by: "genre", filter: [{ field: "pages", op: "eq", value: 9 }] })).toEqual([1]);
  // Of another kind, new, gone, or in neither.
  for (const field of ["title", "colour", "price", "nothing"]) {
    expect(await counts({ by: field })).toEqual([]);
    expect(await counts({ by: "genre", sum: field })).toEqual([]);
  }
  expect(await counts({ by: "genre", filter: [{ field: "colour", op: "eq", value: "red" }] })).toEqual([]);
  expect(await counts({ by: "genre", without: { field: "colour", values: ["red"] } })).toEqual([]);
  expect(await drafted(FILMS).read((view) => view.groups("films", { by: "name" }))).toEqual({ groups: [] });
});
