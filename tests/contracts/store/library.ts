import type { Json, RecordData, StoredRecord } from "../../../src/model/record.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreListQuery } from "../../../src/server/store/store-queries.ts";
import type { ColumnShape, ColumnType, TableShape } from "../../../src/server/store/table-shape.ts";

/** What a suite is given to run on: an empty store, and the same one closed and opened anew. */
export interface StoreUnderTest {
  open(): Promise<Store>;
  reopen(): Promise<Store>;
  close(): Promise<void>;
}

/** A store under test that `opening` opens, again and again at the same place. */
export function reopening(opening: () => Promise<Store>): StoreUnderTest {
  let store: Store | undefined;
  const open = async () => {
    store = await opening();
    return store;
  };
  return {
    open,
    async reopen() {
      await store?.close();
      return open();
    },
    async close() {
      await store?.close();
    },
  };
}

/** A column whose kind is its type, and that converts later. */
export const column = (name: string, type: ColumnType, value?: Json): ColumnShape => ({
  name,
  type,
  kind: type,
  convert: async (stored) => asType(type, stored),
  ...(value === undefined ? {} : { default: value }),
});

/** Plain and strict: what an engine does with the answer is what its contract is about. */
export function asType(type: ColumnType, value: Json): Json | undefined {
  if (type === "json") return value;
  if (typeof value === "object") return undefined;
  if (type === "text") return String(value);
  if (type === "boolean")
    return (
      ["true", "1"].includes(String(value)) || (["false", "0"].includes(String(value)) ? false : undefined)
    );
  const number = value === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) && (type === "number" || Number.isInteger(number)) ? number : undefined;
}

export const SHELVES: TableShape = {
  table: "shelves",
  columns: [column("name", "text"), column("parent", "text")],
  sorts: ["name", "createdAt", "parent.name"],
  search: ["name"],
  unique: ["name"],
  references: [{ path: "parent", table: "shelves" }],
  filters: [],
  label: "name",
};

export const BOOKS: TableShape = {
  table: "books",
  columns: [
    column("title", "text"),
    column("shelf", "text"),
    column("pages", "integer"),
    column("price", "number"),
    column("lent", "boolean"),
    column("ratings", "json"),
    column("series", "json"),
    column("genre", "text"),
  ],
  sorts: [
    "_id",
    "title",
    "pages",
    "price",
    "lent",
    "createdAt",
    "updatedAt",
    "ratings.readers",
    "shelf.name",
  ],
  search: ["title"],
  unique: ["title"],
  references: [
    { path: "shelf", table: "shelves" },
    { path: "series.*.book", table: "books" },
  ],
  filters: ["genre", "lent", "shelf", "pages", "series", "ratings.readers", "createdAt"],
  label: "title",
};

/** The books with one column as it is given, or without it. */
export function booksWith(changed: ColumnShape, rest: Partial<TableShape> = {}): TableShape {
  const columns = BOOKS.columns.filter(({ name }) => name !== changed.name);
  return { ...BOOKS, columns: [...columns, changed], ...rest };
}

/** The books without a column and all that is made of it. */
export const booksWithout = (name: string): TableShape => ({
  ...BOOKS,
  columns: BOOKS.columns.filter((one) => one.name !== name),
  sorts: BOOKS.sorts.filter((sort) => sort.split(".")[0] !== name),
  filters: BOOKS.filters.filter((filter) => filter.split(".")[0] !== name),
});

export const SHAPES: readonly TableShape[] = [SHELVES, BOOKS];

const SYSTEM = {
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T00:00:00.000Z",
  updatedBy: "ann",
  updatedById: "a1",
  isProtected: false,
  _version: 1,
} as const;

/** A whole record, null where nothing is given. */
export const book = (_id: string, given: RecordData = {}): StoredRecord => whole(BOOKS, _id, given);
export const shelf = (_id: string, given: RecordData = {}): StoredRecord => whole(SHELVES, _id, given);

function whole(shape: TableShape, _id: string, given: RecordData): StoredRecord {
  const nothing = Object.fromEntries(shape.columns.map(({ name }) => [name, null]));
  return { ...nothing, ...SYSTEM, ...given, _id };
}

export const NOW = { updatedAt: "2026-02-01T00:00:00.000Z", updatedBy: "bob", updatedById: "b0" } as const;
export const LATER = "2026-03-01T00:00:00.000Z";

export const insert = (store: Store, table: string, ...records: readonly StoredRecord[]) =>
  store.write(async (transaction) => {
    for (const record of records) await transaction.insert(table, record, []);
  });

export const update = (store: Store, table: string, id: string, changes: RecordData) =>
  store.write((transaction) => transaction.update(table, id, { ...changes, ...NOW }, [], LATER));

export const remove = (store: Store, table: string, ...ids: readonly string[]) =>
  store.write(async (transaction) => {
    for (const id of ids) await transaction.delete(table, id);
  });

export const get = (store: Store, table: string, id: string) => store.read((view) => view.get(table, id));

export const list = (store: Store, table: string, query: Partial<StoreListQuery> = {}) =>
  store.read((view) =>
    view.list(table, { offset: 0, limit: 100, sort: { field: "createdAt", order: "asc" }, ...query }),
  );

/** `_id`s of a list in its order. */
export const ids = async (store: Store, table: string, query: Partial<StoreListQuery> = {}) =>
  (await list(store, table, query)).records.map(({ _id }) => _id);

/** `_id`s of the books found by a text, in order. */
export const found = (store: Store, text: string, table = "books", field = "title") =>
  ids(store, table, { search: { field, text } });
