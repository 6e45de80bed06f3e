import type { Json, RecordData } from "../../model/record.ts";

type Keyed = { readonly [key: string]: Json | undefined };

/** The record with another value at a dotted path. What is beside the path keeps its identity. */
export function writePath(record: RecordData, path: string, value: Json): RecordData {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...record, [key]: value };
  const inner = record[key];
  const holder = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? (inner as Keyed) : {};
  return { ...record, [key]: writePath(holder, rest.join("."), value) as Json };
}

/** `/scores/wom` → `scores.wom` */
export function pathOfPointer(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
}

/** Whether a field holds nothing at all: what is sent as null. */
export function isBlank(value: Json | undefined): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}
