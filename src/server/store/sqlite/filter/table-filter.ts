import type { Json } from "../../../../model/record.ts";
import { isEmpty } from "../../../../record/json.ts";
import type { ColumnType, FilterKey } from "../../store.ts";
import type { SqlValue } from "../driver.ts";
import { sortable } from "../values.ts";

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
