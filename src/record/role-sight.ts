import type { AppConfig } from "../model/app-config.ts";
import type { EntityConfig } from "../model/entity-config.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import { resolveRights } from "../model/rights.ts";
import { ownValue } from "./json.ts";
import { splitPath } from "./path.ts";
import { type GrantedRights, guardedAsWritten, isFieldOpen, rightsOfRole } from "./rights.ts";

/** A config as it is written, as far as it says what roles see. */
export interface SightConfig {
  readonly app: { readonly value: Pick<AppConfig, "accounts" | "roles"> } | undefined;
  readonly entities: ReadonlyMap<string, { readonly value: EntityConfig }>;
}

/** What accounts of a role may do with an entity, as it is written. */
export interface RoleSight {
  readonly config: SightConfig;
  readonly entity: EntityConfig;
  readonly granted: GrantedRights;
  readonly role: string;
  readonly permissions: readonly string[];
}

export function sightOf(
  config: SightConfig,
  entity: EntityConfig,
  { name: role, permissions }: { readonly name: string; readonly permissions: readonly string[] },
): RoleSight {
  return { config, entity, granted: rightsOfRole(guardedAsWritten(entity), permissions), role, permissions };
}

/** Whether the role sees what a path leads to. What leads nowhere is reported elsewhere. */
export function isSeen({ config, entity, granted, permissions }: RoleSight, path: string): boolean {
  const [top = ""] = splitPath(path);
  if (ownValue<FieldSchema>(entity.schema.properties, top) === undefined) return true;
  if (!granted.views.has(top)) return false;
  const through = referredAt(entity, path);
  return through === undefined || isOpenIn(config, through.entity, through.field, permissions);
}

/** Whether another entity keeps a field from nobody with these permissions. */
export function isOpenIn(
  { entities }: Pick<SightConfig, "entities">,
  id: string,
  name: string,
  permissions: readonly string[],
): boolean {
  const entity = entities.get(id)?.value;
  return entity === undefined || isFieldOpen(resolveRights(entity), name, permissions);
}

/** Records of an entity that are kept from a role: outside of its part, or accounts of hidden roles. */
export interface KeptRecords {
  readonly entity: string;
  readonly because: "part" | "hidden";
}

/** The records that a path leads to through a reference, where some are kept from the role: an order by the path would tell of them. */
export function keptThrough({ config, entity, role, permissions }: RoleSight, path: string) {
  const through = referredAt(entity, path);
  return through && keptIn(config, through.entity, { role, permissions });
}

function keptIn(
  { app, entities }: SightConfig,
  id: string,
  { role, permissions }: Pick<RoleSight, "role" | "permissions">,
): KeptRecords | undefined {
  const entity = entities.get(id)?.value;
  if (entity === undefined) return undefined;
  const { records } = rightsOfRole(guardedAsWritten(entity), permissions);
  if (records.view.length > 0) return { entity: id, because: "part" };
  if (app?.value.accounts.entity !== id) return undefined;
  const { roles } = app.value;
  const isHidden = (name: string) => ownValue<(typeof roles)[string]>(roles, name)?.hidden === true;
  return !isHidden(role) && Object.keys(roles).some(isHidden) ? { entity: id, because: "hidden" } : undefined;
}

/** The other entity that a path reaches through a reference, and its field there; undefined where it reaches none. */
function referredAt({ schema }: EntityConfig, path: string) {
  const [top = "", ...rest] = splitPath(path);
  let field = ownValue<FieldSchema>(schema.properties, top);
  for (const name of rest) {
    if (field?.reference !== undefined) return { entity: field.reference.entity, field: name };
    field = field?.items ?? ownValue<FieldSchema>(field?.properties ?? {}, name);
  }
  return undefined;
}
