import type { InverseList } from "../../../model/list/inverse-list.ts";
import type { Account } from "../../http/request.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { maySortBy, mayUse, rightsOf } from "../rights/entity-rights.ts";

/** The inverse lists that an account has: those whose records and field it may see, with the columns that it may see. */
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
