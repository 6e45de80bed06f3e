import { type RawBuilder, sql } from "kysely";
import type { SqlValue } from "../../tables/values.ts";
import { ID } from "../records.ts";

export interface Order {
  readonly column: string;
  readonly isDescending: boolean;
}

/** In the order of an index of this column and `_id`. */
export function orderBy({ column, isDescending }: Order): RawBuilder<unknown> {
  const direction = sql.raw(isDescending ? "desc" : "asc");
  return sql`order by ${sql.id(column)} collate nocase ${direction}, ${ID} ${direction}`;
}

/** An entry of such an index. */
interface Place {
  readonly value: SqlValue;
  readonly id: SqlValue;
}

/** Entries of such an index, found by seeking. */
export interface Range {
  /** Alike for all that differ in their values alone. */
  readonly key: string;
  /** Takes `values` as parameters. */
  readonly holds: RawBuilder<unknown>;
  readonly values: readonly SqlValue[];
}

export const EVERYWHERE: Range = { key: "all", holds: sql`true`, values: [] };

/**
 * All entries behind a place, in order: a step that begins there passes none of those before it again, as one with an offset
 * would. They are several ranges since SQLite does not seek to a value and an `_id` where the value has a collation. What is
 * empty comes first ascending.
 */
export function rangesAfter({ column, isDescending }: Order, { value, id }: Place): readonly Range[] {
  const own = sql`${sql.id(column)} collate nocase`;
  const beyond = sql.raw(isDescending ? "<" : ">");
  const tied: Range = {
    key: "tied",
    holds: sql`${own} is ${""} and ${ID} ${beyond} ${""}`,
    values: [value, id],
  };
  if (value === null)
    return isDescending ? [tied] : [tied, { key: "filled", holds: sql`${own} is not null`, values: [] }];
  return [
    tied,
    { key: "beyond", holds: sql`${own} ${beyond} ${""}`, values: [value] },
    ...(isDescending ? [{ key: "empty", holds: sql`${own} is null`, values: [] }] : []),
  ];
}
