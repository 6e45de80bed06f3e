import type { AppConfig } from "../../../model/app-config.ts";
import type { EntityConfig } from "../../../model/entity-config.ts";
import { resolveRights } from "../../../model/rights.ts";
import { splitPath } from "../../../record/path.ts";
import { type GrantedRights, guardedAsWritten, rightsOfRole } from "../../../record/rights.ts";
import { sightOf } from "../../../record/role-sight.ts";
import { seesTile } from "../../../record/tile-rights.ts";
import { localTextIn } from "../../resolve/local-text.ts";
import type { Check, WrittenConfig } from "../../written-config.ts";
import { rolesByFault } from "./role-faults.ts";

/**
 * Whoever may see records finds them: in a group of the menu, by a tile of the start page, or below a record that lists them
 * and is found itself. A reference is no way to them: it shows names, for which one needs no right to the records.
 */
export const checkRoleMenus: Check = function* (config) {
  const { app, entities } = config;
  if (app === undefined || isSuspect(config)) return;
  const { roles, menu, language } = app.value;
  const faults = new Map([...entities.keys()].map((id) => [id, rolesByFault("NOT_IN_MENU")]));
  for (const [role, { permissions }] of Object.entries(roles)) {
    yield;
    const seen = seenEntities(entities, permissions);
    const found = foundEntities(app.value, entities, { name: role, permissions }, seen);
    for (const id of seen.keys()) {
      const entity = entities.get(id)?.value;
      const group = menu.find((one) => one.entities.includes(id));
      // One that is in no menu at all is reported as that.
      if (found.has(id) || entity === undefined || group === undefined) continue;
      const opening = resolveRights(entity).view.find((one) => permissions.includes(one)) ?? "";
      const isLong = entity.rights?.view !== undefined;
      const add = `Add "${opening}" to the "permission" of the group "${localTextIn(group.label, language)}" in app.json`;
      faults.get(id)?.add({
        at: isLong ? "/rights/view" : "/permission",
        what: "may see these records, but no group of the menu that it sees shows them",
        role,
        hint: isLong ? `${add}, or take it out of "view".` : `${add}.`,
      });
    }
  }
  for (const [id, written] of entities) faults.get(id)?.report(written);
};

/** What is wrong in any of these may be what keeps somebody from finding something. */
function isSuspect({ app, entities, entityIds }: WrittenConfig): boolean {
  return (
    ["/menu", "/roles", "/permissions", "/accounts", "/home"].some((at) => app?.isReported(at)) ||
    [...entityIds].some((id) => !entities.has(id)) ||
    [...entities.values()].some(({ isReported }) =>
      ["/permission", "/rights", "/referredBy", "/list/views"].some(isReported),
    )
  );
}

type Seen = ReadonlyMap<string, GrantedRights>;

function seenEntities(entities: WrittenConfig["entities"], permissions: readonly string[]): Seen {
  const granted = [...entities].map(
    ([id, { value }]) => [id, rightsOfRole(guardedAsWritten(value), permissions)] as const,
  );
  return new Map(granted.filter(([, { may }]) => may.view));
}

function foundEntities(
  app: AppConfig,
  entities: WrittenConfig["entities"],
  role: { readonly name: string; readonly permissions: readonly string[] },
  seen: Seen,
): ReadonlySet<string> {
  const { menu, home } = app;
  const groups = menu.filter(({ permission }) =>
    [permission].flat().some((one) => role.permissions.includes(one)),
  );
  const tiles = (home?.tiles ?? []).filter((tile) => {
    const entity = entities.get(tile.entity)?.value;
    return entity !== undefined && seesTile(tile, sightOf({ app: { value: app }, entities }, entity, role));
  });
  const found = new Set([...groups.flatMap((group) => group.entities), ...tiles.map(({ entity }) => entity)]);
  // What an inverse list leads to is added to the set that is walked.
  for (const id of found) {
    const entity = seen.has(id) ? entities.get(id)?.value : undefined;
    for (const other of listedBelow(entity, seen)) found.add(other);
  }
  return found;
}

/** The entities whose records are listed below a record. */
function listedBelow(entity: EntityConfig | undefined, seen: Seen): readonly string[] {
  const shown = (entity?.referredBy ?? []).filter(({ entity: id, field }) =>
    seen.get(id)?.views.has(splitPath(field)[0] ?? ""),
  );
  return shown.map((list) => list.entity);
}
