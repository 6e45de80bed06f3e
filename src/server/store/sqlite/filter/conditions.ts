import { type RawBuilder, sql } from "kysely";
import type { PlainCondition, PlainFilter } from "../../../../model/filter.ts";
import { FORMAT_CHECKS } from "../../../../model/formats.ts";
import { isEmpty } from "../../../../record/json.ts";
import { splitPath } from "../../../../record/path.ts";
import type { Table } from "../../tables/table.ts";
import type { TableFilter } from "../../tables/table-filter.ts";
import type { SqlValue } from "../../tables/values.ts";
import { storable } from "../../tables/values.ts";

/** A condition as part of a query. */
export interface Condition {
  readonly field: string;
  /** Alike for all conditions that differ in their values alone. */
  readonly key: string;
  /** Takes `values` as parameters. */
  readonly holds: RawBuilder<unknown>;
  readonly values: readonly SqlValue[];
  /** The columns that it reads. */
  readonly columns: readonly string[];
  /** What an index finds its records by: `one` value of it, or some. */
  readonly seeks?: { readonly filter: TableFilter; readonly by: "one" | "some" };
  readonly asked: PlainCondition;
}

/** What a test of records needs: a condition, what is hidden, the matches of a search. */
export type Test = Pick<Condition, "key" | "holds" | "values" | "columns">;

/** Throws where the table has no such column. */
export function conditionsOf(table: Table, filter: PlainFilter): readonly Condition[] {
  return filter.map((asked) => {
    const filter = table.filters.find(({ field }) => field === asked.field);
    const { by, ...made } = (filter && indexed(filter, asked)) ?? plain(table, asked);
    return {
      field: asked.field,
      key: `${asked.field} ${made.key}`,
      holds: made.holds,
      values: made.values,
      columns: [made.column],
      ...(filter === undefined || by === undefined ? {} : { seeks: { filter, by } }),
      asked,
    };
  });
}

interface Made {
  readonly key: string;
  readonly holds: RawBuilder<unknown>;
  readonly values: readonly SqlValue[];
  readonly column: string;
  readonly by?: "one" | "some";
}

/** A condition on the column that the indexes have; undefined where that does not tell. */
function indexed(filter: TableFilter, asked: PlainCondition): Made | undefined {
  const { op, value } = asked;
  const own = sql.id(filter.sql);
  const column = filter.sql;
  if (op === "empty" && filter.by === "filled")
    return { key: "filled", holds: sql`${own} = ${0}`, values: [Number(value !== true)], column, by: "one" };
  if (filter.by === "filled") return undefined;
  if (op === "empty") {
    if (value !== true)
      return { key: "some", holds: sql`${own} is not null`, values: [], column, by: "some" };
    return { key: "none", holds: sql`${own} is null`, values: [], column, by: "one" };
  }
  if (isList(value)) {
    const [only] = value;
    if (value.some(isEmpty)) return undefined;
    if (value.length === 1 && only !== undefined) return equal(filter, only);
    const list = JSON.stringify(value.map((one) => keyValue(filter, one)));
    const holds = sql`${own} in (select value from json_each(${""}))`;
    return { key: "in", holds, values: [list], column, by: "some" };
  }
  if (isEmpty(value)) return undefined;
  if (op === "eq") return equal(filter, value);
  if (op === "in") return undefined;
  // A text's order is not that of the index, but of a time it is.
  if (typeof value === "string" && !isTime(value)) return undefined;
  return { ...bound(own, op, typeof value, [keyValue(filter, value)]), column, by: "some" };
}

function isList(value: PlainCondition["value"]): value is readonly (string | number | boolean)[] {
  return typeof value === "object";
}

function equal(filter: TableFilter, value: string | number | boolean): Made {
  const holds = sql`${sql.id(filter.sql)} = ${""}`;
  return { key: "eq", holds, values: [keyValue(filter, value)], column: filter.sql, by: "one" };
}

function keyValue({ by }: TableFilter, value: string | number | boolean): SqlValue {
  if (by !== "moment") return sqlValue(value);
  const time = new Date(String(value));
  return Number.isNaN(time.getTime()) ? sqlValue(value) : time.toISOString();
}

