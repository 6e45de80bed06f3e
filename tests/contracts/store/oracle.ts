import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { PlainCondition } from "../../../src/model/filter.ts";
import type { Json, RecordData, StoredRecord } from "../../../src/model/record.ts";
import { matchesFilter } from "../../../src/record/filter.ts";
import type { StoreListQuery } from "../../../src/server/store/store-queries.ts";
import { runs, timeoutOf } from "../../property-runs.ts";
import type { Opened } from "../store.ts";
import { BOOKS, book, LATER, list, NOW, SHAPES, shelf } from "./library.ts";

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const text = fc.string({ unit: pick(..."abABé É珍奶茶%_*'\"𠮷0".split(/(?:)/u)), maxLength: 6 });
const bookId = pick(..."abcdefghijkl".split(""));
const shelfId = pick("s1", "s2", "s3");

const bookData = fc.record(
  {
    title: fc.option(text),
    shelf: fc.option(shelfId),
    pages: fc.option(fc.integer({ min: -2, max: 2 })),
    price: fc.option(pick(-0.5, 0, 0.5, 1e10)),
    lent: fc.option(fc.boolean()),
    ratings: fc.option(fc.record({ readers: fc.option(fc.integer({ min: 0, max: 2 })) })),
    series: fc.option(fc.array(fc.record({ book: fc.option(bookId) }), { maxLength: 3 })),
    genre: fc.option(pick("novel", "essay")),
  },
  { requiredKeys: [] },
);
const put = fc.oneof(
  fc.record({ table: pick("books"), id: bookId, data: bookData }),
  fc.record({
    table: pick("shelves"),
    id: shelfId,
    data: fc.record({ name: fc.option(text), parent: fc.option(shelfId) }),
  }),
);
const step = fc.oneof(
  { weight: 5, arbitrary: put },
  { weight: 1, arbitrary: fc.record({ table: pick("books"), id: bookId }) },
  { weight: 1, arbitrary: fc.record({ table: pick("shelves"), id: shelfId }) },
);
const condition = fc.oneof(
  ...[
    on("title", ["eq", "gte", "lte"], text),
    on("shelf", ["eq"], shelfId),
    on("pages", ["eq", "gte", "lte"], fc.integer({ min: -2, max: 2 })),
    on("price", ["eq", "gte", "lte"], pick(-0.5, 0, 0.5, 1e10)),
    on("lent", ["eq"], fc.boolean()),
    on("genre", ["eq"], pick("novel", "essay", "x")),
    on("ratings.readers", ["eq", "gte", "lte"], fc.integer({ min: 0, max: 2 })),
    on("createdAt", ["gte", "lte"], pick("2026-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z")),
    on("updatedBy", ["eq"], pick("ann", "bob")),
    on("series", [], pick("")),
  ].flat(),
);
const filters = fc.array(condition, { minLength: 1, maxLength: 3 });

/** Conditions on a field with these values: all that any kind of field has, and some of its own. */
function on(
  field: string,
  ops: readonly ("eq" | "gte" | "lte")[],
  values: fc.Arbitrary<string | number | boolean>,
): fc.Arbitrary<PlainCondition>[] {
  const asked = fc.constant(field);
  const isList = { field: asked, op: pick("in" as const), value: fc.array(values, { maxLength: 3 }) };
  return [
    fc.record({ field: asked, op: pick("empty" as const), value: fc.boolean() }),
    ...(ops.length === 0
      ? []
      : [fc.record({ field: asked, op: pick(...ops), value: values }), fc.record(isList)]),
  ];
}

const query = fc.record({
  sort: fc.record({ field: pick(...BOOKS.sorts), order: pick("asc" as const, "desc" as const) }),
  search: fc.option(fc.record({ field: pick("title"), text }), { nil: undefined }),
  without: fc.option(
    fc.record({ field: pick("genre"), values: fc.array(pick("novel", "essay", "x"), { maxLength: 2 }) }),
    { nil: undefined },
  ),
  filter: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: filters }),
  size: fc.integer({ min: 1, max: 5 }),
});

type Tables = Map<string, Map<string, StoredRecord>>;

