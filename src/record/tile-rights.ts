import { chartFields, type HomeChart } from "../model/home/home-chart.ts";
import { hasView } from "../model/list/list-view.ts";
import { isSeen, keptThrough, type RoleSight } from "./role-sight.ts";

/** What a tile of the start page asks of its entity. */
interface AskedOfTile {
  readonly view?: string;
  readonly filter?: readonly { readonly field: string }[];
  readonly chart?: Pick<HomeChart, "by" | "sum">;
}

/** Whether accounts of a role have a tile: they see the list, its view, and every field that it asks for. */
export function seesTile({ view: id, filter = [], chart }: AskedOfTile, sight: RoleSight): boolean {
  const view = sight.entity.list.views?.find((one) => one.id === id);
  const hasItsView =
    id === undefined || (view !== undefined && hasView(view, sight.role) && seesView(view, sight));
  const charted = chart === undefined ? [] : chartFields(chart);
  const named = [...filter.map(({ field }) => field), ...charted];
  return hasItsView && sight.granted.may.view && named.every((path) => isSeen(sight, path));
}

interface AskedOfView {
  readonly filter?: readonly { readonly field: string }[] | undefined;
  readonly sort?: { readonly field: string } | undefined;
}

/** Whether the role sees the list and all that a view of it asks for, with all the records by which the view is ordered. */
export function seesView({ filter = [], sort }: AskedOfView, sight: RoleSight): boolean {
  return (
    sight.granted.may.view &&
    filter.every(({ field }) => isSeen(sight, field)) &&
    (sort === undefined || (isSeen(sight, sort.field) && keptThrough(sight, sort.field) === undefined))
  );
}
