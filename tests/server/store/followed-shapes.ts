import type { RecordData } from "../../../src/model/record.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import { BOOKS, book, insert, SHAPES, SHELVES, shelf } from "../../contracts/store/library.ts";

const series = [{ book: "b0" }, { book: "b1" }];
const GIVEN: readonly RecordData[] = [
  { title: "Émile", shelf: "s1", pages: 30, genre: "novel", lent: true, ratings: { readers: 2 }, price: 1.5 },
  { title: "emma", shelf: "s2", pages: 10, genre: "essay", lent: false, series },
  { title: "x".repeat(300), shelf: "s1", genre: " ", ratings: {}, series: [] },
  { pages: 20, genre: "novel", series: [{ book: "b0" }] },
];

/** Fills a new store while it has other shapes, gives it the library's own, and closes it. */
export async function fillUnder(first: readonly TableShape[], store: Store): Promise<void> {
  await store.applyShapes(first);
  if (first.length === 1) await store.applyShapes(SHAPES);
  await fillLibrary(store);
  await store.applyShapes(first);
  await store.applyShapes(SHAPES);
  await store.close();
}

/** The same records whatever the shapes are. */
async function fillLibrary(store: Store): Promise<void> {
  await insert(store, "shelves", shelf("s1", { name: "Zoo" }), shelf("s2", { name: "Art", parent: "s1" }));
  await insert(store, "books", ...GIVEN.map((given, at) => book(`b${at}`, given)));
}

const books = (change: Partial<TableShape>): readonly TableShape[] => [SHELVES, { ...BOOKS, ...change }];
const searched = (field: string) => books({ search: ["title", field] });

/** Shapes of before: the library's own are then to be followed as if it had always been these. */
export const BEFORE: readonly [what: string, shapes: readonly TableShape[]][] = [
  ["a sort less", books({ sorts: BOOKS.sorts.filter((sort) => sort !== "ratings.readers") })],
  ["sorts by no other record", books({ sorts: ["_id", "title", "createdAt"] })],
  ["another main sort", books({ mainSort: "pages" })],
  ["no main sort", books({ sorts: ["title"] })],
  ["a filter less", books({ filters: BOOKS.filters.filter((filter) => filter !== "shelf") })],
  ["a filter that is compared in another way", books({ filterKeys: { genre: "filled" } })],
  ["no search", books({ search: [] })],
  ["another search", searched("genre")],
  ["no references", books({ references: [] })],
  ["other references", books({ references: [{ path: "series.*.book", table: "books" }] })],
  ["nothing unique", books({ unique: [] })],
  ["another table more", [...SHAPES, { ...SHELVES, table: "racks" }]],
  ["a table less", [{ ...BOOKS, references: [], sorts: ["createdAt"] }]],
];
