import { type RawBuilder, sql } from "kysely";
import { inTurns, REAL_TURNS } from "../../../in-turns.ts";
import { UnconvertibleError } from "../../store-errors.ts";
import type { TableShape } from "../../table-shape.ts";
import { columnsToConvert, type SeenColumns, unseen } from "../../tables/seen-columns.ts";
import { makeTables, type Table, type Tables } from "../../tables/table.ts";
import { changesAmong, type TableChange, type Touched, touchedBy } from "../../tables/table-change.ts";
import type { Query } from "../connection.ts";
import { type DerivedColumn, derivedColumns } from "../derived.ts";
import { physicalId, physicalName } from "../physical-names.ts";
import { NEVER_WRITTEN, recordTable, storedJson } from "../read-records.ts";
import { deriveAgain, type StaleData } from "./backfill.ts";
import { columnsNeverWritten, convertColumn, type StoredState } from "./convert-values.ts";
import { createRecordTable } from "./create-record-table.ts";
import { findRefusedValues } from "./refused-values.ts";
import { createIndexesBeside, replacedIndexes, swapIndexes } from "./replace-indexes.ts";
import { columnsIn, keepSeenColumns, readPhysicalColumns, readSeenColumns } from "./stored-columns.ts";
import { keepTablePlan, makePlan, planIn, readTablePlans, type TablePlan } from "./table-plan.ts";
import { alterWhenUnread, changeWhenUnread } from "./when-unread.ts";

/** What is made of shapes. */
export interface ShapedTables {
  readonly shapes: readonly TableShape[];
  readonly tables: Tables;
  readonly derived: ReadonlyMap<Table, readonly DerivedColumn[]>;
  /** How often shapes had been applied then. */
  readonly version: number;
}

export const NO_TABLES: ShapedTables = { shapes: [], tables: new Map(), derived: new Map(), version: 0 };

interface DerivedChange extends TableChange<TablePlan> {
  readonly derived: readonly DerivedColumn[];
}

async function readState(query: Query): Promise<StoredState> {
  return {
    query,
    seen: await readSeenColumns(query),
    physical: await readPhysicalColumns(query),
    plans: await readTablePlans(query),
  };
}

async function makeShaped(
  query: Query,
  shapes: readonly TableShape[],
  seen: SeenColumns,
): Promise<ShapedTables> {
  const tables = await inTurns(makeTables(shapes, seen), REAL_TURNS);
  const derived = new Map([...tables.values()].map((table) => [table, derivedColumns(table)] as const));
  return { shapes, tables, derived, version: await readVersion(query) };
}

async function readVersion(query: Query): Promise<number> {
  return (await query(sql<{ version: number }>`select version from shapes_version`))[0]?.version ?? 0;
}

/** What is in the shapes' way. */
export async function refusedByShapes(query: Query, shapes: readonly TableShape[]) {
  const state = await readState(query);
  const { tables } = await makeShaped(query, shapes, state.seen);
  return findRefusedValues(state, tables.values());
}

/** The tables of the shapes where they follow them already, else undefined. Writes nothing. */
export async function followShapes(
  query: Query,
  shapes: readonly TableShape[],
): Promise<ShapedTables | undefined> {
  const state = await readState(query);
  const made = await makeShaped(query, shapes, state.seen);
  return (await isFollowed(state, made)) ? made : undefined;
}

async function isFollowed(state: StoredState, made: ShapedTables): Promise<boolean> {
  const tables = [...made.tables.values()];
  return (
    [...state.plans.keys()].every((id) => made.tables.has(id)) &&
    tables.every((table) => unseen(table, state.seen).length === 0) &&
    (await changesOf(state, made)).length === 0
  );
}

/**
 * Makes the tables follow the shapes. Throws `UnconvertibleError`.
 * @param query of an open transaction that lets nobody else write, and has read nothing yet
 * @param apart of a connection outside of it: adds tables and hidden columns, which nobody sees, before the transaction reads. A
 * table that it changes it locks for readers too: so it does only at its end.
 */
