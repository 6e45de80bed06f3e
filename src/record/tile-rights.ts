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
  const view = entity.list.views?.find((one) => one.id === id);
  const hasItsView =
    id === undefined ||
    (view !== undefined && hasView(view, role.name) && seesView(view, entity, role.permissions));
  const charted = chart === undefined ? [] : chartFields(chart);
  return (
    hasItsView && seesFields([...filter.map(({ field }) => field), ...charted], entity, role.permissions)
  );
}

interface AskedOfView {
  readonly filter?: readonly { readonly field: string }[] | undefined;
  readonly sort?: { readonly field: string } | undefined;
}

/** Whether whoever holds these permissions sees the list, and all that a view of it asks for. */
export function seesView(
  { filter = [], sort }: AskedOfView,
  entity: EntityConfig,
  permissions: readonly string[],
): boolean {
  const sorted = sort === undefined ? [] : [sort.field];
  return seesFields([...filter.map(({ field }) => field), ...sorted], entity, permissions);
}

function seesFields(paths: readonly string[], entity: EntityConfig, permissions: readonly string[]): boolean {
  const guarded = guardedAsWritten(entity);
  const { may, views } = rightsOfRole(guarded, permissions);
  return (
    may.view &&
    paths.every((path) => {
      const top = splitPath(path)[0] ?? "";
      return views.has(top) || !guarded.fieldNames.includes(top);
    })
  );
}
