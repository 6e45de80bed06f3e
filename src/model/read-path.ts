import type { Json, RecordData } from "./record.ts";

/** The value at a dotted path of a record: `name`, `parent.name`, `images.0`. undefined where there is none. */
export function readPath(record: RecordData, path: string): Json | undefined {
  const [first = "", ...rest] = path.split(".");
  let value = Object.hasOwn(record, first) ? record[first] : undefined;
  for (const key of rest) value = partOf(value, key);
  return value;
}

function partOf(value: Json | undefined, key: string): Json | undefined {
  if (isList(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** `Array.isArray` does not narrow read-only lists. */
function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
