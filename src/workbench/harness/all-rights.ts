import type { Entity } from "../../model/entity.ts";
import type { RightsView } from "../../wire/views.ts";

/** Of whoever has an entity's permission, where the config says no more. */
export function allRights({ permission }: Pick<Entity, "permission">): RightsView {
  const readOnly = { create: [], edit: [] };
  return { openTo: [permission], create: true, edit: true, delete: true, readOnly };
}
