import { type RawBuilder, sql } from "kysely";
import type { StoreListQuery } from "../store.ts";
import type { Context } from "./context.ts";
import { countRecords, filterColumn, filterValues } from "./counts.ts";
import { indexName } from "./names.ts";
import type { Table } from "./table.ts";

/** The records that a list leaves out, ready to be put into queries; each condition takes `values` as parameter. */
export interface Hidden {
  readonly field: string;
  readonly column: RawBuilder<unknown>;
  readonly index: RawBuilder<unknown>;
  readonly is: RawBuilder<unknown>;
  readonly isNot: RawBuilder<unknown>;
  /** A JSON list. */
  readonly values: string;
  /** How many records the table has of them. */
  readonly count: number;
}

export function makeHidden(
  context: Context,
  table: Table,
  without: NonNullable<StoreListQuery["without"]>,
): Hidden {
  const { field, values } = without;
  const filter = filterColumn(table, field);
  const column = sql.id(filter.sql);
  const among = sql`(select value from json_each(${""}))`;
  return {
    field,
    column,
    index: sql.id(indexName("filter", table.id, field)),
    is: sql`${column} in ${among}`,
    isNot: sql`(${column} is null or ${column} not in ${among})`,
    values: JSON.stringify(filterValues(filter, values)),
    count: countRecords(context, table, without),
  };
}
