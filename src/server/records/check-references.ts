import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import type { FieldError } from "../../record/messages.ts";
import type { PlacedField } from "../../record/path.ts";
import { type PlacedValue, valuesAt } from "../../record/walk.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { StoreView } from "../store/store.ts";
import { type EntityRuntime, isHidden } from "./entity-runtime.ts";
import { ruleError } from "./field-refusal.ts";

/**
 * References of the record to what does not exist, or may not be seen, and references that close a ring. What the stored
 * record already says is not asked again: it holds, and its writer may see more than this one.
 */
export async function checkReferences(
  request: ApiRequest,
  view: StoreView,
  runtime: EntityRuntime,
  record: RecordData,
  stored: StoredRecord | undefined,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const placed of runtime.placed.values()) {
    const { reference } = placed.field;
    if (reference === undefined) continue;
    const before = new Set(stored === undefined ? [] : valuesAt(stored, placed.path).map(valueIn));
    const changed = valuesAt(record, placed.path).filter((one) => !before.has(one.value));
    const known = await knownIds(request, view, reference.entity, changed);
    for (const { value, pointer } of changed) {
      const say = (rule: "reference" | "tree") =>
        errors.push(ruleError(request.runtime.config, runtime.entity, placed, rule, pointer));
      if (!known.has(value)) say("reference");
      else if (reference.tree === true && stored !== undefined) {
        if (await leadsTo(view, placed, reference.entity, value, stored._id)) say("tree");
      }
    }
  }
  return errors;
}

function valueIn({ value }: PlacedValue): Json {
  return value;
}

async function knownIds(
  request: ApiRequest,
  view: StoreView,
  entity: string,
  values: readonly PlacedValue[],
): Promise<ReadonlySet<Json>> {
  const target = request.runtime.entities.get(entity);
  if (target === undefined || values.length === 0) return new Set();
  const ids = values.map(valueIn).filter((value) => typeof value === "string");
  const found = await view.getMany(entity, [...new Set(ids)]);
  return new Set(found.filter((record) => !isHidden(request, target, record)).map((record) => record._id));
}

/** Whether following the same field upwards from `start` comes to `end`. */
async function leadsTo(
  view: StoreView,
  { path }: PlacedField,
  table: string,
  start: Json,
  end: string,
): Promise<boolean> {
  const seen = new Set<Json>();
  const next: Json[] = [start];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (id === end) return true;
    if (typeof id !== "string" || seen.has(id)) continue;
    seen.add(id);
    const record = await view.get(table, id);
    if (record !== undefined) next.push(...valuesAt(record, path).map(valueIn));
  }
  return false;
}
