import type { Json } from "../../../model/record.ts";
import { ownValue } from "../../../record/json.ts";
import type { ColumnType } from "../table-shape.ts";

/** A value as a database has it. */
export type SqlValue = string | number | null;

/** A field's value as its column stores it. Never throws: what is not of the type is stored as closely as the column can. */
export function encode(type: ColumnType, value: Json | undefined): SqlValue {
  if (value === undefined || value === null) return null;
  if (type === "json") return JSON.stringify(value);
  if (typeof value === "string") return storable(value);
  if (typeof value === "object") return JSON.stringify(value);
  return type === "text" ? String(value) : Number(value);
}

/** NUL and unpaired surrogates, which neither this driver nor PostgreSQL can store, become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** The value of a field from its column. A value of a type that the field had before stays as it is. */
export function decode(type: ColumnType, value: SqlValue): Json {
  if (value === null) return null;
  if (type === "boolean") return value === 1 ? true : value === 0 ? false : value;
  if (type === "json" && typeof value === "string") return parse(value);
  if (type === "json" || type === "text") return value;
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value inside a record, by keys; undefined where there is none. */
export function valueByKeys(value: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>(ownValue, value);
}

/** Every text found at a path in which `*` stands for each item of a list. */
export function textsAt(value: Json | undefined, keys: readonly string[]): string[] {
  const [key, ...rest] = keys;
  if (key === undefined) return typeof value === "string" && value !== "" ? [value] : [];
  if (key !== "*") return textsAt(valueByKeys(value, [key]), rest);
  return Array.isArray(value) ? value.flatMap((item: Json) => textsAt(item, rest)) : [];
}

/** What a list sorts by: texts, numbers and booleans; all else counts as empty. */
export function sortable(value: Json | undefined): SqlValue {
  return typeof value === "object" ? null : encode(typeof value === "string" ? "text" : "number", value);
}
