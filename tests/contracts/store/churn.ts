import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { DuplicateError } from "../../../src/server/store/store-errors.ts";
import type { ColumnType, TableShape, Unconvertible } from "../../../src/server/store/table-shape.ts";
import { runs, timeoutOf } from "../../property-runs.ts";
import type { Opened } from "../store.ts";
import { asType, BOOKS, book, column, insert, list, remove, SHELVES, update } from "./library.ts";

const NAMES = ["x", "y"] as const;
type Name = (typeof NAMES)[number];
interface Declared {
  readonly type: ColumnType;
  readonly default?: Json;
  readonly unique: boolean;
}
type Shape = { readonly [name in Name]: Declared | undefined };

const raw = fc.constantFrom<Json>(null, "1", "2", "10", "x", "true", "0", 1, 2, 1.5, 0, true, false);
const declared = fc
  .record({
    type: fc.constantFrom<ColumnType>("text", "number", "integer", "boolean", "json"),
    wished: raw,
    unique: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
  })
  .map(({ type, wished, unique }): Declared => {
    const value = as(type, wished);
    return { type, unique, ...(value === null ? {} : { default: value }) };
  });
const shape = fc.record({
  x: fc.option(declared, { nil: undefined }),
  y: fc.option(declared, { nil: undefined }),
});
const id = fc.constantFrom("a", "b", "c", "d");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ shape: fc.option(shape) }) },
  { weight: 6, arbitrary: fc.record({ id, x: raw, y: raw }) },
  { weight: 1, arbitrary: fc.record({ gone: id }) },
  { weight: 1, arbitrary: fc.constant("reopen" as const) },
);

/** Undefined: the record is from when the column was away. */
type Row = Map<Name, Json | undefined>;

/** What a store holds, told by the plainest means there are. */
interface Oracle {
  rows: Map<string, Row>;
  seen: Map<Name, ColumnType>;
  now: Shape | null;
}

export function churnContract(opened: Opened): void {
  test(
    "whatever a config does to two columns, and writes between: no value is lost, or taken for another",
    async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
          run += 1;
          const table = `run${run}`;
          const oracle: Oracle = { rows: new Map(), seen: new Map(), now: null };
          for (const one of steps) {
            if (one === "reopen") {
              await opened.reopen();
              if (oracle.now !== null) await opened.store.applyShapes([SHELVES, shapeOf(table, oracle.now)]);
              else await opened.store.applyShapes([SHELVES]);
            } else if ("shape" in one) await follow(opened, table, oracle, one.shape);
            else if (oracle.now === null) continue;
            else if ("gone" in one) {
              await remove(opened.store, table, one.gone);
              oracle.rows.delete(one.gone);
            } else await write(opened, table, oracle, one);
            await expectSame(opened, table, oracle);
          }
        }),
        { numRuns: runs(8) },
      );
    },
    timeoutOf(60_000),
  );
}

function shapeOf(table: string, shape: Shape): TableShape {
  const there = NAMES.flatMap((name) => (shape[name] === undefined ? [] : [{ name, ...shape[name] }]));
  return {
    ...BOOKS,
    table,
    columns: [column("title", "text"), ...there.map((one) => column(one.name, one.type, one.default))],
    sorts: ["createdAt", "_id", ...there.map(({ name }) => name)],
    search: [],
    filters: there.map(({ name }) => name),
    references: [],
    unique: there.filter(({ unique }) => unique).map(({ name }) => name),
  };
}

const as = (type: ColumnType, value: Json) => (value === null ? null : (asType(type, value) ?? null));

