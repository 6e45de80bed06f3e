import type { Config } from "../../../model/config.ts";
import type { Entity } from "../../../model/entity.ts";
import type { ListFilter } from "../../../model/list/list-filter.ts";

/** The fields of an entity by which others list its records. */
export function inverseFields({ entities }: Config, { id }: Pick<Entity, "id">): readonly string[] {
  const lists = [...entities.values()].flatMap(({ referredBy }) => referredBy);
  return [...new Set(lists.flatMap(({ entity, field }) => (entity === id ? [field] : [])))];
}

/** What a list can be filtered by: the declared filters, and the references of inverse lists. */
export function allFilters(config: Config, entity: Entity): readonly ListFilter[] {
  const declared = entity.list.filters;
  const more = inverseFields(config, entity).filter((name) => !declared.some(({ field }) => field === name));
  return [
    ...declared,
    ...more.map((field) => ({ field, label: field, kind: "reference", mayBeEmpty: false }) as const),
  ];
}
