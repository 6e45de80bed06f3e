import type { Field } from "./entity.ts";
import { fieldState, type Mode } from "./evaluate-conditions.ts";
import { isEmpty } from "./is-empty.ts";
import { readPath } from "./read-path.ts";
import type { RecordData } from "./record.ts";

/**
 * A record without the values of hidden fields that say `whenHidden: "clear"`: null stands in their place. Clearing
 * one field may hide the next, so it goes on until nothing changes; one at a time, in the order of the fields, so
 * that two that hide each other do not both lose their value. The same record where nothing had to be cleared.
 */
export function clearHidden(fields: readonly Field[], record: RecordData, mode: Mode): RecordData {
  let path = firstToClear(fields, record, "", mode);
  if (path === undefined) return record;
  const cleared = structuredClone(record);
  for (; path !== undefined; path = firstToClear(fields, cleared, "", mode)) {
    const names = path.split(".");
    const name = names.pop() ?? "";
    const part = names.length === 0 ? cleared : readPath(cleared, names.join("."));
    if (typeof part === "object" && part !== null) Reflect.set(part, name, null);
  }
  return cleared;
}

/** Dotted path of a value to clear. Items of lists are their widget's business. */
function firstToClear(
  fields: readonly Field[],
  record: RecordData,
  at: string,
  mode: Mode,
): string | undefined {
  for (const field of fields) {
    const path = `${at}${field.name}`;
    if (isEmpty(readPath(record, path))) continue;
    if (!fieldState(field, record, mode).shown) {
      if (field.whenHidden === "clear") return path;
      continue;
    }
    const inner =
      field.fields === undefined ? undefined : firstToClear(field.fields, record, `${path}.`, mode);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
