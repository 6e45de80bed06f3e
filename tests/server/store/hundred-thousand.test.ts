import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StoredRecord } from "../../../src/model/record.ts";
import { type Connection, openBare, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreListQuery } from "../../../src/server/store/store-queries.ts";
import { BOOKS, column, list, SHAPES, SHELVES } from "../../contracts/store/library.ts";
import { MANY, openHundredThousand } from "./hundred-thousand.ts";
import { watchVisitedRows } from "./visited-rows.ts";
import { startWatch } from "./working-time.ts";

/** About ten times what a quiet machine takes: a walk over records instead of an index is far beyond. */
const LONGEST_MS = 250;

describe("100,000 records", () => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  const file = join(folder, "store.db");
  let store: Store;
  let explaining: Connection;
  let statements: string[] = [];
  const visitedRows = watchVisitedRows();

  beforeAll(async () => {
    store = await openHundredThousand(file, (statement) => statements.push(statement));
    // On a copy: the driver never ends a statement that explains, and such a one holds on to what it read.
    const copy = join(folder, "copy.db");
    const copying = openBare(file);
    copying.runText("vacuum into ?", [copy]);
    copying.close();
    explaining = openConnection(copy);
  }, 120_000);
  beforeEach(() => {
    statements = [];
  });
  afterAll(async () => {
    visitedRows.end();
    explaining.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  /** Every step of every statement since the test began, as SQLite plans it. */
  function plans(): string[] {
    return [...new Set(statements)].flatMap((statement) =>
      explaining.rows(`explain query plan ${statement}`, []).map((row) => String(row[3])),
    );
  }

  /** Nothing walks a table; an index is walked only in its own order; `sorts`: matches of a search may be sorted. */
  function expectIndexes(kind: { readonly sorts: boolean }): void {
    const allowed = [
      /^SCAN records\$books USING COVERING INDEX index\$books\$sort\$/,
      /^SEARCH \S+ USING (COVERING INDEX|INDEX|INTEGER PRIMARY KEY|PRIMARY KEY) /,
      /^SCAN search\$books\$title\$ VIRTUAL TABLE INDEX 0:M1(><)?$/,
      // The last row number; the few records of long texts.
      /^SEARCH fold\$books\$title\$$/,
      /^SCAN records\$books USING INDEX index\$books\$long\$title$/,
      /^SCAN json_each VIRTUAL TABLE INDEX 1:$/,
      /^(LIST SUBQUERY \d|(CORRELATED )?SCALAR SUBQUERY \d|SCAN CONSTANT ROW|CO-ROUTINE \(subquery-\d\)|SCAN \(subquery-\d\))$/,
      ...(kind.sorts ? [/^USE TEMP B-TREE FOR ORDER BY$/] : []),
    ];
    expect(plans().length).toBeGreaterThan(0);
    expect(plans().filter((plan) => !allowed.some((one) => one.test(plan)))).toEqual([]);
  }

  async function timed(query: Partial<StoreListQuery>) {
    const worked = startWatch();
    const answer = await list(store, "books", { limit: 10, ...query });
    expect(worked()).toBeLessThan(LONGEST_MS);
    return answer;
  }

  const sorts = BOOKS.sorts.flatMap((field) => [
    { field, order: "asc" as const },
    { field, order: "desc" as const },
  ]);
  const SEARCHES: readonly [text: string, total: number][] = [
    ["珍", 1000],
    ["o", 99_000],
    ["奶茶", 99_000],
    ["珍珠", 1000],
    ["mmo", 99_000],
    ["rare", 1000],
    ["奶茶 common 12345", 1],
    ["zz", 0],
  ];

  test.each(sorts)("sorted by $field $order: every page from the sort's index", async (sort) => {
    const firsts: (string | undefined)[] = [];
    for (const offset of [0, MANY / 2, MANY - 10]) {
      const { records, total } = await timed({ sort, offset });
      expect([records.length, total]).toEqual([10, MANY]);
      firsts.push(records[0]?._id);
    }
    expect(new Set(firsts).size).toBe(3);
    expectIndexes({ sorts: false });
  });

  test.each(SEARCHES)("search for %s: %d found, on every page, in every order", async (text, total) => {
    for (const sort of sorts)
      for (const offset of [0, Math.floor(total / 2), Math.max(0, total - 10)]) {
        const answer = await timed({ sort, offset, search: { field: "title", text } });
        expect([answer.total, answer.records.length]).toEqual([total, Math.min(10, total - offset)]);
        for (const { title } of answer.records)
          expect(String(title).toLowerCase()).toContain(text.toLowerCase());
      }
    expectIndexes({ sorts: true });
  });

  test.each([
    ["few hidden", ["secret"], MANY - 100],
    ["nearly all hidden", ["novel"], 100],
    ["all hidden", ["novel", "secret"], 0],
  ])("without, %s", async (_, values, total) => {
    const without = { field: "genre", values };
    for (const sort of sorts)
      expect(await timed({ sort, without, offset: Math.max(0, total - 10) })).toMatchObject({ total });
    const found = await timed({ without, search: { field: "title", text: "rare" } });
    expect(found.total).toBe(values.includes("secret") ? (values.length === 2 ? 0 : 900) : 100);
    const many = await timed({ without, search: { field: "title", text: "o" }, offset: 20 });
    expect(many.total).toBe({ secret: 99_000, novel: 0, "novel,secret": 0 }[values.join()]);
    expectIndexes({ sorts: true });
  });

  const search = (text: string) => ({ search: { field: "title", text } });
  const [START, MIDDLE, END] = [0, 0.5, 1];
  /** Instructions of SQLite, of a request and of one of its statements, as multiples of the number of records. */
  const VISITS: readonly [
    kind: string,
    query: Partial<StoreListQuery>,
    places: readonly number[],
    most: number,
    mostOfOne: number,
  ][] = [
    ["a first or last page", {}, [START, END], 0.01, 0.01],
    ["any page", {}, [0.25, MIDDLE, 0.75], 3, 0.3],
    [
      "any page, with some hidden",
      { without: { field: "genre", values: ["secret"] } },
      [START, MIDDLE, END],
      18,
      1.5,
    ],
    [
      "any page, with nearly all hidden",
      { without: { field: "genre", values: ["novel"] } },
      [START, MIDDLE, END],
      36,
      1.5,
    ],
    ["a search that finds nothing", search("zz"), [START], 0.01, 0.01],
    ["a search for more than there can be", search("x".repeat(1025)), [START], 0.01, 0.01],
    ["a search that finds one", search("奶茶 common 12345"), [START], 2, 0.2],
    ["a search that finds 1,000, by a pair", search("珍珠"), [START, MIDDLE, END], 2, 1],
    ["a search that finds 1,000, by more", search("rare"), [START, MIDDLE, END], 2, 1],
    ["a search that finds nearly all, by a character", search("o"), [START, MIDDLE, END], 21, 7],
    ["a search that finds nearly all, by more", search("mmo"), [START, MIDDLE, END], 45, 7],
    [
      "a search that finds a tenth, by grams of nearly all",
      search("奶茶 common 1"),
      [START, MIDDLE, END],
      46,
      7,
    ],
    [
      "a search with most hidden",
      { ...search("mmo"), without: { field: "genre", values: ["novel"] } },
      [START],
      60,
      7,
    ],
  ];

  test.each(VISITS)("visits few rows: %s", async (_, query, places, most, mostOfOne) => {
    for (const sort of sorts.filter(({ field }) => ["createdAt", "title", "shelf.name"].includes(field)))
      for (const place of places) {
        const { total } = await list(store, "books", { sort, ...query, limit: 1 });
        const offset = Math.max(0, Math.floor(total * place) - 10);
        const asked = { limit: 10, sort, ...query, offset };
        const { steps, longest } = await visitedRows.of(() => list(store, "books", asked));
        const what = `${sort.field} ${sort.order} from ${offset} of ${total}`;
        expect(steps, what).toBeLessThanOrEqual(most * MANY);
        expect(longest, what).toBeLessThanOrEqual(mostOfOne * MANY);
        // Something was counted at all.
        expect(steps, what).toBeGreaterThan(10);
      }
  });

  test("visits few rows: one record, its referrers, a count", async () => {
    const read = () =>
      store.read(async (view) => {
        await view.get("books", "b000003");
        await view.findBy("books", "title", "珍珠 rare 500");
        await view.referrers("shelves", "s1", 3);
        await view.count("books", [{ field: "genre", op: "eq", value: "secret" }]);
      });
    await read();
    const { steps } = await visitedRows.of(read);
    // Those who refer are counted: one in fifty.
    expect(steps).toBeLessThanOrEqual(0.2 * MANY);
  });

  test("one record, by _id or a unique value, its referrers and the counts", async () => {
    const worked = startWatch();
    await store.read(async (view) => {
      expect(await view.findBy("books", "title", "珍珠 rare 500")).toMatchObject({ pages: 500 });
      expect(await view.getMany("books", ["b000001", "b000002"])).toHaveLength(2);
      expect(await view.get("books", "b000003")).toBeDefined();
      expect((await view.referrers("shelves", "s1", 3)).count).toBe(MANY / 50);
      expect(await view.count("books")).toBe(MANY);
      expect(await view.count("books", [{ field: "genre", op: "eq", value: "secret" }])).toBe(100);
    });
    expect(worked()).toBeLessThan(LONGEST_MS);
    expectIndexes({ sorts: false });
  });

  test("prepared for the same shapes, it is ready at once", async () => {
    const worked = startWatch();
    await store.applyShapes(SHAPES);
    expect(await store.unconvertible(SHAPES)).toEqual([]);
    expect(worked()).toBeLessThan(LONGEST_MS);
    expect(statements.length).toBeLessThan(12);
  });

  test("a walk of all takes a few seconds at most, and lets others in", async () => {
    const worked = startWatch();
    let [walked, turns, after]: [number, number, string | undefined] = [0, 0, undefined];
    const others = setInterval(() => {
      turns += 1;
    });
    do {
      const batch: StoredRecord[] = await store.read((view) => view.walk("books", after, 500));
      walked += batch.length;
      after = batch.at(-1)?._id;
    } while (after !== undefined);
    clearInterval(others);
    expect(walked).toBe(MANY);
    expect(turns).toBeGreaterThan(20);
    expect(worked()).toBeLessThan(5000);
    expectIndexes({ sorts: false });
  });

  test("values are fitted to another type in seconds, and others read meanwhile", async () => {
    const columns = BOOKS.columns.filter(({ name }) => name !== "pages");
    const shapes = [SHELVES, { ...BOOKS, columns: [...columns, column("pages", "text")] }];
    const worked = startWatch();
    let reads = 0;
    let over = false;
    const prepared = store.applyShapes(shapes).finally(() => {
      over = true;
    });
    while (!over) {
      await store.read((view) => view.get("books", "b000003"));
      reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await prepared;
    expect(reads).toBeGreaterThan(300);
    expect(worked()).toBeLessThan(20_000);
    const { records } = await list(store, "books", { limit: 1, sort: { field: "pages", order: "desc" } });
    expect(records[0]?.pages).toBe("99");
  });
});
