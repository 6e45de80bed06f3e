import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import type { PlainCondition, PlainFilter } from "../../../src/model/filter.ts";
import { matchesFilter } from "../../../src/record/filter.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import {
  BOOKS,
  book,
  insert,
  list,
  NOW,
  remove,
  SHELVES,
  shelf,
  update,
} from "../../contracts/store/library.ts";
import { runs, timeoutOf } from "../../property-runs.ts";
import { temporaryFile } from "./temporary-file.ts";

const SHAPES = [{ ...SHELVES, filters: ["name"] }, BOOKS];
const ids = Array.from({ length: 40 }, (_, n) => `b${n}`);
const id = fc.constantFrom(...ids);
const values = fc.record({
  genre: fc.constantFrom(null, "", "novel", "Poetry", "a".repeat(2000)),
  lent: fc.constantFrom(null, true, false),
  shelf: fc.constantFrom(null, "s1", "s2"),
  pages: fc.constantFrom(null, 0, 10, 250, 999),
  price: fc.constantFrom(null, 1.5, 20),
  ratings: fc.constantFrom(null, { readers: 3 }, { readers: 40 }),
  createdAt: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-02-01T08:00:00.000+08:00", "2026-03-01"),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), id, values }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), id }) },
  // A part that is taken back, a write that is refused, both after they changed something; and what another process does.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("part" as const), id, values }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refused" as const), id, values }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("elsewhere" as const), id, values }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("shapes" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("shelf" as const), id }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const on = (field: string, op: PlainCondition["op"], value: PlainCondition["value"]) => ({
  field,
  op,
  value,
});
/** The same ones are asked after each step: what was counted before is followed. */
const FILTERS: readonly PlainFilter[] = [
  [on("genre", "in", ["novel", "Poetry"])],
  [on("pages", "gte", 10)],
  [on("pages", "gte", 10), on("pages", "lte", 250), on("lent", "eq", true)],
  [on("lent", "eq", false), on("shelf", "eq", "s1")],
  [on("genre", "empty", true), on("shelf", "empty", false)],
  [on("ratings.readers", "gte", 10), on("lent", "in", [true, false])],
  [on("createdAt", "gte", "2026-02-01T00:00:00.000Z"), on("genre", "eq", "novel")],
  // Of no filter of the table: such a total is not followed.
  [on("price", "gte", 2), on("lent", "eq", true)],
];

it(
  "a total that was counted follows what is written, as if it were counted anew",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const file = temporaryFile();
        const [store, other] = [await openSqliteStore({ file }), await openSqliteStore({ file })];
        try {
          await store.applyShapes(SHAPES);
          await other.applyShapes(SHAPES);
          for (const one of steps) {
            await take(one, store, other);
            await expectTotals(store);
          }
        } finally {
          await other.close();
          await store.close();
        }
      }),
      { numRuns: runs(12) },
    );
  },
  timeoutOf(60_000),
);

async function take(one: Step, store: Store, other: Store): Promise<void> {
  if (one.kind === "remove") return remove(store, "books", one.id);
  if (one.kind === "shapes") return store.applyShapes(SHAPES);
  if (one.kind === "shelf") {
    await remove(store, "shelves", one.id);
    return insert(store, "shelves", shelf(one.id, { name: one.id }));
  }
  const { id: bookId, values: given } = one;
  const put = async (where: Store) => {
    const isThere = (await where.read((view) => view.get("books", bookId))) !== undefined;
    const { createdAt, ...changes } = given;
    if (isThere) await update(where, "books", bookId, changes);
    else await insert(where, "books", book(bookId, { ...given, title: bookId }));
  };
  if (one.kind === "put") return put(store);
  if (one.kind === "elsewhere") return put(other);
  const refused = new Error("refused");
  const fresh = book(`${bookId} more`, { ...given, title: `${bookId} more` });
  await store
    .write(async (transaction) => {
      await transaction.insert("books", book(`${bookId} kept`, { ...given, title: `${bookId} kept` }), []);
      const part = transaction.part(async () => {
        await transaction.insert("books", fresh, []);
        throw refused;
      });
      await expect(part).rejects.toBe(refused);
      if (one.kind === "refused") throw refused;
    })
    .catch((error: unknown) => {
      // A record of that name may be there since an earlier step.
      if (error !== refused && !/is stored|duplicate/i.test(String(error))) throw error;
    });
}

async function expectTotals(store: Store): Promise<void> {
  const all = await store.read((view) => view.walk("books", undefined, 1000));
  for (const filter of FILTERS) {
    const expected = all.filter((record) => matchesFilter(filter, record)).length;
    for (const field of ["createdAt", "title"]) {
      const { total } = await list(store, "books", { filter, limit: 2, sort: { field, order: "asc" } });
      expect(total, JSON.stringify(filter)).toBe(expected);
    }
  }
}

it("a write counts nothing anew but what it changed", async () => {
  const statements: string[] = [];
  const store = await openSqliteStore({
    file: temporaryFile(),
    observe: (statement) => void statements.push(statement),
  });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  await insert(
    store,
    "books",
    ...ids.map((_id, n) => book(_id, { title: _id, pages: n, lent: n % 2 === 0, genre: "novel" })),
  );
  const filter = [on("pages", "gte", 10), on("lent", "eq", true)];
  const total = async () => (await list(store, "books", { filter, limit: 5 })).total;
  const counted = async () => {
    statements.length = 0;
    const answer = await total();
    return [answer, statements.filter((text) => /select count\(\*\).*"records\$books"/s.test(text)).length];
  };
  expect(await total()).toBe(15);
  expect(await counted()).toEqual([15, 0]);
  await insert(store, "books", book("more", { title: "more", pages: 50, lent: true }));
  expect(await counted()).toEqual([16, 0]);
  await update(store, "books", "more", { ...NOW, pages: 3 });
  await update(store, "books", "b2", { ...NOW, title: "other" });
  expect(await counted()).toEqual([15, 0]);
  await remove(store, "books", "b38", "b39");
  expect(await counted()).toEqual([14, 0]);
  await store.write((transaction) => transaction.setSetting("other", "than records"));
  expect(await counted()).toEqual([14, 0]);
});
