import type { Entity } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { isWithin, patternOf } from "../../record/path.ts";
import { mapAt, valuesAt, walkFields } from "../../record/walk.ts";
import type { ApiRequest } from "../http/request.ts";
import type { StoreView } from "../store/store.ts";
import type { EntityRuntime, Expansion } from "./entity-runtime.ts";
import { rightsOf, sees } from "./rights/entity-rights.ts";
import { answerOf } from "./rights/visible-record.ts";
import { shownFields } from "./table-shape.ts";

/** The references that an entity's list reaches through: in its columns, or in the question before deleting. */
export function expansionsOf({ fields, list }: Entity): readonly Expansion[] {
  const shown = [...list.columns.map(({ field }) => field), ...placeholdersOf(list.deleteConfirm)];
  const patterns = shown.map(patternOf);
  return [...walkFields(fields)].flatMap(({ path, field: { reference } }) =>
    reference !== undefined && patterns.some((pattern) => pattern !== path && isWithin(pattern, path))
      ? [{ path, reference }]
      : [],
  );
}

/** The records with `{ _id, <label>, <fields> }` in place of ids; null where there is none that this request may see. */
export async function expandReferences(
  request: ApiRequest,
  view: StoreView,
  { expansions, entities }: EntityRuntime,
  records: readonly RecordData[],
): Promise<RecordData[]> {
  let expanded = [...records];
  for (const { path, reference } of expansions) {
    const target = entities.get(reference.entity);
    const shown = new Map<string, Json>();
    if (target !== undefined) {
      const ids = expanded.flatMap((record) => valuesAt(record, path).map(({ value }) => String(value)));
      const rights = rightsOf(request.account, target);
      const fields = shownFields(reference, target.listedFields).filter((name) => rights.views.has(name));
      const shownOf = { access: "reference", views: new Set(fields) } as const;
      for (const one of await view.getMany(reference.entity, [...new Set(ids)]))
        if (sees(rights, one)) shown.set(one._id, answerOf(target, one, shownOf, target.listedFields));
    }
    expanded = expanded.map((record) => mapAt(record, path, ({ value }) => shown.get(String(value)) ?? null));
  }
  return expanded;
}
