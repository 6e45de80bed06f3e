import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlainFilter } from "../../../src/model/filter.ts";
import { matchesFilter } from "../../../src/record/filter.ts";
import { openBare } from "../../../src/server/store/sqlite/driver.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreListQuery } from "../../../src/server/store/store-queries.ts";
import { list } from "../../contracts/store/library.ts";
import { MANY, openHundredThousand } from "./hundred-thousand.ts";
import { watchVisitedRows } from "./visited-rows.ts";

const on = (field: string, op: PlainFilter[number]["op"], value: PlainFilter[number]["value"]) => ({
  field,
  op,
  value,
});

/** Of 100,000: half are lent, one in 50 is on a shelf, one in 1,000 secret; pages are 0 to 899, readers 0 to 9. */
const HALF = on("lent", "eq", true);
const SHELF = on("shelf", "eq", "s8");
const FEW = on("genre", "eq", "secret");
const TWO_SHELVES = on("shelf", "in", ["s8", "s9"]);
const MANY_PAGES = on("pages", "gte", 450);
const FEW_PAGES = on("pages", "lte", 8);
const NO_SERIES = on("series", "empty", true);

describe("filtered lists of 100,000 records", () => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  const visitedRows = watchVisitedRows();
  let store: Store;
  beforeAll(async () => {
    store = await openHundredThousand(join(folder, "store.db"), () => undefined);
  }, 120_000);
  afterAll(async () => {
    visitedRows.end();
    await store.close();
    await rm(folder, { recursive: true });
  });

  /** Nothing is kept from the page before: another process has written to the store. */
  function forget(what: string): void {
    const other = openBare(join(folder, "store.db"));
    other.runText("insert into settings (key, value) values (?, '')", [`forget ${what} ${randomUUID()}`]);
    other.close();
  }

  const [START, MIDDLE, END] = [0, 0.5, 1];
  const MAIN = { field: "createdAt", order: "desc" } as const;
  /** Instructions of SQLite for a page in the list's own order, as multiples of the number of records. */
  const VISITS: readonly [
    kind: string,
    filter: PlainFilter,
    total: number | "more",
    places: readonly number[],
    most: number,
  ][] = [
    ["one value of many records, at the ends", [HALF], 50_000, [START, END], 0.01],
    ["one value of many records, anywhere", [HALF], 50_000, [0.25, MIDDLE, 0.75], 0.9],
    ["one value of some", [SHELF], 2000, [START, MIDDLE, END], 0.08],
    ["one value of few", [FEW], 100, [START, MIDDLE, END], 0.01],
    ["nothing", [on("genre", "eq", "none")], 0, [START], 0.001],
    ["two values", [TWO_SHELVES], 4000, [START], 0.2],
    ["two values, anywhere", [TWO_SHELVES], 4000, [MIDDLE, END], 1],
    ["empty", [NO_SERIES], "more", [START], 0.8],
    ["a range of many", [MANY_PAGES], "more", [START], 0.8],
    ["a range of few", [FEW_PAGES], 1007, [START, MIDDLE, END], 0.5],
    ["one value of many and of some", [HALF, SHELF], 2000, [START], 0.4],
    ["values that exclude each other", [on("lent", "eq", false), SHELF], 0, [START], 0.4],
    ["a range in one value", [SHELF, MANY_PAGES], 999, [START, END], 0.8],
  ];

  const shown = (total: number | "more") => (total === "more" ? [10_000, true] : [total, undefined]);

  test.each(VISITS)("visits few rows: %s", async (_, filter, total, places, most) => {
    for (const order of ["asc", "desc"] as const)
      for (const place of places) {
        const asked = { sort: { ...MAIN, order }, filter, limit: 10 };
        const offset = Math.max(0, Math.floor((total === "more" ? 10_000 : total) * place) - 10);
        forget(`${order} ${place}`);
        const { steps } = await visitedRows.of(async () => {
          const answer = await list(store, "books", { ...asked, offset });
          expect([answer.total, answer.totalIsMore]).toEqual(shown(total));
          expect(answer.isPartial).toBeUndefined();
          expect(answer.records).toHaveLength(Math.min(10, answer.total - offset));
          expect(answer.records.every((record) => matchesFilter(filter, record))).toBe(true);
        });
        expect(steps, `${order} from ${offset}`).toBeLessThanOrEqual(most * MANY);
        // Something was counted at all.
        expect(steps).toBeGreaterThan(10);
      }
  });

  const ELSEWHERE: readonly [
    kind: string,
    query: Partial<StoreListQuery>,
    total: number | "more",
    most: number,
  ][] = [
    ["one value, in another order", { filter: [HALF] }, 50_000, 0.3],
    ["few records, in another order", { filter: [SHELF, HALF] }, 2000, 0.8],
    ["two conditions on many records", { filter: [HALF, MANY_PAGES] }, "more", 20],
    ["three that hold for none", { filter: [HALF, on("genre", "eq", "none"), MANY_PAGES] }, 0, 0.4],
    ["a search of few", { filter: [HALF], search: { field: "title", text: "rare" } }, 0, 1],
    ["a search of many", { filter: [SHELF], search: { field: "title", text: "common" } }, 2000, 40],
    ["some hidden", { filter: [HALF], without: { field: "genre", values: ["secret"] } }, "more", 20],
  ];

  test.each(ELSEWHERE)("visits a bounded number of rows: %s", async (_, query, total, most) => {
    for (const sort of [
      MAIN,
      { field: "title", order: "asc" },
      { field: "shelf.name", order: "desc" },
    ] as const) {
      forget(sort.field);
      const { steps, longest } = await visitedRows.of(async () => {
        const answer = await list(store, "books", { ...query, sort, limit: 10 });
        expect([answer.total, answer.totalIsMore]).toEqual(shown(total));
        expect(answer.records).toHaveLength(Math.min(10, answer.total));
      });
      expect(steps, sort.field).toBeLessThanOrEqual(most * MANY);
      expect(longest, sort.field).toBeLessThanOrEqual(12 * MANY);
    }
  });

  test("a field without an index: a part of the records is read, and the answer says so", async () => {
    const filter = [on("price", "eq", 7.5)];
    const { steps, longest } = await visitedRows.of(async () => {
      const { records, ...rest } = await list(store, "books", { filter, limit: 10 });
      expect(records).toHaveLength(10);
      expect(rest).toEqual({ total: expect.any(Number), isPartial: true });
      expect(rest.total).toBeLessThan(MANY / 77);
    });
    expect(steps).toBeLessThanOrEqual(16 * MANY);
    expect(longest).toBeLessThanOrEqual(1 * MANY);
    // A count is of all.
    const counted = await store.read((view) => view.count("books", filter));
    expect(counted).toBe(Math.floor((MANY - 7) / 77) + 1);
  });
});
