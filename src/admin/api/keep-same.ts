import type { Entity } from "../../model/entity.ts";
import type { AppView, EntityView, PublicView } from "../../wire/views.ts";

/**
 * A newer view in which every part that says the same is the very object it was, so that nothing is drawn again for a
 * change elsewhere. Entities are compared with themselves, wherever they stand now.
 */
export function keepSameApp(before: AppView, next: AppView): AppView {
  if (isSame(before, next)) return before;
  const entities = new Map(before.entities.map((one) => [idOf(one), one]));
  return {
    ...keepParts(before, next),
    messages: keepParts(before.messages, next.messages),
    entities: isSame(before.entities, next.entities)
      ? before.entities
      : next.entities.map((one) => keepEntity(entities.get(idOf(one)), one)),
  };
}

/** The same of what browsers without a session know. */
export function keepSamePublic(before: PublicView, next: PublicView): PublicView {
  if (isSame(before, next)) return before;
  const { registration } = next;
  return {
    ...keepParts(before, next),
    registration: registration && keepParts(before.registration, registration),
  };
}

function keepEntity(before: EntityView | undefined, next: EntityView): EntityView {
  if (before?.access !== "full" || next.access !== "full") return keep(before, next);
  if (isSame(before, next)) return before;
  return { ...keepParts(before, next), entity: keepFields(before.entity, next.entity) };
}

function keepFields(before: Entity, next: Entity): Entity {
  if (isSame(before, next)) return before;
  const fields = new Map(before.fields.map((field) => [field.name, field]));
  return {
    ...keepParts(before, next),
    fields: isSame(before.fields, next.fields)
      ? before.fields
      : next.fields.map((field) => keep(fields.get(field.name), field)),
  };
}

function keepParts<T extends object>(before: T | null, next: T): T {
  if (before === null) return next;
  if (isSame(before, next)) return before;
  const kept = { ...next };
  for (const key in next) if (Object.hasOwn(before, key)) kept[key] = keep(before[key], next[key]);
  return kept;
}

function keep<T>(before: T | undefined, next: T): T {
  return before !== undefined && isSame(before, next) ? before : next;
}

/** Says the same, in the same order: the order of fields and choices is part of what a config says. */
function isSame(before: unknown, next: unknown): boolean {
  return before === next || JSON.stringify(before) === JSON.stringify(next);
}

function idOf(one: EntityView): string {
  return one.access === "full" ? one.entity.id : one.id;
}
