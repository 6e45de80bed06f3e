import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { InverseList } from "../../model/inverse-list.ts";
import type { ListFilter } from "../../model/list/list-filter.ts";
import type { Account } from "../http/request.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { maySortBy, mayUse, rightsOf } from "./rights/entity-rights.ts";

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

/** The inverse lists of an entity as an account has them: none of records or by fields that it may not see. */
export function ownInverseLists(
  { entity, entities }: Pick<EntityRuntime, "entity" | "entities">,
  account: Account,
): readonly InverseList[] {
  return entity.referredBy.flatMap(({ columns, sort, create, ...list }) => {
    const other = entities.get(list.entity);
    if (other === undefined) return [];
    const rights = rightsOf(account, other);
    const isSeen = (path: string) => mayUse(account, other, rights, path);
    const seen = columns.filter(isSeen);
    if (rights.access !== "full" || !isSeen(list.field) || seen.length === 0) return [];
    const isSorted = sort !== undefined && maySortBy(account, other, rights, sort.field);
    return [{ ...list, columns: seen, ...(isSorted ? { sort } : {}), create: create && rights.may.create }];
  });
}
