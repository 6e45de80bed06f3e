import type { Entity, Field } from "../../model/entity.ts";

/** A field that one widget edits, and where it stands. */
export interface Leaf {
  /** Dotted path in the record. */
  readonly path: string;
  readonly field: Field;
  /** Index of its tab. */
  readonly tab: number;
}

/** All fields that widgets edit, as they stand on the page. */
export function leavesOf(entity: Entity): readonly Leaf[] {
  const byName = new Map(entity.fields.map((field) => [field.name, field]));
  return entity.form.tabs.flatMap((tab, index) =>
    tab.rows.flat().flatMap((name) => {
      const field = byName.get(name);
      return field === undefined ? [] : leavesBelow(field, name, index);
    }),
  );
}

function leavesBelow(field: Field, path: string, tab: number): readonly Leaf[] {
  if (field.fields === undefined || field.widget !== undefined) return [{ path, field, tab }];
  return field.fields.flatMap((inner) => leavesBelow(inner, `${path}.${inner.name}`, tab));
}

/** The leaf at or around a dotted path: an error of `slots.2.item` stands at the leaf `slots`. */
export function leafAround(leaves: readonly Leaf[], path: string): Leaf | undefined {
  return leaves.find((leaf) => path === leaf.path || path.startsWith(`${leaf.path}.`));
}

export function fieldAt(leaves: readonly Leaf[], path: string): Field | undefined {
  return leaves.find((leaf) => leaf.path === path)?.field;
}
