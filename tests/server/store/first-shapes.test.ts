import { expect, test } from "vitest";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { TableShape } from "../../../src/server/store/table-shape.ts";
import { column, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

const ENTITIES = 200;
const FIELDS = 50;
/** About three times what a quiet machine takes; one check of all tables for every column takes minutes. */
const MOST_CPU_MS = 6000;

/** Of a large shop: sorted by seven fields, one of them of another entity. */
function shapeOf(number: number): TableShape {
  const fields = Array.from({ length: FIELDS }, (_, n) => `field${n}`);
  const [label = "", reference = "", ...rest] = fields;
  return {
    table: `entity${number}`,
    columns: fields.map((name) => column(name, "text", name === label ? undefined : "none")),
    sorts: [label, ...rest.slice(0, 4), "createdAt", `${reference}.${label}`],
    search: [label],
    unique: [label],
    references: [{ path: reference, table: `entity${(number + 1) % ENTITIES}` }],
    filters: [],
    label,
  };
}

test(`an empty store is ready for ${ENTITIES} entities of ${FIELDS} fields in seconds`, async () => {
  const store = await openSqliteStore({ file: temporaryFile() });
  const shapes = Array.from({ length: ENTITIES }, (_, number) => shapeOf(number));
  const before = process.cpuUsage();
  await store.applyShapes(shapes);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST_CPU_MS);
  await store.close();
}, 600_000);

test("a table made whole has the columns of one that had them added", async () => {
  const bare = SHAPES.map((shape) => ({
    ...shape,
    columns: shape.columns.filter(({ name }) => name === shape.label),
    sorts: [],
    search: [],
    references: [],
    filters: [],
  }));
  const whole = SHAPES.map((shape) => ({
    ...shape,
    columns: shape.columns.map((one) => (one.name === "pages" ? { ...one, default: 3 } : one)),
  }));
  expect(await columnsAfter(whole)).toEqual(await columnsAfter(bare, whole));
});

/** What SQLite knows of every column of the records' tables once a new store was prepared for these in turn. */
async function columnsAfter(...prepared: readonly (readonly TableShape[])[]) {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  for (const shapes of prepared) await store.applyShapes(shapes);
  await store.close();
  const connection = openConnection(file);
  const columns = SHAPES.flatMap(({ table }) =>
    connection.rows(
      'select ?, name, type, "notnull", dflt_value, pk from pragma_table_info(?) order by name',
      [table, `records$${table}`],
    ),
  );
  connection.close();
  expect(columns.length).toBeGreaterThan(20);
  return columns;
}
