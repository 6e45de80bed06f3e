import type { Json, RecordData } from "./record.ts";

type Keyed = { readonly [key: string]: Json | undefined };

/** The record with another value at a dotted path. What is beside the path keeps its identity. */
export function writePath(record: RecordData, path: string, value: Json): RecordData {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...record, [key]: value };
  const inner = Object.hasOwn(record, key) ? record[key] : undefined;
  const holder = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? (inner as Keyed) : {};
  return { ...record, [key]: writePath(holder, rest.join("."), value) as Json };
}
