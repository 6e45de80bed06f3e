import pg from "pg";
import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import type { TableShape } from "../../src/server/store/table-shape.ts";
import { SHAPES } from "../contracts/store/library.ts";
import { BEFORE, fillUnder } from "../server/store/followed-shapes.ts";
import { emptySchema } from "./store-under-test.ts";

/** All that the engine made of the records under the last shapes. */
async function madeUnder(first: readonly TableShape[]): Promise<Record<string, unknown>> {
  const place = await emptySchema();
  const store = await openPostgresStore(place);
  await fillUnder(first, store);
  const client = new pg.Client({ connectionString: place.url, options: `-c search_path=${place.schema}` });
  await client.connect();
  const all = async (text: string) => (await client.query(text)).rows;
  const hidden = (table: string, columns: readonly string[]) =>
    all(`select __id, ${columns.map((name) => `"${name}"`).join(", ")} from "${table}" order by __id`);
  const indexes = await all(
    `select indexname, indexdef from pg_indexes where schemaname = current_schema()
      and tablename in ('records$books', 'records$shelves') order by 1`,
  );
  const made = {
    indexes: indexes.map(({ indexdef }) => String(indexdef).replaceAll(place.schema, "store")),
    references: await all("select * from record_references order by 1, 2, 3, 4, 5"),
    counts: await all(
      "select from_table, field, value, sum(n) from record_counts where from_table <> 'racks' group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3",
    ),
    sorts: await hidden("records$books", ["sort$shelf.name", "sort$ratings.readers", "sort$title"]),
    keys: await hidden("records$books", ["key$genre", "key$series", "key$shelf", "fold$title"]),
    shelves: await hidden("records$shelves", ["sort$parent.name", "fold$name", "grams$fold$name"]),
    plans: await all("select * from prepared where from_table <> 'racks' order by 1"),
  };
  await client.end();
  return made;
}

let expected: ReturnType<typeof madeUnder> | undefined;

test.each(BEFORE)(
  "after %s all that is made of records is as if it had always been so",
  async (_, shapes) => {
    expected ??= madeUnder(SHAPES);
    const always = await expected;
    expect(Object.values(always).every((rows) => Array.isArray(rows) && rows.length > 1)).toBe(true);
    expect(await madeUnder(shapes)).toEqual(always);
  },
);
