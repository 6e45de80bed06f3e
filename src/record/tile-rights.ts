import type { EntityConfig } from "../model/entity-config.ts";
import { chartFields, type HomeChart } from "../model/home/home-chart.ts";
import { hasView } from "../model/list/list-view.ts";
import { splitPath } from "./path.ts";
import { guardedAsWritten, rightsOfRole } from "./rights.ts";

/** What a tile of the start page asks of its entity. */
interface AskedOfTile {
  readonly view?: string;
  readonly filter?: readonly { readonly field: string }[];
  readonly chart?: Pick<HomeChart, "by" | "sum">;
}

/** Whether accounts of a role have a tile: they see the list, its view, and every field that it asks for. */
export function seesTile(
  { view: id, filter = [], chart }: AskedOfTile,
  entity: EntityConfig,
  role: { readonly name: string; readonly permissions: readonly string[] },
): boolean {
  const guarded = guardedAsWritten(entity);
  const { may, views } = rightsOfRole(guarded, role.permissions);
  const sees = ({ field }: { readonly field: string }) => {
    const top = splitPath(field)[0] ?? "";
    return views.has(top) || !guarded.fieldNames.includes(top);
  };
  const view = entity.list.views?.find((one) => one.id === id);
  const hasItsView = id === undefined || (view !== undefined && hasView(view, role.name));
  const sort = view?.sort === undefined ? [] : [view.sort];
  const charted = chart === undefined ? [] : chartFields(chart).map((field) => ({ field }));
  return may.view && hasItsView && [...filter, ...(view?.filter ?? []), ...sort, ...charted].every(sees);
}
