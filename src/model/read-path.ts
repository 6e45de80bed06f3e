import { ownValue } from "./json-value.ts";
import type { Json, RecordData } from "./record.ts";

/** The value at a dotted path of a record: `name`, `parent.name`, `images.0`. undefined where there is none. */
export function readPath(record: RecordData, path: string): Json | undefined {
  const [first = "", ...rest] = path.split(".");
  return rest.reduce<Json | undefined>(ownValue, ownValue(record, first));
}
