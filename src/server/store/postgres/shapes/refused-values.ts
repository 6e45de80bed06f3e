import { sql } from "kysely";
import type { Unconvertible } from "../../table-shape.ts";
import { findRefusals } from "../../tables/refusals.ts";
import type { DeclaredColumn, Table } from "../../tables/table.ts";
import { uniqueColumn } from "../derived.ts";
import { physicalName } from "../physical-names.ts";
import { NUMBER, recordTable, storedJson } from "../read-records.ts";
import { namedRows, type StoredState, valueConversions } from "./convert-values.ts";
import { columnsIn } from "./stored-columns.ts";
import { planIn } from "./table-plan.ts";

/** Which stored values the tables cannot take. Changes nothing. */
export function findRefusedValues(state: StoredState, tables: Iterable<Table>): Promise<Unconvertible[]> {
  const { query } = state;
  return findRefusals(tables, state.seen, async (table) => {
    const present = columnsIn(state.physical, table);
    const plan = planIn(state.plans, table);
    const records = recordTable(table);
    return {
      lacksUniqueIndex: ({ name }) => plan?.derived[uniqueColumn(table, name)] === undefined,
      hasTable: () => present.size > 0,
      hasColumn: (column) => present.has(physicalName(column.sql)),
      values: (column) => oneByOne(state, table, column),
      hasDefault: (column) => storedJson(column, column.default) !== null,
      async countRecords() {
        const [found] = await query(sql<{ n: number }>`select count(*) as n from ${records}`);
        return found?.n ?? 0;
      },
      async firstRows(limit) {
        const first = await query(
          sql<{ row: number }>`select ${NUMBER} as row from ${records} order by ${NUMBER} limit ${limit}`,
        );
        return first.map(({ row }) => row);
      },
      named: (rows) => namedRows(state, table, rows),
    };
  });
}

async function* oneByOne(state: StoredState, table: Table, column: DeclaredColumn) {
  for await (const values of valueConversions(state, table, column)) yield* values;
}
