import type { Entity } from "../../../model/entity.ts";
import type { HomeTile, TileCondition } from "../../../model/home/home-tile.ts";
import { ALL_RECORDS } from "../../../model/list/list-view.ts";
import { readable, writeListAddress } from "../../list/list-address.ts";
import { readViewAddress } from "../../list/views/view-address.ts";
import { listPath } from "../../shell/access.ts";

/** The address of the list with the tile's records. @param more further conditions on them */
export function tileAddress(
  { view = ALL_RECORDS, filter }: HomeTile,
  entity: Entity,
  more: readonly TileCondition[] = [],
): string {
  const shown = readViewAddress(new URLSearchParams({ view }), entity.list);
  const all = [...filter, ...more];
  const query = readable(writeListAddress({ ...shown, page: 1, search: "", sort: undefined, filter: all }));
  return query === "" ? listPath(entity.id) : `${listPath(entity.id)}?${query}`;
}
