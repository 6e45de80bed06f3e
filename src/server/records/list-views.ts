import type { Entity } from "../../model/entity.ts";
import type { Filter, PlainFilter } from "../../model/filter.ts";
import { hasView, type ListView } from "../../model/list/list-view.ts";
import { plainFilter } from "../../record/filter.ts";
import type { Account, ApiRequest } from "../http/request.ts";
import type { EntityRuntime } from "./entity-runtime.ts";

/** Which paths of an entity an account may see, and by which it may order a list. */
export interface SeenPaths {
  mayName(path: string): boolean;
  maySort(path: string): boolean;
}

/** The views of a list that an account has: those of its role that ask for nothing that it may not see, with the columns that it sees. */
export function ownViews(
  { list }: Entity,
  { role }: Account,
  { mayName, maySort }: SeenPaths,
): readonly ListView[] {
  return list.views
    .filter((view) => hasView(view, role))
    .filter(
      ({ filter = [], sort }) =>
        filter.every(({ field }) => mayName(field)) && (!sort || maySort(sort.field)),
    )
    .map(({ columns, ...view }) => (columns ? { ...view, columns: columns.filter(mayName) } : view));
}

/** The view with this id, if there is one and the account has it. */
export function findView(
  entity: Entity,
  id: string,
  account: Account,
  seen: SeenPaths,
): ListView | undefined {
  return ownViews(entity, account, seen).find((view) => view.id === id);
}

/** A filter of the config or of an address, with the values that it has now for the account that asks. */
export function filterFor(
  filter: Filter,
  target: EntityRuntime,
  { account }: ApiRequest,
  now = target.now(),
): PlainFilter {
  const asking = { account: account?.record, now, timeZone: target.config.app.timeZone };
  return plainFilter(filter, target.guarded.isMoment, asking);
}
