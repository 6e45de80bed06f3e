import { sql } from "kysely";
import type { TableShape } from "../store.ts";
import { backfill } from "./backfill.ts";
import type { Context } from "./context.ts";
import type { Connection, SqlValue } from "./driver.ts";
import { createIndexes, dropIndexes } from "./indexes.ts";
import { forgetOthers, keepPlan, type Plan, planOf, readPlans, staleIn } from "./plan.ts";
import { ID, ROW } from "./records.ts";
import { createGrams, dropGrams } from "./search.ts";
import { makeTable, type Table, type Tables } from "./table.ts";
import { encode, SQL_TYPES } from "./values.ts";

export function makeTables(shapes: readonly TableShape[]): Tables {
  return new Map(shapes.map((shape) => [shape.table, makeTable(shape)]));
}

/** Makes the tables follow the shapes, inside a write transaction. Costs one query where nothing changed. */
export async function prepareTables(context: Context, shapes: readonly TableShape[]): Promise<void> {
  const { connection, tables } = context;
  const plans = readPlans(connection);
  const texts = new Map([...tables].map(([id, table]) => [id, JSON.stringify(planOf(connection, table))]));
  const changed = shapes.filter(({ table }) => plans.get(table) !== texts.get(table));
  forgetOthers(connection, tables);
  // Columns of all first: a copy may be of a column of another table.
  for (const shape of changed) addColumns(connection, tables.get(shape.table), shape);
  for (const { table: id } of changed) {
    const table = tables.get(id);
    const text = texts.get(id);
    if (table === undefined || text === undefined) continue;
    const plan: Plan = JSON.parse(text);
    const before = plans.get(id);
    const old: Plan | undefined = before === undefined ? undefined : JSON.parse(before);
    const stale = staleIn(table, plan, old);
    const same = plan.indexes.filter((index) =>
      old?.indexes.some((one) => one.name === index.name && one.on === index.on),
    );
    dropIndexes(connection, table, same);
    for (const search of old?.searches ?? [])
      if (!plan.searches.includes(search)) dropGrams(connection, id, search);
    for (const search of stale.searches) {
      dropGrams(connection, id, search);
      createGrams(connection, id, search);
    }
    await backfill(context, table, stale);
    createIndexes(connection, table, plan.indexes);
    keepPlan(connection, table, text);
  }
}

/** Makes the table, or the columns that it lacks. A new column holds its default in the records that are there. */
function addColumns(connection: Connection, table: Table | undefined, shape: TableShape): void {
  if (table === undefined) return;
  const name = sql.id(table.sql);
  connection.run(
    sql`create table if not exists ${name} (${ROW} integer primary key, ${ID} text not null unique)`,
  );
  const found = connection.all(sql<{ name: string }>`select name from pragma_table_info(${table.sql})`);
  const present = new Set(found.map((column) => column.name));
  const add = (column: string, type: string, value: SqlValue) => {
    if (!present.has(column))
      connection.run(
        sql`alter table ${name} add column ${sql.id(column)} ${sql.raw(type)} default ${sql.lit(value)}`,
      );
  };
  const defaults = new Map(shape.columns.map((column) => [column.name, column.default]));
  for (const { name, sql: column, type } of table.columns)
    add(column, SQL_TYPES[type], encode(type, defaults.get(name)));
  for (const copy of table.copies) add(copy.sql, "", null);
  for (const search of table.searches.values()) add(search.fold, "text", null);
}
