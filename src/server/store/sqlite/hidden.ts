import { sql } from "kysely";
import type { StoreListQuery } from "../store-queries.ts";
import { filterColumn, type Table } from "../tables/table.ts";
import { filterValues } from "../tables/table-filter.ts";
import type { Context } from "./context.ts";
import { countRecords } from "./counts.ts";

export type Hidden = ReturnType<typeof makeHidden>;

/** The records that a list leaves out, as parts of queries: the conditions take `values` as their parameter. */
export function makeHidden(context: Context, table: Table, without: NonNullable<StoreListQuery["without"]>) {
  const { field, values } = without;
  const filter = filterColumn(table, field);
  const column = sql.id(filter.sql);
  const among = sql`(select value from json_each(${""}))`;
  return {
    field,
    filter,
    column,
    index: sql.id(filter.index),
    is: sql`${column} in ${among}`,
    isNot: sql`(${column} is null or ${column} not in ${among})`,
    /** A JSON list. */
    values: JSON.stringify(filterValues(filter, values)),
    /** How many records they are. */
    count: countRecords(context, table, without),
  };
}
