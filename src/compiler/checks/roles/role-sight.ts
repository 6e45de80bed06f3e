import type { EntityConfig } from "../../../model/entity-config.ts";
import type { FieldSchema } from "../../../model/field-schema.ts";
import { resolveRights } from "../../../model/rights.ts";
import { splitPath } from "../../../record/path.ts";
import { type GrantedRights, isFieldOpen } from "../../../record/rights.ts";
import { fieldNamed } from "../../resolve/written-field.ts";
import type { WrittenConfig } from "../../written-config.ts";

/** What accounts of a role may do with an entity, as it is written. */
export interface RoleSight {
  readonly config: Pick<WrittenConfig, "entities">;
  readonly entity: EntityConfig;
  readonly granted: GrantedRights;
  readonly permissions: readonly string[];
}

/** Whether the role sees what a path leads to. What leads nowhere is reported elsewhere. */
export function isSeen({ config, entity, granted, permissions }: RoleSight, path: string): boolean {
  const [top = "", ...rest] = splitPath(path);
  let field: FieldSchema | undefined = fieldNamed(entity.schema.properties, top);
  if (field === undefined) return true;
  if (!granted.views.has(top)) return false;
  for (const name of rest) {
    if (field?.reference !== undefined) return isOpenIn(config, field.reference.entity, name, permissions);
    field = field?.items ?? fieldNamed(field?.properties ?? {}, name);
  }
  return true;
}

/** Whether another entity keeps a field from nobody with these permissions. */
export function isOpenIn(
  { entities }: RoleSight["config"],
  id: string,
  name: string,
  permissions: readonly string[],
): boolean {
  const entity = entities.get(id)?.value;
  return entity === undefined || isFieldOpen(resolveRights(entity), name, permissions);
}
