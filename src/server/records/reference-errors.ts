import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import type { FieldError } from "../../record/field-errors.ts";
import type { PlacedField } from "../../record/path.ts";
import { type PlacedValue, valuesAt } from "../../record/walk.ts";
import type { ApiRequest } from "../http/request.ts";
import type { StoreView } from "../store/store.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { ruleError } from "./field-refusal.ts";
import { isInPart, rightsOf } from "./rights/entity-rights.ts";

/**
 * References of the record to records that do not exist or that the account may not see, and references that form a cycle.
 * Stored references are not checked again: whoever wrote them may see more than this account.
 */
export async function referenceErrors(
  asking: Pick<ApiRequest, "account">,
  view: StoreView,
  target: EntityRuntime,
  record: RecordData,
  stored: StoredRecord | undefined,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const placed of target.placed.values()) {
    const { reference } = placed.field;
    if (reference === undefined) continue;
    const before = new Set(valuesAt(stored ?? {}, placed.path).map(({ value }) => value));
    const changed = valuesAt(record, placed.path).filter((one) => !before.has(one.value));
    const known = await knownIds(asking, view, target.entities.get(reference.entity), changed);
    for (const { value, pointer } of changed) {
      const say = (rule: "reference" | "tree") => errors.push(ruleError(target, placed, rule, pointer));
      if (!known.has(value)) say("reference");
      else if (reference.tree === true && stored !== undefined) {
        if (await leadsTo(view, placed, reference.entity, value, stored._id)) say("tree");
      }
    }
  }
  return errors;
}

async function knownIds(
  asking: Pick<ApiRequest, "account">,
  view: StoreView,
  target: EntityRuntime | undefined,
  values: readonly PlacedValue[],
): Promise<ReadonlySet<Json>> {
  if (target === undefined || values.length === 0) return new Set();
  const ids = values.map(({ value }) => value).filter((value) => typeof value === "string");
  const found = await view.getMany(target.entity.id, [...new Set(ids)]);
  const rights = rightsOf(asking.account, target);
  // An account without access does not see the field that refers to the entity either: its value comes from the server, from a
  // hook or with a restored record.
  return new Set(found.filter((record) => isInPart(rights, record)).map((record) => record._id));
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
    if (record !== undefined) next.push(...valuesAt(record, path).map(({ value }) => value));
  }
  return false;
}
