import { type RawBuilder, sql } from "kysely";
import { REAL_TURNS } from "../../in-turns.ts";
import { indexName } from "../tables/names.ts";
import type { Table } from "../tables/table.ts";
import { type Connection, compiled } from "./driver.ts";
import { ID, ROW } from "./records.ts";

/** An index as it should be: its name and all that follows `index <name>`. */
export interface Index {
  readonly name: string;
  readonly unique: boolean;
  /** SQL names of the record's columns in it. */
  readonly columns: readonly string[];
  readonly on: string;
}

/**
 * The indexes of a table. Those of sorts and of filters contain the folded searches and all filters too, so that a walk along
 * one reads no record; those of filters have the records of each value in the order of the main sort.
 */
export function indexesOf(table: Table): Index[] {
  const on = (columns: readonly RawBuilder<unknown>[], where: RawBuilder<unknown> = sql``) =>
    compiled(sql`on ${sql.id(table.sql)} (${sql.join(columns)})${where}`);
  const folds = [...table.searches.values()].map((search) => sql.id(search.fold));
  const filters = table.filters.map((filter) => filter.sql);
  const sorts = [...table.sorts.values()].map(({ index, sql: column }) => ({
    name: index,
    unique: false,
    columns: [column, ...filters],
    on: on([sql`${sql.id(column)} collate nocase`, ID, ...folds, ...filters.map((name) => sql.id(name))]),
  }));
  const order = table.mainSort === undefined ? [] : [sql`${sql.id(table.mainSort.sql)} collate nocase`, ID];
  const filtering = table.filters.map((filter) => {
    const others = filters.filter((name) => name !== filter.sql);
    return {
      name: filter.index,
      unique: false,
      columns: [filter.sql, ...(table.mainSort === undefined ? [] : [table.mainSort.sql]), ...others],
      on: on([sql.id(filter.sql), ...order, ...folds, ...others.map((name) => sql.id(name))]),
    };
  });
  const searching = [...table.searches.values()].map(({ long, fold }) => ({
    name: long,
    unique: false,
    columns: [fold],
    on: on([ROW], sql` where ${sql.id(fold)} is null`),
  }));
  const unique = table.unique.map(({ name, sql: column }) => ({
    name: indexName("unique", table.id, name),
    unique: true,
    columns: [column],
    on: on([sql.id(column)], sql` where ${sql.id(column)} is not null`),
  }));
  return [...sorts, ...filtering, ...searching, ...unique];
}

/** Drops the other indexes of the table. SQLite reads the schema again after each: others have their turn in between. */
export async function dropIndexes(
  connection: Connection,
  table: Table,
  wanted: readonly Index[],
): Promise<void> {
  const found = connection.all(
    sql<{ name: string }>`select name from sqlite_master where type = 'index' and tbl_name = ${table.sql}
      and sql is not null`,
  );
  for (const { name } of found) {
    if (wanted.some((index) => index.name === name)) continue;
    connection.run(sql`drop index ${sql.id(name)}`);
    await REAL_TURNS.turn();
  }
}

export async function createIndexes(connection: Connection, indexes: readonly Index[]): Promise<void> {
  for (const { name, unique, on } of indexes) {
    connection.run(
      sql`create ${sql.raw(unique ? "unique index" : "index")} if not exists ${sql.id(name)} ${sql.raw(on)}`,
    );
    await REAL_TURNS.turn();
  }
}
