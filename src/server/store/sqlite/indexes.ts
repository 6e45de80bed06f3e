import { type RawBuilder, sql } from "kysely";
import { REAL_TURNS } from "../../in-turns.ts";
import type { Connection } from "./driver.ts";
import { indexName } from "./names.ts";
import { ID, ROW } from "./records.ts";
import type { Table } from "./table.ts";

/** An index as it should be: its name and all that follows `index <name>`. */
export interface Index {
  readonly name: string;
  readonly unique: boolean;
  /** SQL names of the records' columns in it. */
  readonly columns: readonly string[];
  readonly on: string;
}

/**
 * The indexes of a table. Those of sorts hold the folded searches and the filters too, so that walking one never
 * looks at the records.
 */
export function indexesOf({ db }: Connection, table: Table): Index[] {
  const on = (columns: readonly RawBuilder<unknown>[], where: RawBuilder<unknown> = sql``) =>
    sql`on ${sql.id(table.sql)} (${sql.join(columns)})${where}`.compile(db).sql;
  const folds = [...table.searches.values()].map((search) => sql.id(search.fold));
  const filters = table.filters.map((filter) => sql.id(filter.sql));
  return [
    ...[...table.sorts.values()].map((sort) => ({
      name: sort.index,
      unique: false,
      columns: [sort.sql, ...table.filters.map((filter) => filter.sql)],
      on: on([sql`${sql.id(sort.sql)} collate nocase`, ID, ...folds, ...filters]),
    })),
    ...table.filters.map((filter) => ({
      name: indexName("filter", table.id, filter.name),
      unique: false,
      columns: [filter.sql],
      on: on([sql.id(filter.sql), ...folds]),
    })),
    ...[...table.searches.values()].map((search) => ({
      name: search.long,
      unique: false,
      columns: [search.fold],
      on: on([ROW], sql` where ${sql.id(search.fold)} is null`),
    })),
    ...table.unique.map((column) => ({
      name: indexName("unique", table.id, column.name),
      unique: true,
      columns: [column.sql],
      on: on([sql.id(column.sql)], sql` where ${sql.id(column.sql)} is not null`),
    })),
  ];
}

/**
 * Drops the table's indexes that are not wanted. After each change of the schema SQLite reads all of it anew, so others
 * have their turn between two.
 */
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