export function oracleContract(opened: Opened): void {
  beforeEach(() => opened.store.applyShapes(SHAPES));

  test(
    "any writes, any list: the same records in the same order on pages without gap or repetition",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 40, size: "max" }),
          fc.array(query, { maxLength: 8, size: "max" }),
          async (steps, queries) => {
            const tables: Tables = new Map([
              ["books", new Map()],
              ["shelves", new Map()],
            ]);
            for (const one of steps) await take(opened, tables, one);
            for (const { size, search, without, sort, filter } of queries) {
              const asked = { sort, filter, ...(search && { search }), ...(without && { without }) };
              const expected = answer(tables, asked);
              const seen: StoredRecord[] = [];
              for (let offset = 0; offset <= expected.length; offset += size) {
                const page = await list(opened.store, "books", { ...asked, offset, limit: size });
                expect(page).toMatchObject({ total: expected.length });
                expect([page.totalIsMore, page.isPartial]).toEqual([undefined, undefined]);
                seen.push(...page.records);
              }
              expect(seen).toEqual(expected);
              if (search === undefined && without === undefined)
                expect(await opened.store.read((view) => view.count("books", filter))).toBe(expected.length);
            }
            await expectReferrers(opened, tables);
            await opened.store.write(async (transaction) => {
              for (const [table, records] of tables)
                for (const id of records.keys()) await transaction.delete(table, id);
            });
          },
        ),
        { numRuns: runs(20) },
      );
    },
    timeoutOf(20_000),
  );
}

type Step = { readonly table: string; readonly id: string; readonly data?: RecordData };

/** One write to both; a duplicate must be refused by the store exactly where the oracle has one. */
async function take({ store }: Opened, tables: Tables, { table, id, data }: Step): Promise<void> {
  const records = tables.get(table) ?? new Map<string, StoredRecord>();
  if (data === undefined) {
    records.delete(id);
    return store.write((transaction) => transaction.delete(table, id));
  }
  const unique = table === "books" ? "title" : "name";
  const stored = records.get(id);
  const _version = (stored?._version ?? 0) + 1;
  const next = stored
    ? { ...stored, ...data, ...NOW, _version }
    : (table === "books" ? book : shelf)(id, data);
  const taken = [...records.values()].some(
    (other) => other._id !== id && next[unique] !== null && other[unique] === next[unique],
  );
  const written = store.write((transaction) =>
    stored
      ? transaction.update(table, id, { ...data, ...NOW }, [], LATER)
      : transaction.insert(table, next, []),
  );
  if (taken) await expect(written).rejects.toMatchObject({ column: unique });
  else {
    await written;
    records.set(id, next);
  }
}

function answer(
  tables: Tables,
  query: Pick<StoreListQuery, "sort" | "search" | "without" | "filter">,
): StoredRecord[] {
  const lower = (value: unknown) => [...String(value ?? "")].map((character) => character.toLowerCase());
  const wanted = lower(query.search?.text);
  const holds = (title: Json | undefined) => {
    const characters = lower(title);
    return (
      characters.some((_, at) => wanted.every((one, n) => one === characters[at + n])) || wanted.length === 0
    );
  };
  const hidden = (record: StoredRecord) =>
    query.without?.values.some((value) => value === record[query.without?.field ?? ""]);
  const rows = [...(tables.get("books")?.values() ?? [])].filter(
    (one) => holds(one.title) && !hidden(one) && matchesFilter(query.filter ?? [], one),
  );
  const sorted = rows.sort(
    (a, b) =>
      compare(key(tables, a, query.sort.field), key(tables, b, query.sort.field)) || compare(a._id, b._id),
  );
  return query.sort.order === "asc" ? sorted : sorted.reverse();
}

function key(tables: Tables, record: StoredRecord, field: string): Json | undefined {
  if (field === "shelf.name") return tables.get("shelves")?.get(String(record.shelf))?.name;
  if (field === "ratings.readers") return (record.ratings as { readers: Json } | null)?.readers;
  return record[field];
}

/** Empty, then numbers and no before yes, then texts by their characters, the case of a to z ignored. */
function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "string" && typeof b === "string") {
    const [left, right] = [a, b].map((one) =>
      Buffer.from(one.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
    );
    return Buffer.compare(left ?? Buffer.of(), right ?? Buffer.of());
  }
  const rank = (value: Json | undefined) =>
    typeof value === "string" ? Infinity : Number(value ?? -Infinity);
  return rank(a) === rank(b) ? 0 : rank(a) - rank(b);
}

async function expectReferrers({ store }: Opened, tables: Tables): Promise<void> {
  const all = [...(tables.get("books")?.values() ?? [])];
  for (const id of ["a", "b"]) {
    const expected = all
      .filter(
        (one) => one._id !== id && JSON.stringify(one.series ?? []).includes(JSON.stringify({ book: id })),
      )
      .map(({ _id }) => _id)
      .sort();
    const { first, count } = await store.read((view) => view.referrers("books", id, 99));
    expect([first.map(({ _id }) => _id).sort(), count]).toEqual([expected, expected.length]);
  }
}
