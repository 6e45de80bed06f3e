import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import type { Store, StoreView } from "../../src/server/store/store.ts";
import { BOOKS, SHELVES } from "../contracts/store/library.ts";
import { emptySchema } from "./store-under-test.ts";

const MANY = 100_000;
const SORT = { field: "createdAt", order: "desc" } as const;
const PAGE = { offset: 0, limit: 20, sort: SORT };

let store: Store;
let client: pg.Client;
let asked: { readonly statement: string; readonly values: readonly unknown[] }[] = [];

beforeAll(async () => {
  const { url, schema } = await emptySchema();
  store = await openPostgresStore({
    url,
    schema,
    observe: (statement, values) => asked.push({ statement, values }),
  });
  client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  await store.applyShapes([SHELVES, { ...BOOKS, sorts: [], search: [], unique: [], filters: [] }]);
  // Past the store: one statement instead of as many writes.
  await client.query(`insert into "records$books"
    ("__id", created_at, updated_at, updated_by, is_protected, "version$", title, shelf, pages, price, lent, ratings, genre, series)
    select 'b' || lpad((n * 31 % ${MANY})::text, 6, '0'), '"2026-01-01"', '"2026-' || lpad((n * 7919 % ${MANY})::text, 5, '0') || '"',
      null, 'false', '1', to_json((case when n % 100 = 0 then '珍珠 rare ' else '奶茶 Common ' end) || n)::text,
      '"s' || (n % 50 + 1) || '"', (n % 900)::text, (n % 77 + 0.5)::text, (n % 2 = 0)::text,
      '{"readers":' || n % 10 || '}', case when n % 1000 = 0 then '"secret"' else '"novel"' end, null
    from generate_series(1, ${MANY}) as n`);
  await client.query("delete from prepared");
  await store.applyShapes([SHELVES, BOOKS]);
  await client.query("vacuum analyze");
}, 180_000);
afterAll(async () => {
  await client.end();
  await store.close();
});

interface Node {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Node[];
}

/** How the books are read, by statement after statement: how, by which index, and how many rows that gave. */
async function readsOf(ask: (view: StoreView) => Promise<unknown>): Promise<readonly string[]> {
  asked = [];
  await store.read(ask);
  const reads: string[] = [];
  let most = 0;
  for (const { statement, values } of [...asked]) {
    const { rows } = await client.query(`explain (analyze, format json) ${statement}`, [...values]);
    const visit = (node: Node): void => {
      const index = node["Index Name"]?.replace("index$books$", "");
      if (node["Relation Name"] === "records$books" || index !== undefined) {
        const isBooks =
          node["Relation Name"] === "records$books" || node["Index Name"]?.includes("$books$") === true;
        if (isBooks) reads.push(`${node["Node Type"]}${index === undefined ? "" : ` ${index}`}`);
      }
      if (node["Relation Name"] === "records$books")
        most = Math.max(most, node["Actual Rows"] * node["Actual Loops"]);
      for (const plan of node.Plans ?? []) visit(plan);
    };
    visit(rows[0]["QUERY PLAN"][0].Plan);
  }
  return [
    ...new Set(reads),
    `${most <= 20 ? "20" : most <= 1000 ? "1000" : most <= 10_001 ? "10001" : most} rows`,
  ];
}

const list = (query: object) => (view: StoreView) => view.list("books", { ...PAGE, ...query });
const isSequential = (read: string) => read.startsWith("Seq Scan");

test.each([
  ["a page in the default order", {}, /sort\$created_at/, "20 rows"],
  ["the last page", { offset: MANY - 20 }, /sort\$created_at/, "20 rows"],
  ["a page by another sort", { sort: { field: "title", order: "asc" } }, /sort\$title/, "20 rows"],
  [
    "by a value of another record",
    { sort: { field: "shelf.name", order: "asc" } },
    /sort\$shelf.name/,
    "20 rows",
  ],
  [
    "a filter that holds for nearly all",
    { filter: [{ field: "genre", op: "eq", value: "novel" }] },
    /filter\$genre/,
    "10001 rows",
  ],
  [
    "a filter that holds for few",
    { filter: [{ field: "genre", op: "eq", value: "secret" }] },
    /filter\$genre/,
    "1000 rows",
  ],
  ["a range", { filter: [{ field: "pages", op: "lte", value: 5 }] }, /filter\$pages/, "1000 rows"],
  ["a search for few", { search: { field: "title", text: "rare 100" } }, /long\$title/, "20 rows"],
])("no list reads all records: %s", async (_, query, index, most) => {
  const reads = await readsOf(list(query));
  expect(reads.filter(isSequential)).toEqual([]);
  expect(reads.join("\n")).toMatch(index);
  expect(reads.at(-1)).toBe(most);
});

test("one record, and one by a unique value, are found by an index", async () => {
  const reads = await readsOf(async (view) => {
    await view.get("books", "b000031");
    await view.findBy("books", "title", "奶茶 Common 1");
    await view.walk("books", "b000031", 10);
  });
  expect(reads.filter(isSequential)).toEqual([]);
});
