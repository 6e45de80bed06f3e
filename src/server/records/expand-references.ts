import type { Template } from "../../model/display.ts";
import type { Entity } from "../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { placeholdersOf } from "../../record/messages.ts";
import { displayedFields, fieldsShown, recordTitle } from "../../record/title.ts";
import { mapAt, referencesThrough, valuesAt } from "../../record/walk.ts";
import type { ApiRequest } from "../http/request.ts";
import type { StoreView } from "../store/store.ts";
import type { EntityRuntime, Expansion } from "./entity-runtime.ts";
import { isInPart, rightsOf } from "./rights/entity-rights.ts";
import { answerOf } from "./rights/visible-record.ts";
import { shownFields } from "./table-shape.ts";

/** The references that an entity's list shows or reaches through: in its columns, its display, or in the question before deleting. */
export function expansionsOf(
  { fields, list, display }: Entity,
  entities: ReadonlyMap<string, Entity>,
): readonly Expansion[] {
  const shown = [
    ...list.columns.map(({ field, reference }) => (reference === undefined ? field : `${field}._id`)),
    ...displayedFields(display),
    ...placeholdersOf(list.deleteConfirm),
  ];
  const further = list.columns.flatMap(({ field, reference }) => {
    const target = entities.get(reference?.entity ?? "");
    return reference && target ? expansionsBelow(field, target, reference.title) : [];
  });
  return [...referencesThrough(fields, shown), ...further];
}

/** What the title of the record leads through that a reference, at a path, leads to; to be expanded after that reference. */
export function expansionsBelow(path: string, target: Entity, title: Template): readonly Expansion[] {
  return titleExpansionsOf(target, title).map((one) => ({ ...one, path: `${path}.${one.path}` }));
}

/** The references that a title of an entity's records leads through. */
export function titleExpansionsOf({ fields }: Entity, title: Template): readonly Expansion[] {
  return referencesThrough(fields, fieldsShown(title));
}

/** Who reads the answer; `server`: the server itself, which sees all. */
type Reader = Pick<ApiRequest, "account"> | "server";

/**
 * The records with `{ _id, <label>, <fields> }` in place of ids: `_id` alone where the reader may see none of these fields, since the
 * field itself tells it, as its record and its history do; null where there is no record, or one that is hidden from the reader.
 */
export async function expandReferences(
  reader: Reader,
  view: StoreView,
  { expansions, entities }: Pick<EntityRuntime, "expansions" | "entities">,
  records: readonly RecordData[],
): Promise<RecordData[]> {
  let expanded = [...records];
  for (const { path, reference } of expansions) {
    const target = entities.get(reference.entity);
    const shown = new Map<string, Json>();
    if (target !== undefined) {
      const ids = expanded.flatMap((record) => valuesAt(record, path).map(({ value }) => String(value)));
      const rights = reader === "server" ? undefined : rightsOf(reader.account, target);
      const fields = shownFields(reference, target.listedFields).filter(
        (name) => rights?.views.has(name) !== false,
      );
      const shownOf = { access: "reference", views: new Set(fields) } as const;
      for (const one of await view.getMany(reference.entity, [...new Set(ids)]))
        if (rights === undefined || isInPart(rights, one))
          shown.set(one._id, answerOf(target, one, shownOf, target.listedFields));
    }
    expanded = expanded.map((record) => mapAt(record, path, ({ value }) => shown.get(String(value)) ?? null));
  }
  return expanded;
}

/** The titles of stored records, in their order. Only for readers who may see the fields that the title names. */
export async function titlesOf(
  reader: Reader,
  view: StoreView,
  target: EntityRuntime,
  records: readonly StoredRecord[],
): Promise<string[]> {
  const { config, entities, entity, titleExpansions: expansions } = target;
  const all = { access: "full", views: new Set(target.fields.map(({ name }) => name)) } as const;
  const answered = records.map((record) => answerOf(target, record, all, target.listedFields));
  const expanded = await expandReferences(reader, view, { expansions, entities }, answered);
  return expanded.map((record) => recordTitle(entity, record, config.app));
}
