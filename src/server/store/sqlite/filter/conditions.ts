import { type RawBuilder, sql } from "kysely";
import type { PlainCondition, PlainFilter } from "../../../../model/filter.ts";
import { splitPath } from "../../../../record/path.ts";
import type { SqlValue } from "../driver.ts";
import type { Table, TableColumn } from "../table.ts";
import { storable } from "../values.ts";

/** A filter as part of a query. */
export interface Conditions {
  /** Alike for all filters that differ in their values alone. */
  readonly key: string;
  /** Takes `values` as parameters. */
  readonly hold: RawBuilder<unknown>;
  readonly values: readonly SqlValue[];
}

/** Throws where the table has no such column. */
export function conditionsOf(table: Table, filter: PlainFilter): Conditions {
  const parts = filter.map((condition) => conditionOf(valueIn(table, condition.field), condition));
  return {
    key: JSON.stringify(filter.map(({ field, op, value }) => [field, op, typeof value])),
    hold:
      parts.length === 0
        ? sql`true`
        : sql`(${sql.join(
            parts.map(({ holds }) => holds),
            sql` and `,
          )})`,
    values: parts.flatMap(({ values }) => values),
  };
}

/** Where a field's value is. */
interface Value {
  readonly sql: RawBuilder<unknown>;
  readonly type: TableColumn["type"] | "any";
}

function valueIn(table: Table, field: string): Value {
  const own = table.byName.get(field);
  if (own !== undefined) return { sql: sql.id(own.sql), type: own.type };
  const [first = "", ...keys] = splitPath(field);
  const column = table.byName.get(first);
  if (column?.type !== "json") throw new Error(`${table.id} has no column for ${JSON.stringify(field)}.`);
  const path = `$${keys.map((key) => `."${key}"`).join("")}`;
  return { sql: sql`json_extract(${sql.id(column.sql)}, ${sql.lit(path)})`, type: "any" };
}

interface Condition {
  readonly holds: RawBuilder<unknown>;
  readonly values: readonly SqlValue[];
}

/** Numbers come before texts in SQLite's order: a bound is of values of its own type alone. */
function conditionOf({ sql: own, type }: Value, { op, value }: PlainCondition): Condition {
  switch (op) {
    case "empty":
      return { holds: value === true ? isEmpty(own, type) : sql`not ${isEmpty(own, type)}`, values: [] };
    case "in":
      return {
        holds: sql`${own} in (select value from json_each(${""}))`,
        values: [JSON.stringify((Array.isArray(value) ? value : []).map(sqlValue))],
      };
    case "eq":
      return { holds: sql`${own} = ${""}`, values: [sqlValue(value)] };
    case "gte":
      return typeof value === "string"
        ? { holds: sql`${own} collate nocase >= ${""}`, values: [sqlValue(value)] }
        : { holds: sql`(${own} >= ${0} and ${own} < '')`, values: [sqlValue(value)] };
    case "lte":
      return typeof value === "string"
        ? { holds: sql`(${own} collate nocase <= ${""} and ${own} >= '')`, values: [sqlValue(value)] }
        : { holds: sql`${own} <= ${0}`, values: [sqlValue(value)] };
  }
}

function sqlValue(value: PlainCondition["value"]): SqlValue {
  if (typeof value === "object") return null;
  return typeof value === "string" ? storable(value) : Number(value);
}

/** What String.prototype.trim removes. */
const BLANKS =
  "\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";

function isEmpty(own: RawBuilder<unknown>, type: Value["type"]): RawBuilder<unknown> {
  if (type === "json") return sql`(${own} is null or ${own} = '[]')`;
  if (type === "text" || type === "any")
    return sql`(${own} is null or trim(${own}, ${sql.lit(BLANKS)}) in ('', '[]'))`;
  return sql`(${own} is null)`;
}
