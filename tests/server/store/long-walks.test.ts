import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreListQuery } from "../../../src/server/store/store-queries.ts";
import { ids, list } from "../../contracts/store/library.ts";
import { MANY, openHundredThousand } from "./hundred-thousand.ts";
import { watchVisitedRows } from "./visited-rows.ts";

/** As long as makes searches go in steps of a thousand. */
const TITLE = sql`case when n % 100 = 0 then '珍珠 rare ' else 'Common ' end || n || ' ' || printf('%0200d', n)`;
/** Of those, each in an order of its own: so many have the same value, or none. */
const EMPTY = 3000;

describe("walks in many short steps", () => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  const file = join(folder, "store.db");
  let store: Store;
  /** Of all books that a search for `Common` finds, by price and `_id`. */
  let common: readonly string[];
  const visitedRows = watchVisitedRows();

  beforeAll(async () => {
    store = await openHundredThousand(file, () => {}, TITLE);
    const connection = openConnection(file);
    const empty = sql.lit(EMPTY);
    connection.run(sql`update "records$books" set price = null where row$ % ${sql.lit(MANY)} < ${empty}`);
    const found = connection.rows(
      `select __id from "records$books" where title like 'Common%' order by price, __id`,
      [],
    );
    common = found.map(([id]) => String(id));
    connection.close();
  }, 120_000);
  afterAll(async () => {
    visitedRows.end();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const searched: Partial<StoreListQuery> = { search: { field: "title", text: "Common" } };
  const sorted = (order: "asc" | "desc") => ({ sort: { field: "price", order } });

  test.each([
    ["a search", searched],
    ["a search with a condition", { ...searched, filter: [{ field: "pages", op: "gte", value: 0 }] }],
  ] as const)("%s has every record once, in order, empty ones first or last", async (_, query) => {
    const places = [0, EMPTY - 50, EMPTY + 1200, 45_000, common.length - EMPTY - 40, common.length - 60];
    for (const order of ["asc", "desc"] as const) {
      const all = order === "asc" ? common : common.toReversed();
      for (const offset of places) {
        const page = await ids(store, "books", { ...query, ...sorted(order), offset, limit: 100 });
        expect(page, `${order} from ${offset}`).toEqual(all.slice(offset, offset + 100));
      }
    }
  });

  test.each<[what: string, query: Partial<StoreListQuery>, most: number]>([
    ["the middle of a search", { ...searched, ...sorted("asc"), offset: 49_000 }, 48],
    ["the middle of a search, back", { ...searched, ...sorted("desc"), offset: 49_000 }, 48],
    [
      "a search with a condition",
      { ...searched, ...sorted("asc"), filter: [{ field: "lent", op: "eq", value: true }], offset: 49_000 },
      90,
    ],
  ])("%s passes each entry a few times, not once a step", async (_, query, most) => {
    const { steps } = await visitedRows.of(() => list(store, "books", { limit: 20, ...query }));
    expect(steps).toBeLessThanOrEqual(most * MANY);
    expect(steps).toBeGreaterThan(MANY);
  });

  test("a number that no index tells alone is counted record by record, each once", async () => {
    const [low, high] = [10, 800];
    const filter = [
      { field: "pages", op: "gte", value: low },
      { field: "updatedBy", op: "empty", value: true },
      { field: "pages", op: "lte", value: high },
    ] as const;
    const count = await store.read((view) => view.count("books", filter));
    expect(count).toBe(Array.from({ length: MANY }, (_, at) => (at + 1) % 900).filter(isWithin).length);
    const { steps } = await visitedRows.of(() => store.read((view) => view.count("books", filter)));
    expect(steps).toBeLessThanOrEqual(40 * MANY);

    function isWithin(pages: number): boolean {
      return pages >= low && pages <= high;
    }
  });
});
