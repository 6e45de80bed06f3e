import { type RawBuilder, sql } from "kysely";
import { atOnce, type Steps } from "../../../compiler/steps.ts";
import type { Json } from "../../../model/record.ts";
import { inTurns, REAL_TURNS } from "../../in-turns.ts";
import { UnconvertibleError } from "../store-errors.ts";
import type { TableShape } from "../table-shape.ts";
import { columnsToConvert, type SeenColumns, unseen } from "../tables/seen-columns.ts";
import { makeTables, type Table, type Tables } from "../tables/table.ts";
import { changesAmong, type TableChange, touchedBy } from "../tables/table-change.ts";
import type { SqlValue } from "../tables/values.ts";
import { encode } from "../tables/values.ts";
import {
  columnsLackingValues,
  convertColumnValues,
  keepSeen,
  readSeen,
  SQL_TYPES,
  typesIn,
} from "./convert-columns.ts";
import type { Connection } from "./driver.ts";
import { createIndexes, dropIndexes } from "./indexes.ts";
import { backfill, forgetOthers, isNew, keepPlan, type Plan, planOf, readPlans, staleIn } from "./plan.ts";
import { ID, ROW } from "./records.ts";
import { createSearch, dropSearch } from "./search/search.ts";
import { findUnconvertible } from "./unconvertible.ts";

/** Makes the tables follow the shapes, in the open transaction; three queries where nothing changed. Throws `UnconvertibleError`. */
export async function applyShapes(connection: Connection, shapes: readonly TableShape[]): Promise<Tables> {
  const seen = readSeen(connection);
  await REAL_TURNS.turn();
  const tables = await inTurns(makeTables(shapes, seen), REAL_TURNS);
  const changes = await inTurns(changesOf(connection, tables, seen), REAL_TURNS);
  const changed = changes.map(({ table }) => table);
  const unconvertible = await findUnconvertible(connection, changed, seen);
  if (unconvertible.length > 0) throw new UnconvertibleError(unconvertible);
  forgetOthers(connection, tables);
  // First the columns and values of all tables: a copy may be of a column of another table.
  for (const { table, plan, old, converts, touched } of changes) {
    await REAL_TURNS.turn();
    await addColumns(connection, table);
    await REAL_TURNS.turn();
    const stays = plan.indexes.filter(
      (index) =>
        old?.indexes.some((one) => one.name === index.name && one.on === index.on) &&
        !converts.some((column) => index.columns.includes(column.sql)),
    );
    await dropIndexes(connection, table, stays);
    for (const column of converts)
      if (await convertColumnValues(connection, table, column, seen)) touched.add(column.name);
  }
  const touched = touchedBy(changes);
  for (const { table, plan, old } of changes) {
    await REAL_TURNS.turn();
    const stale = staleIn(table, plan, old, touched);
    const removed = old?.searches.filter((search) => !plan.searches.includes(search)) ?? [];
    for (const search of [...removed, ...stale.searches]) dropSearch(connection, table.id, search);
    for (const search of stale.searches) createSearch(connection, table.id, search);
    await backfill({ connection, tables }, table, stale);
    await REAL_TURNS.turn();
    await createIndexes(connection, plan.indexes);
    keepPlan(connection, table, JSON.stringify(plan));
  }
  for (const table of tables.values()) keepSeen(connection, table, seen);
  return tables;
}

/** The tables of the shapes where they follow them already, else undefined. Writes nothing. */
export function followedTables(connection: Connection, shapes: readonly TableShape[]): Tables | undefined {
  const seen = readSeen(connection);
  const tables = atOnce(makeTables(shapes, seen));
  const isFollowed =
    [...readPlans(connection).keys()].every((id) => tables.has(id)) &&
    [...tables.values()].every((table) => unseen(table, seen).length === 0) &&
    atOnce(changesOf(connection, tables, seen)).length === 0;
  return isFollowed ? tables : undefined;
}

function* changesOf(connection: Connection, tables: Tables, seen: SeenColumns): Steps<TableChange<Plan>[]> {
  const plans = readPlans(connection);
  yield;
  const all: (TableChange<Plan> & { readonly isSame: boolean })[] = [];
  for (const table of tables.values()) {
    yield;
    const text = plans.get(table.id);
    const plan = planOf(table);
    const old: Plan | undefined = text === undefined ? undefined : JSON.parse(text);
    const touched = new Set(table.declared.filter((column) => isNew(column, old)).map(({ name }) => name));
    const kinds = columnsToConvert(table, seen);
    const returned = table.declared.filter(
      (column) =>
        touched.has(column.name) && !kinds.includes(column) && seen.get(table.id)?.has(column.name) === true,
    );
    const converts = [...kinds, ...(yield* columnsLackingValues(connection, table, returned))];
    all.push({ table, plan, old, converts, touched, isSame: text === JSON.stringify(plan) });
  }
  return changesAmong(all);
}

/**
 * Creates the table or the columns that it lacks; in stored records a new column has its default. A new table is created
 * whole, because SQLite checks the whole schema with every column that is added.
 */
async function addColumns(connection: Connection, table: Table): Promise<void> {
  const name = sql.id(table.sql);
  const present = typesIn(connection, table);
  const columns = valueColumns(table);
  if (present.size === 0) {
    const all = [sql`${ROW} integer primary key`, sql`${ID} text not null unique`, ...columns.values()];
    connection.run(sql`create table ${name} (${sql.join(all)})`);
    return;
  }
  for (const [column, definition] of columns) {
    if (present.has(column)) continue;
    connection.run(sql`alter table ${name} add column ${definition}`);
    await REAL_TURNS.turn();
  }
}

/** By SQL name: the columns of values, and the hidden ones. */
function valueColumns({ columns, declared, copies, searches }: Table): Map<string, RawBuilder<unknown>> {
  const defined = new Map<string, RawBuilder<unknown>>();
  const define = (column: string, type: string, value: SqlValue) =>
    defined.set(column, sql`${sql.id(column)} ${sql.raw(type)} default ${sql.lit(value)}`);
  const defaults = new Map<string, Json | undefined>(declared.map((column) => [column.name, column.default]));
  defaults.set("_version", 1);
  for (const { name, sql: column, type } of columns)
    if (name !== "_id") define(column, SQL_TYPES[type], encode(type, defaults.get(name)));
  for (const copy of copies) define(copy.sql, "", null);
  for (const search of searches.values()) define(search.fold, "text", null);
  return defined;
}