/** The same for an index of the field's own values in the order of a list; undefined where that does not find them. */
export function seekInSort({ asked, seeks, key }: Condition, column: string): Seek | undefined {
  const { op, value } = asked;
  const isSame = seeks !== undefined && seeks.filter.by !== "filled" && seeks.filter.by !== "moment";
  if (!isSame || (op !== "gte" && op !== "lte") || isList(value)) return undefined;
  const { holds, values } = bound(sql`${sql.id(column)} collate nocase`, op, typeof value, [sqlValue(value)]);
  return { key: `sorted ${key}`, holds, values, columns: [column] };
}

type Seek = Pick<Condition, "key" | "holds" | "values" | "columns">;

const isTime = (text: string) => FORMAT_CHECKS.date(text) || FORMAT_CHECKS["date-time"](text);

/** Numbers come before texts in SQLite's order: a bound is of values of its own type alone. */
function bound(
  own: RawBuilder<unknown>,
  op: "gte" | "lte",
  type: string,
  values: readonly SqlValue[],
): Omit<Made, "column"> {
  const key = `${op} ${type}`;
  if (type === "string")
    return op === "gte"
      ? { key, holds: sql`${own} >= ${""}`, values }
      : { key, holds: sql`(${own} <= ${""} and ${own} >= '')`, values };
  return op === "gte"
    ? { key, holds: sql`(${own} >= ${0} and ${own} < '')`, values }
    : { key, holds: sql`${own} <= ${0}`, values };
}

/** A condition on the field's own value. */
function plain(table: Table, { field, op, value }: PlainCondition): Made {
  const { own, column, isText } = valueIn(table, field);
  const values = typeof value === "object" ? [] : [sqlValue(value)];
  if (op === "empty") {
    const empty = sql`(${own} is null or trim(${own}, ${sql.lit(BLANKS)}) in ('', '[]'))`;
    const none = isText ? empty : sql`(${own} is null)`;
    return { key: `empty ${value}`, holds: value === true ? none : sql`not ${none}`, values: [], column };
  }
  if (isList(value)) {
    const list = JSON.stringify(value.map(sqlValue));
    return {
      key: "own in",
      holds: sql`${own} in (select value from json_each(${""}))`,
      values: [list],
      column,
    };
  }
  if (op === "eq") return { key: "own eq", holds: sql`${own} = ${""}`, values, column };
  if (op === "in") throw new Error("`in` goes with a list of values.");
  const type = typeof value;
  const ordered = type === "string" ? sql`${own} collate nocase` : own;
  const made = bound(ordered, op, type, values);
  return { ...made, key: `own ${made.key}`, column };
}

/** Where a field's value is; `isText`: it may be a blank text, or the text of an empty list. */
export function valueIn(
  table: Table,
  field: string,
): { readonly own: RawBuilder<unknown>; readonly column: string; readonly isText: boolean } {
  const own = table.byName.get(field);
  if (own !== undefined)
    return { own: sql.id(own.sql), column: own.sql, isText: own.type === "text" || own.type === "json" };
  const [first = "", ...keys] = splitPath(field);
  const column = table.byName.get(first);
  if (column?.type !== "json") throw new Error(`${table.id} has no column for ${JSON.stringify(field)}.`);
  const path = `$${keys.map((key) => `."${key}"`).join("")}`;
  return {
    own: sql`json_extract(${sql.id(column.sql)}, ${sql.lit(path)})`,
    column: column.sql,
    isText: true,
  };
}

function sqlValue(value: string | number | boolean): SqlValue {
  return typeof value === "string" ? storable(value) : Number(value);
}

/** What String.prototype.trim removes. */
const BLANKS =
  "\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF";

export function allOf(conditions: readonly Pick<Condition, "holds">[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`;
  return sql`(${sql.join(
    conditions.map(({ holds }) => holds),
    sql` and `,
  )})`;
}

export function keyOf(conditions: readonly Pick<Condition, "key">[]): string {
  return JSON.stringify(conditions.map(({ key }) => key));
}

export function valuesOf(conditions: readonly Pick<Condition, "values">[]): readonly SqlValue[] {
  return conditions.flatMap(({ values }) => values);
}
