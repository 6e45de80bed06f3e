import { sql } from "kysely";
import type { Table } from "../../tables/table.ts";
import type { SqlValue } from "../../tables/values.ts";
import { type Connection, compiled, openConnection } from "../driver.ts";
import { type ChangedRow, filterColumns } from "./changed-rows.ts";
import { allOf, type Test, valuesOf } from "./conditions.ts";

/** For how many rows the tests of a filter held, and hold. */
interface Held {
  readonly before: number;
  readonly after: number;
}

/** Asks SQLite itself, in memory, so that a test holds for a row alone as it does in the table. */
export function makeRowTests() {
  let memory: Connection | undefined;
  const made = new Map<string, Table>();

  function make(connection: Connection, table: Table): void {
    if (made.get(table.sql) === table) return;
    const types = new Map(
      connection
        .rows("select name, type from pragma_table_info(?)", [table.sql])
        .map(([name, type]) => [name, type]),
    );
    const columns = filterColumns(table).map(
      (name) => sql`${sql.id(name)} ${sql.raw(String(types.get(name)))}`,
    );
    open().exec(compiled(sql`drop table if exists ${sql.id(table.sql)}`));
    open().exec(compiled(sql`create table ${sql.id(table.sql)} (${sql.join(columns)})`));
    made.set(table.sql, table);
  }

  function open(): Connection {
    memory ??= openConnection(":memory:");
    return memory;
  }

  function count(
    table: Table,
    tests: readonly Test[],
    rows: readonly (readonly SqlValue[] | undefined)[],
  ): number {
    const { runText, rows: ask } = open();
    const name = sql.id(table.sql);
    const columns = filterColumns(table).map((column) => sql.id(column));
    const insert = compiled(
      sql`insert into ${name} (${sql.join(columns)}) values (${sql.join(columns.map(() => sql`${null}`))})`,
    );
    runText("begin", []);
    try {
      for (const row of rows) if (row !== undefined) runText(insert, row);
      const text = compiled(sql`select count(*) from ${name} where ${allOf(tests)}`);
      return Number(ask(text, valuesOf(tests))[0]?.[0]);
    } finally {
      runText("rollback", []);
    }
  }

  return {
    /** undefined: they are about other columns too, of which nothing is known. */
    held(
      connection: Connection,
      table: Table,
      tests: readonly Test[],
      rows: readonly ChangedRow[],
    ): Held | undefined {
      const known = filterColumns(table);
      if (!tests.every(({ columns }) => columns.every((column) => known.includes(column)))) return undefined;
      make(connection, table);
      const heldBy = (when: "before" | "after") =>
        count(
          table,
          tests,
          rows.map((row) => row[when]),
        );
      return { before: heldBy("before"), after: heldBy("after") };
    },
    close: () => memory?.close(),
  };
}
