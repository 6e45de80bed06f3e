import type { Json, RecordData } from "../model/record.ts";
import { isObject, ownValue } from "./json.ts";

/** JSON pointers (RFC 6901): `/articles/2/article`; "" is the whole value. */

/** The pointer of a value below another. */
export function below(pointer: string, ...segments: readonly (string | number)[]): string {
  let longer = pointer;
  for (const segment of segments) {
    const text = String(segment);
    longer += `/${/[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text}`;
  }
  return longer;
}

/** The names and indexes that a pointer goes through. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a dotted path of a record: `name`, `parent.name`, `images.0`. undefined where there is none. */
export function readPath(record: RecordData, path: string): Json | undefined {
  const [first = "", ...rest] = path.split(".");
  return rest.reduce<Json | undefined>(ownValue, ownValue(record, first));
}

/** The record with another value at a dotted path. What is beside the path keeps its identity. */
export function writePath(record: RecordData, path: string, value: Json): RecordData {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...record, [key]: value };
  const inner = ownValue(record, key);
  const holder = isObject(inner) ? inner : {};
  return { ...record, [key]: writePath(holder, rest.join("."), value) as Json };
}