async function follow(opened: Opened, table: string, oracle: Oracle, shape: Shape | null): Promise<void> {
  if (shape === null) {
    await opened.store.applyShapes([SHELVES]);
    oracle.now = null;
    return;
  }
  const unconvertible: Omit<Unconvertible, "first">[] = [];
  const rows = new Map([...oracle.rows].map(([key, row]) => [key, new Map(row)] as const));
  for (const name of NAMES) {
    const wanted = shape[name];
    if (wanted === undefined) continue;
    const before = oracle.seen.get(name);
    let unfit = 0;
    for (const row of rows.values()) {
      const held = row.get(name);
      const isNew = before === undefined || held === undefined;
      const stays = isNew || held === null || before === wanted.type;
      const converted = stays ? held : asType(wanted.type, held);
      if (!stays && converted === undefined) unfit += 1;
      row.set(name, isNew ? (wanted.default ?? null) : converted);
    }
    if (unfit > 0) unconvertible.push({ table, column: name, reason: "kind", count: unfit });
    const values = [...rows.values()].map((row) => JSON.stringify(row.get(name) ?? null));
    const twice = values.filter(
      (one) => one !== "null" && values.filter((other) => other === one).length > 1,
    );
    if (wanted.unique && twice.length > 0)
      unconvertible.push({ table, column: name, reason: "unique", count: twice.length });
  }
  const shapes = [SHELVES, shapeOf(table, shape)];
  const told = await opened.store.unconvertible(shapes);
  expect(told.map(({ first, ...one }) => one)).toEqual(unconvertible);
  for (const { first, count } of told) expect(first).toHaveLength(Math.min(count, 3));
  const prepared = opened.store.applyShapes(shapes);
  if (unconvertible.length > 0) return expect(prepared).rejects.toMatchObject({ unconvertible });
  await prepared;
  oracle.now = shape;
  oracle.rows = rows;
  for (const name of NAMES) if (shape[name] !== undefined) oracle.seen.set(name, shape[name].type);
}

async function write(
  { store }: Opened,
  table: string,
  { rows, now }: Oracle,
  { id: key, ...given }: { readonly id: string } & { readonly [name in Name]: Json },
): Promise<void> {
  const old = rows.get(key);
  const row: Row = new Map(old);
  for (const name of NAMES) {
    const type = now?.[name]?.type;
    if (type !== undefined) row.set(name, as(type, given[name]));
  }
  const present = NAMES.filter((name) => now?.[name] !== undefined);
  const values = Object.fromEntries(present.map((name) => [name, row.get(name) ?? null]));
  const isTaken = present.some(
    (name) =>
      now?.[name]?.unique === true &&
      (values[name] ?? null) !== null &&
      [...rows].some(
        ([other, one]) => other !== key && JSON.stringify(one.get(name)) === JSON.stringify(values[name]),
      ),
  );
  const written =
    old === undefined ? insert(store, table, { ...book(key), ...values }) : update(store, table, key, values);
  if (isTaken) return expect(written).rejects.toBeInstanceOf(DuplicateError);
  await written;
  rows.set(key, row);
}

async function expectSame({ store }: Opened, table: string, { rows, now }: Oracle): Promise<void> {
  if (now === null) return;
  const present = NAMES.filter((name) => now[name] !== undefined);
  const expected = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([_id, row]) => [_id, ...present.map((name) => row.get(name))]);
  const byId = await list(store, table, { sort: { field: "_id", order: "asc" } });
  expect(byId.records.map((record) => [record._id, ...present.map((name) => record[name])])).toEqual(
    expected,
  );
  for (const name of present) {
    const { records } = await list(store, table, { sort: { field: name, order: "asc" } });
    expect(records).toHaveLength(rows.size);
    if (now[name]?.type === "number" || now[name]?.type === "integer") {
      const numbers = records.map((record) => Number(record[name] ?? Number.NEGATIVE_INFINITY));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    if (now[name]?.type === "json") continue;
    for (const value of new Set([...rows.values()].map((row) => row.get(name) ?? null))) {
      const same = [...rows.values()].filter((row) => (row.get(name) ?? null) === value).length;
      if (value !== null && typeof value !== "object")
        expect(await store.read((view) => view.count(table, [{ field: name, op: "eq", value }]))).toBe(same);
    }
  }
}
