import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Connection, openConnection } from "../../../src/server/store/sqlite/driver.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreGroupsQuery } from "../../../src/server/store/store-queries.ts";
import { list } from "../../contracts/store/library.ts";
import { MANY, openHundredThousand } from "./hundred-thousand.ts";
import { watchVisitedRows } from "./visited-rows.ts";
import { turnsDuring } from "./working-time.ts";

/** About ten times what a step takes on a quiet machine. */
const LONGEST_MS = 250;

describe("groups of 100,000 records", () => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  const file = join(folder, "store.db");
  let store: Store;
  let explaining: Connection;
  let statements: string[] = [];
  const visitedRows = watchVisitedRows();
  beforeAll(async () => {
    store = await openHundredThousand(file, (statement) => statements.push(statement));
    explaining = openConnection(file);
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

  const ask = (query: StoreGroupsQuery) => store.read((view) => view.groups("books", query));
  const plans = () =>
    [...new Set(statements)]
      .filter((statement) => statement.startsWith("select hit"))
      .flatMap((statement) =>
        explaining.rows(`explain query plan ${statement}`, []).map((row) => String(row[3])),
      );

  test.each<[what: string, query: StoreGroupsQuery, steps: number]>([
    ["a field in no index", { by: "updatedBy" }, 20],
    ["a sum of what is in no index", { by: "updatedBy", sum: "price" }, 20],
    [
      "a condition in no index",
      { by: "shelf", filter: [{ field: "updatedBy", op: "empty", value: true }] },
      20,
    ],
    ["a filter, with a sum of a filter", { by: "shelf", sum: "pages" }, 6],
    ["a hundred thousand values", { by: "title" }, 90],
  ])("by %s are made in steps", async (_, query, steps) => {
    const { turns, longest } = await turnsDuring(() => ask(query));
    const made = statements.filter((statement) => /^select (hit|value, n)/.test(statement));
    expect(made.length).toBeGreaterThan(steps);
    // Several may fall into one turn of the test's own.
    expect(turns).toBeGreaterThan(steps / 3);
    expect(longest).toBeLessThan(LONGEST_MS);
  });

  test.each<[query: StoreGroupsQuery, most: number]>([
    [{ by: "title" }, 80],
    [{ by: "shelf", sum: "pages" }, 50],
    [{ by: "createdAt", starts: ["2026-01-01", "2026-02-01"] }, 50],
    [{ by: "shelf", filter: [{ field: "lent", op: "eq", value: true }] }, 50],
  ])("%j passes each entry once", async (query, most) => {
    await ask(query);
    const { steps } = await visitedRows.of(() => ask(query));
    expect(steps).toBeLessThanOrEqual(most * MANY);
    expect(steps).toBeGreaterThan(MANY);
  });

  test("all records are in them", async () => {
    for (const query of [{ by: "price" }, { by: "shelf", sum: "pages" }, { by: "title" }]) {
      const { groups, others = { count: 0 } } = await ask(query);
      expect(groups.reduce((sum, { count }) => sum + count, others.count)).toBe(MANY);
    }
  });

  test("what is empty comes first in an index, and is passed once too", async () => {
    const EMPTY = 3000;
    explaining.run(sql`update "records$books" set price = null where pages < ${sql.lit(EMPTY / 100)}`);
    const emptied = explaining.rows(`select count(*) from "records$books" where price is null`, [])[0]?.[0];
    expect(Number(emptied)).toBeGreaterThan(EMPTY);
    const { groups, others } = await ask({ by: "price" });
    expect(groups.find(({ value }) => value === null)?.count).toBe(emptied);
    expect([groups.length, groups.reduce((sum, { count }) => sum + count, 0), others]).toEqual([
      78,
      MANY,
      undefined,
    ]);
    const summed = await ask({ by: "shelf", sum: "price" });
    const [all] = explaining.rows(`select total(price) from "records$books"`, [])[0] ?? [];
    expect(summed.groups.reduce((total, { sum }) => total + sum, 0)).toBeCloseTo(Number(all), 3);
    expect(summed.groups.reduce((total, { count }) => total + count, 0)).toBe(MANY);
  });

  test("by a filter are known, and no record is passed", async () => {
    const { groups } = await ask({ by: "genre" });
    expect(groups).toEqual([
      { value: "novel", count: 99_900, sum: 0 },
      { value: "secret", count: 100, sum: 0 },
    ]);
    expect(statements.filter((statement) => statement.includes("records$books"))).toEqual([]);
  });

  test.each<[query: StoreGroupsQuery]>([
    [{ by: "shelf", filter: [{ field: "lent", op: "eq", value: true }] }],
    [{ by: "shelf", sum: "pages" }],
    [{ by: "shelf", sum: "price" }],
    [{ by: "createdAt", starts: ["2026-01-01", "2026-02-01"] }],
    [{ by: "genre", without: { field: "genre", values: ["secret"] } }],
  ])("%j read no record: an index has it all", async (query) => {
    await ask(query);
    const walked = plans().filter((plan) => plan.includes("records$books"));
    expect(walked.length).toBeGreaterThan(0);
    for (const plan of walked) expect(plan).toContain("COVERING INDEX");
  });

  test("where few records are found by an index, those alone are read", async () => {
    const filter = [{ field: "genre", op: "eq", value: "secret" }] as const;
    const { groups } = await ask({ by: "price", filter });
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(statements.filter((statement) => statement.startsWith("select hit"))).toHaveLength(1);
  });

  test("no search waits for them", async () => {
    let isOver = false;
    const groups = ask({ by: "updatedBy" }).then(() => {
      isOver = true;
    });
    await list(store, "books", { search: { field: "title", text: "common" } });
    expect(isOver).toBe(false);
    await groups;
  });
});
