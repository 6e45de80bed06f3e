import type { Json, StoredRecord } from "../../../model/record.ts";
import { isEmpty, isObject, ownValue } from "../../../record/json.ts";
import { splitPath } from "../../../record/path.ts";
import type { ConfigChange } from "../../../wire/config-editing.ts";
import type { Store } from "../../store/store.ts";
import type { Editing } from "./editing.ts";
import { nextStep, walkBudget } from "./walk-budget.ts";

/**
 * The changes, each field that went with the count of records that have a value in it.
 * @param seen the records that the editor sees
 */
export async function countLeft(
  editing: Editing,
  seen: Store,
  changes: readonly ConfigChange[],
  maxRecords?: number,
): Promise<readonly ConfigChange[]> {
  const budget = walkBudget(editing.effects, maxRecords);
  const gone = changes.filter(isGoneField);
  const counts = new Map(gone.map((change) => [change, 0]));
  const cut = new Set<ConfigChange>();
  for (const file of new Set(gone.map((change) => change.file))) {
    const own = gone.filter((change) => change.file === file);
    const isWhole = await walk(tableOf(file), (record) => {
      for (const change of own)
        if (hasField(record, change.field)) counts.set(change, (counts.get(change) ?? 0) + 1);
    });
    if (!isWhole) for (const change of own) cut.add(change);
  }
  return changes.map((change) => {
    const count = isGoneField(change) ? counts.get(change) : undefined;
    return count === undefined ? change : { ...change, left: { count, atLeast: cut.has(change) } };
  });

  /** Answers whether it came to the last record. */
  async function walk(table: string, look: (record: StoredRecord) => void): Promise<boolean> {
    let last: string | undefined;
    for (;;) {
      const step = nextStep(budget, editing.effects);
      if (step === 0) return false;
      const all = await editing.store.read((view) => view.walk(table, last, step));
      for (const record of await seen.read((view) => view.walk(table, last, step))) look(record);
      budget.records -= all.length;
      last = all.at(-1)?._id;
      if (all.length < step) return true;
    }
  }
}

interface GoneField extends ConfigChange {
  readonly field: string;
}

function isGoneField(change: ConfigChange): change is GoneField {
  return (
    change.kind === "removed" &&
    change.what === "field" &&
    change.field !== undefined &&
    /^entities\//.test(change.file)
  );
}

/** `entities/books.json` → `books` */
const tableOf = (file: string) => file.replace(/^entities\/|\.json$/g, "");

function hasField(record: StoredRecord, pattern: string): boolean {
  const [name = "", ...rest] = splitPath(pattern);
  return hasValue(record[name], rest);
}

/** Whether there is a value: in an object, in one of its fields; in a list, in one of its items. */
function hasValue(value: Json | undefined, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined)
    return isObject(value) ? Object.values(value).some((inner) => hasValue(inner, [])) : !isEmpty(value);
  if (name !== "*") return hasValue(ownValue(value, name), rest);
  return Array.isArray(value) && value.some((item) => hasValue(item, rest));
}
