import type { EntityConfig } from "../../../model/entity-config.ts";
import type { InverseListConfig } from "../../../model/list/inverse-list.ts";
import { below } from "../../../record/path.ts";
import { isSeen, type RoleSight, sightOf } from "../../../record/role-sight.ts";
import type { Check } from "../../written-config.ts";
import { withKnownRights } from "./known-rights.ts";
import { orderFault } from "./order-fault.ts";
import { rolesByFault } from "./role-faults.ts";

/**
 * No list is ordered, for whoever sees it, by what they may not see: neither by a field, nor through a reference by records of
 * which some are kept from them. Of views those have none that ask for more than they see: `check-views.ts`.
 */
export const checkRoleOrders: Check = function* (config) {
  if (config.app === undefined) return;
  const known = withKnownRights(config);
  for (const written of known.entities.values()) {
    const entity = written.value;
    if (orderedBy(entity).length === 0) continue;
    yield;
    const faults = rolesByFault("RIGHTS");
    for (const [name, { permissions }] of Object.entries(config.app.value.roles)) {
      const role = { name, permissions };
      const sight = sightOf(known, entity, role);
      if (!sight.granted.may.view) continue;
      for (const { path, at, whole, below: list } of orderedBy(entity)) {
        const other = list && known.entities.get(list.entity)?.value;
        const ordered = list === undefined ? sight : other && sightOf(known, other, role);
        if (ordered === undefined || (list !== undefined && !isListed(ordered, list))) continue;
        const fault = orderFault(ordered, path);
        if (fault !== undefined)
          faults.add({ at, what: `gets ${whole} ordered by ${fault.what}`, role: name, hint: fault.hint });
      }
    }
    faults.report(written);
  }
};

interface Ordered {
  readonly path: string;
  readonly at: string;
  /** What is ordered, in words. */
  readonly whole: string;
  /** The list below a record that is ordered; undefined: the entity's own. */
  readonly below?: InverseListConfig;
}

function orderedBy({ list: { defaultSort }, referredBy = [] }: EntityConfig): readonly Ordered[] {
  const own = defaultSort && {
    path: defaultSort.field,
    at: "/list/defaultSort/field",
    whole: "the list",
  };
  const others = referredBy.flatMap((list, index): Ordered[] => {
    if (list.sort === undefined) return [];
    const at = below("/referredBy", index, "sort", "field");
    return [{ path: list.sort.field, at, whole: `the records of "${list.entity}" below`, below: list }];
  });
  return [...(own === undefined ? [] : [own]), ...others];
}

/** Whether the role has the list below a record. `other`: what it sees of the records in it. */
function isListed(other: RoleSight, { field, columns }: InverseListConfig): boolean {
  const shown = columns ?? other.entity.list.columns.map((column) => column.field);
  return other.granted.may.view && isSeen(other, field) && shown.some((path) => isSeen(other, path));
}
