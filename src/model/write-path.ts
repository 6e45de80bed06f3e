import { isObject, ownValue } from "./json-value.ts";
import type { Json, RecordData } from "./record.ts";

/** The record with another value at a dotted path. What is beside the path keeps its identity. */
export function writePath(record: RecordData, path: string, value: Json): RecordData {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...record, [key]: value };
  const inner = ownValue(record, key);
  const holder = isObject(inner) ? inner : {};
  return { ...record, [key]: writePath(holder, rest.join("."), value) as Json };
}
