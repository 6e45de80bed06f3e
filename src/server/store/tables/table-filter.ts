import type { Json, RecordData } from "../../../model/record.ts";
import { isEmpty } from "../../../record/json.ts";
import type { ColumnType, FilterKey } from "../table-shape.ts";
import { encode, type SqlValue, sortable, valueByKeys } from "./values.ts";

/** A field by which lists are filtered, and the column that its conditions are about. */
export interface TableFilter {
  readonly field: string;
  readonly column: string;
  /** Where in the column's value. */
  readonly keys: readonly string[];
  /** The column itself, or a hidden one with its `filterKeyValue`. */
  readonly sql: string;
  readonly type: ColumnType | "any";
  readonly by: FilterKey | "own";
  readonly index: string;
}

/** Whether its records are counted by value: moments hardly ever occur twice. */
export function isCounted({ field, by }: Pick<TableFilter, "field" | "by">): boolean {
  return by !== "moment" && field !== "createdAt" && field !== "updatedAt";
}

/** What the hidden column of a filter holds for a value; null for a blank text. */
export function filterKeyValue(by: FilterKey, value: Json | undefined): SqlValue {
  if (by === "filled") return Number(!isEmpty(value));
  if (isEmpty(value)) return null;
  if (by === "value") return sortable(value);
  const time = new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The value of a filter under which the record is counted; undefined where there is none. */
export function countedIn(record: RecordData | undefined, filter: TableFilter): string | undefined {
  if (record === undefined || !isCounted(filter)) return undefined;
  const value = valueByKeys(record[filter.column], filter.keys);
  if (filter.by === "filled") return String(!isEmpty(value));
  return isEmpty(value) || typeof value === "object" ? undefined : String(value);
}

/** The values as the column stores them. */
export function filterValues({ type }: TableFilter, values: readonly string[]): SqlValue[] {
  if (type === "boolean") return values.map((value) => Number(value === "true"));
  if (type === "number" || type === "integer") return values.map(Number);
  return values.map((value) => encode("text", value));
}
