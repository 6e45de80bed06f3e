import type { Entity } from "../../model/entity.ts";
import type { Reference } from "../../model/field-schema.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { isWithin, patternOf } from "../../record/path.ts";
import { mapAt, valuesAt, walkFields } from "../../record/walk.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { StoreView } from "../store/store.ts";
import { cutRecord } from "./complete-record.ts";
import { isHidden, listedAnswerOf } from "./entity-runtime.ts";

/** A reference that a list column reaches through: the list answers the record referred to in place of its id. */
export interface Expansion {
  readonly path: string;
  readonly reference: Reference;
}

/** The references that the columns of an entity's list reach through. */
export function expansionsOf(entity: Entity): readonly Expansion[] {
  const columns = entity.list.columns.map(({ field }) => patternOf(field));
  return [...walkFields(entity.fields)].flatMap(({ path, field: { reference } }) =>
    reference !== undefined && columns.some((column) => column !== path && isWithin(column, path))
      ? [{ path, reference }]
      : [],
  );
}

/** The records with `{ _id, <label>, <fields> }` in place of ids; null where there is none that this request may see. */
export async function expandReferences(
  request: ApiRequest,
  view: StoreView,
  expansions: readonly Expansion[],
  records: readonly RecordData[],
): Promise<RecordData[]> {
  let expanded = [...records];
  for (const { path, reference } of expansions) {
    const ids = expanded.flatMap((record) => valuesAt(record, path).map(({ value }) => String(value)));
    const found = await view.getMany(reference.entity, [...new Set(ids)]);
    const shown = new Map(found.map((one) => [one._id, showReferred(request, reference, one)]));
    expanded = expanded.map((record) => mapAt(record, path, ({ value }) => shown.get(String(value)) ?? null));
  }
  return expanded;
}

function showReferred(request: ApiRequest, reference: Reference, record: StoredRecord): Json {
  const target = request.runtime.entities.get(reference.entity);
  if (target === undefined || isHidden(request, target, record)) return null;
  const readable = new Set(
    target.listedFields.filter(({ schema }) => schema.writeOnly !== true).map(({ name }) => name),
  );
  const shown = [reference.label, ...(reference.fields ?? [])].filter((name) => readable.has(name));
  return cutRecord(listedAnswerOf(target, record), new Set(shown));
}