export async function applyTables(
  query: Query,
  apart: Query,
  shapes: readonly TableShape[],
): Promise<ShapedTables> {
  const before = await readState(apart);
  const made = await makeShaped(apart, shapes, before.seen);
  if (await isFollowed(before, made)) return made;
  const changes = await changesOf(before, made);
  const changed = changes.map(({ table }) => table);
  const refused = await findRefusedValues(before, changed);
  if (refused.length > 0) throw new UnconvertibleError(refused);
  for (const change of changes) await addHiddenColumns(apart, before, change);

  const state = { ...before, query, physical: await readPhysicalColumns(apart) };
  await query(sql`delete from prepared where not from_table = any(${[...made.tables.keys()]}::text[])`);
  for (const { table, converts, touched } of changes)
    for (const column of converts)
      if (columnsIn(state.physical, table).has(physicalName(column.sql)))
        if (await convertColumn(state, table, column)) touched.add(column.name);
  const touched = touchedBy(changes);
  for (const change of changes)
    await deriveAgain(state, made.tables, change.table, staleData(change, touched));
  const indexes = await replacedIndexes(query, changes);
  await createIndexesBeside(query, indexes);
  for (const { table, plan } of changes) await keepTablePlan(query, table, plan);
  for (const table of made.tables.values()) await keepSeenColumns(query, table, before.seen);
  await query(sql`update shapes_version set version = version + 1`);
  const version = await readVersion(query);
  await changeWhenUnread(query, async () => {
    for (const { table } of changes) await addColumns(state, table);
    await swapIndexes(query, indexes);
  });
  return { ...made, version };
}

async function changesOf(state: StoredState, { tables, derived }: ShapedTables): Promise<DerivedChange[]> {
  const all: (DerivedChange & { readonly isSame: boolean })[] = [];
  for (const table of tables.values()) {
    const own = derived.get(table) ?? [];
    const plan = makePlan(table, own);
    const old = planIn(state.plans, table);
    const present = columnsIn(state.physical, table);
    const touched = new Set(
      table.declared.filter(({ sql: name, type }) => old?.types[name] !== type).map(({ name }) => name),
    );
    const kinds = columnsToConvert(table, state.seen);
    const returned = table.declared.filter(
      (column) =>
        touched.has(column.name) && !kinds.includes(column) && present.has(physicalName(column.sql)),
    );
    const converts = [...kinds, ...(await columnsNeverWritten(state, table, returned))];
    const isSame = state.plans.get(table.id) === JSON.stringify(plan);
    all.push({ table, derived: own, plan, old, converts, touched, isSame });
  }
  return changesAmong(all);
}

function staleData({ table, derived, plan, old, touched: own }: DerivedChange, touched: Touched): StaleData {
  return {
    derived: derived.filter(
      ({ name, definition, column, of }) =>
        own.has(column) ||
        (of !== undefined && touched(of.table)?.has(of.column) === true) ||
        old?.derived[name] !== definition,
    ),
    references: old?.references !== plan.references || table.references.some(({ column }) => own.has(column)),
    counts: old?.counts !== plan.counts || table.filters.some(({ column }) => own.has(column)),
  };
}

/** Creates the table, or the hidden columns that it lacks. Drops those that no plan has used since the last time. */
async function addHiddenColumns(
  apart: Query,
  { physical }: StoredState,
  { table, derived, plan, old }: DerivedChange,
): Promise<void> {
  const present = columnsIn(physical, table);
  if (present.size === 0) {
    const own = table.columns.filter(({ name }) => name !== "_id").map((column) => column.sql);
    await createRecordTable(apart, table.sql, own, derived.map(hiddenColumn));
    return;
  }
  const used = new Set([...Object.keys(plan.derived), ...Object.keys(old?.derived ?? {})]);
  const parts = [
    ...[...present]
      .filter((name) => /^(sort|rest|key|fold|grams|unique)\$/.test(name) && !used.has(name))
      .map((name) => sql`drop column ${sql.id(name)}`),
    ...derived
      .filter(({ name }) => !present.has(name))
      .map((column) => sql`add column ${hiddenColumn(column)}`),
  ];
  if (parts.length > 0)
    await alterWhenUnread(apart, sql`alter table ${recordTable(table)} ${sql.join(parts)}`);
}

const hiddenColumn = ({ name, type }: DerivedColumn): RawBuilder<unknown> =>
  sql`${sql.id(name)} ${sql.raw(type)} collate "C"`;

/** In stored records a new column has its default. */
async function addColumns({ query, physical }: StoredState, table: Table): Promise<void> {
  const present = columnsIn(physical, table);
  const missing = table.declared.filter((column) => !present.has(physicalName(column.sql)));
  if (missing.length === 0) return;
  const added = missing.map((column) => {
    const value = sql.lit(storedJson(column, column.default));
    return sql`add column ${physicalId(column.sql)} text collate "C" default ${value}`;
  });
  await query(sql`alter table ${recordTable(table)} ${sql.join(added)}`);
  const empty = missing.map(
    ({ sql: name }) => sql`alter column ${physicalId(name)} set default ${sql.lit(NEVER_WRITTEN)}`,
  );
  await query(sql`alter table ${recordTable(table)} ${sql.join(empty)}`);
}
