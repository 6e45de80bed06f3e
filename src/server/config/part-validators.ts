import type { Config } from "../../model/config.ts";
import type { Entity } from "../../model/entity.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { guardedEntity, rightsOfRole } from "../../record/rights.ts";
import type { Validator } from "../records/entity-runtime.ts";

/**
 * The validators of an entity for the browsers of roles that do not see all of its fields, by the fields that they see: the
 * code of a validator names its fields and their rules.
 */
export function partValidators(
  { app }: Config,
  entity: Entity,
  validatorOf: (properties: Readonly<Record<string, FieldSchema>>) => Validator,
): ReadonlyMap<string, Validator> {
  const guarded = guardedEntity(entity);
  const made = new Map<string, Validator>();
  if (Object.keys(guarded.rights.fields).length === 0) return made;
  for (const { permissions } of Object.values(app.roles)) {
    const { may, views } = rightsOfRole(guarded, permissions);
    const key = fieldSetKey(views);
    if (!may.view || views.size === guarded.fieldNames.length || made.has(key)) continue;
    made.set(key, validatorOf(propertiesIn(entity.source.schema.properties, views)));
  }
  return made;
}

export function fieldSetKey(names: Iterable<string>): string {
  return JSON.stringify([...names].sort());
}

export function propertiesIn(
  properties: Readonly<Record<string, FieldSchema>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, FieldSchema>> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.has(name)));
}

/** Each part validator with the properties that it was compiled from, by which the next runtime finds it again. */
export function partValidatorEntries({
  entity,
  partValidators,
}: {
  readonly entity: Entity;
  readonly partValidators: ReadonlyMap<string, Validator>;
}): readonly (readonly [properties: Readonly<Record<string, FieldSchema>>, validator: Validator])[] {
  return [...partValidators].map(([key, validator]) => {
    const names = new Set<string>(JSON.parse(key));
    return [propertiesIn(entity.source.schema.properties, names), validator] as const;
  });
}
