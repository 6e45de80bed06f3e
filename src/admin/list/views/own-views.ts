import type { Entity } from "../../../model/entity.ts";
import type { Filter } from "../../../model/filter.ts";
import { OPS_OF_KIND } from "../../../model/list/list-filter.ts";
import { ALL_RECORDS, type ListView } from "../../../model/list/list-view.ts";
import type { ListFilterCondition } from "../../../wire/list-filter-query.ts";
import { MAX_OWN_VIEWS, MAX_PREFERENCE_BYTES } from "../../../wire/preferences.ts";
import { isSame, type ListAddress, readable, readListAddress, writeListAddress } from "../list-address.ts";
import { type ListChoice, type OwnView, writeChoice } from "./list-choice.ts";
import type { ListLayout } from "./use-list-layout.ts";

/** The address of a saved view, without what the config has no more. */
export function addressOf({ query }: OwnView, entity: Entity): ListAddress {
  return { ...readListAddress(new URLSearchParams(query), entity), page: 1 };
}

/** Whether something that a saved view names is not in the config any more. */
export function isOutdated(view: OwnView, entity: Entity): boolean {
  const said = new URLSearchParams(view.query);
  const now = writeListAddress(addressOf(view, entity));
  // Before a role's list opened with a view, none was named for all records.
  if (!said.has("view")) now.delete("view");
  return !isSame(said, now);
}

/** The saved view that an address shows, on whichever page. */
export function ownViewAt(
  address: ListAddress,
  views: readonly OwnView[],
  entity: Entity,
): OwnView | undefined {
  const here = writeListAddress({ ...address, page: 1 });
  return String(here) === ""
    ? undefined
    : views.find((view) => isSame(here, writeListAddress(addressOf(view, entity))));
}

/** The address of what is shown now, with what the person chose written into it. */
export function spelledOut(address: ListAddress, { columns, pageSize }: ListLayout): ListAddress {
  return { ...address, page: 1, columns: columns.map(({ field }) => field), size: pageSize };
}

/** The same for another account, which may open the list with another view, and may not have this one. */
export function sharedQuery(address: ListAddress, layout: ListLayout, { list }: Entity): string {
  const { view } = layout;
  const spelled = spelledOut(address, layout);
  const own = view?.roles === undefined ? undefined : plainConditions(view, address, list.filters);
  const sorted = list.columns.find(({ field, sortable }) => sortable && field === view?.sort?.field);
  return readable(
    writeListAddress(
      own === undefined
        ? { ...spelled, view: view?.id ?? ALL_RECORDS }
        : {
            ...spelled,
            view: ALL_RECORDS,
            filter: [...own, ...address.filter],
            sort: address.sort ?? (sorted && view?.sort),
          },
    ),
  );
}

/** A view's filter as people could have asked for it; undefined where they could not. */
function plainConditions(
  { filter = [] }: ListView,
  address: ListAddress,
  filters: Entity["list"]["filters"],
): readonly ListFilterCondition[] | undefined {
  const isPlain = (condition: Filter[number]): condition is ListFilterCondition => {
    const offered = filters.find(({ field }) => field === condition.field);
    const isTwice = address.filter.some(({ field, op }) => field === condition.field && op === condition.op);
    const isOwn = typeof condition.value === "object" && "account" in condition.value;
    return offered !== undefined && OPS_OF_KIND[offered.kind].includes(condition.op) && !isTwice && !isOwn;
  };
  return filter.every(isPlain) ? filter.filter(isPlain) : undefined;
}

/** With a view saved under a name, in place of one that has it already. */
export function withView(views: readonly OwnView[], saved: Omit<OwnView, "id">): readonly OwnView[] {
  if (views.some(({ name }) => name === saved.name))
    return views.map((view) => (view.name === saved.name ? { ...view, ...saved } : view));
  return [...views, { id: Math.max(0, ...views.map(({ id }) => id)) + 1, ...saved }];
}

/** The item moved by so many places. */
export function moved<T>(items: readonly T[], index: number, by: number): readonly T[] {
  const item = items[index];
  const to = index + by;
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(index, 1).toSpliced(to, 0, item);
}

/** Whether the server stores it. */
export function fits(choice: ListChoice): boolean {
  const bytes = new TextEncoder().encode(JSON.stringify(writeChoice(choice) ?? null)).length;
  return choice.views.length <= MAX_OWN_VIEWS && bytes <= MAX_PREFERENCE_BYTES;
}
