import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../../src/model/record.ts";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import type { Store, StoreView } from "../../src/server/store/store.ts";
import type { StoreListQuery } from "../../src/server/store/store-queries.ts";
import { storable } from "../../src/server/store/tables/values.ts";
import { emptySchema } from "../postgres/store-under-test.ts";
import { BOOKS, book, column, remove, SHELVES, shelf } from "./store/library.ts";

/** Texts that locales order otherwise than their bytes do, and long ones with the same beginning. */
const piece = fc.constantFrom(
  ..."aAbBzZéÉäÄñßøØ 0129-_.,'\"\\%珍奶茶臺台一丁𠮷👩‍🍳ｆＦıİςσΣ".split(/(?:)/u),
  "\u0301",
  "\uFFFF",
  "\u{10FFFF}",
  "\uD800",
  "\0",
  "\t\n",
  "x".repeat(199),
  "長".repeat(249),
  "Long ".repeat(60),
);
const short = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
const text = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("長".repeat(260), "Long ".repeat(60)), short)
      .map(([beginning, end]) => beginning + end),
  },
  { weight: 4, arbitrary: short },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, -0.5, 1e300, -1e300, 5e-324, Number.MAX_SAFE_INTEGER),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const given = fc.record({
  title: fc.option(text),
  shelf: fc.option(fc.constantFrom("s0", "s1", "s2", "none")),
  pages: fc.option(fc.integer({ min: -3, max: 3 })),
  price: fc.option(number),
  lent: fc.option(fc.boolean()),
  ratings: fc.option(fc.record({ readers: fc.option(fc.oneof<fc.Arbitrary<Json>[]>(number, text)) })),
  genre: fc.option(text),
});
const shape = {
  ...BOOKS,
  unique: [],
  search: ["title", "genre"],
  columns: [...BOOKS.columns, column("note", "text")],
};
const shapes = [{ ...SHELVES, unique: [] }, shape];

let folder: string;
let stores: readonly Store[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "same-"));
  stores = [
    await openSqliteStore({ file: join(folder, "store.db") }),
    await openPostgresStore(await emptySchema()),
  ];
  for (const store of stores) await store.applyShapes(shapes);
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true });
});

/** What both answer, which is the same. */
async function both<T>(ask: (view: StoreView) => Promise<T>, asked: unknown): Promise<T> {
  const [one, other] = await Promise.all(stores.map((store) => store.read(ask)));
  expect(other, JSON.stringify(asked)).toEqual(one);
  return one as T;
}

test("both engines answer the same records in the same order, whatever is sorted, searched and filtered", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(given, { minLength: 1, maxLength: 25, size: "max" }),
      fc.array(fc.option(text), { minLength: 3, maxLength: 3 }),
      fc.array(text, { maxLength: 3 }),
      async (books, names, searched) => {
        const records = books.map((one, at) => book(`b${(at * 7) % 25}-é${at}`, one));
        const shelves = names.map((name, at) => shelf(`s${at}`, { name }));
        for (const store of stores)
          await store.write(async (on) => {
            for (const one of shelves) await on.insert("shelves", one, []);
            for (const one of records) await on.insert("books", { ...one, note: null }, []);
          });
        try {
          const page = { offset: 0, limit: 99 };
          const list = (query: Partial<StoreListQuery>) =>
            both(
              (view) => view.list("books", { ...page, sort: { field: "title", order: "asc" }, ...query }),
              query,
            );
          for (const field of shape.sorts)
            for (const order of ["asc", "desc"] as const) await list({ sort: { field, order } });
          for (const one of [...searched, ...books.flatMap(({ title }) => title?.slice(1, 4) ?? [])]) {
            await list({ search: { field: "title", text: one } });
            await list({ searchAny: { fields: ["title", "genre"], text: one, or: [] } });
          }
          for (const { title, genre, price, pages } of books.slice(0, 5))
            for (const [field, given] of Object.entries({ title, genre, price, pages })) {
              if (given === null) continue;
              const value = typeof given === "string" ? storable(given) : given;
              for (const op of ["eq", "gte", "lte"] as const) await list({ filter: [{ field, op, value }] });
              await list({ filter: [{ field, op: "in", value: [value] }] });
            }
          for (const field of ["title", "genre", "pages", "ratings.readers"])
            await list({ filter: [{ field, op: "empty", value: true }] });
        } finally {
          for (const store of stores) {
            await remove(store, "books", ...records.map(({ _id }) => _id));
            await remove(store, "shelves", ...shelves.map(({ _id }) => _id));
          }
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
  const entries = await both((view) => view.journal({ limit: 5000, kind: "create" }), "journal");
  expect(entries.entries.length).toBeGreaterThan(12);
}, 60_000);
