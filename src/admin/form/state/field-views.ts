import type { FieldState } from "../../../model/condition.ts";
import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { OPEN } from "../../../record/conditions.ts";
import { isWithin, pointerOfPath, readPath } from "../../../record/path.ts";
import { FIELDS, isGroup, namedFields, walkTree } from "../../../record/walk.ts";

/** An error of a part of a value, by JSON pointer inside it: `/2/article`. */
export interface PartError {
  readonly path: string;
  readonly message: string;
}

/** What a field shows. The same object as long as nothing of it changes. */
export interface LeafView extends FieldState {
  readonly value: Json | undefined;
  /** The error of the field itself. */
  readonly error: string | undefined;
  /** Those of parts of its value: `partsToSay` tells who draws them. */
  readonly parts: readonly PartError[];
}

/** Errors by dotted path, as they stand. */
export type Errors = ReadonlyMap<string, string>;

const NONE: readonly PartError[] = [];
export const BLANK: LeafView = {
  shown: true,
  required: false,
  disabled: false,
  value: undefined,
  error: undefined,
  parts: NONE,
};

/** What every field shows now. A view that did not change is the last one. */
export function viewLeaves(
  leaves: readonly Leaf[],
  record: RecordData,
  states: ReadonlyMap<string, FieldState>,
  errors: Errors,
  last: ReadonlyMap<string, LeafView>,
): ReadonlyMap<string, LeafView> {
  const parts = partsByLeaf(leaves, errors);
  return new Map(
    leaves.map(({ path }) => {
      const { shown, required, disabled } = states.get(path) ?? OPEN;
      const view: LeafView = {
        value: readPath(record, path),
        error: shown ? errors.get(path) : undefined,
        parts: (shown ? parts.get(path) : undefined) ?? NONE,
        shown,
        required,
        disabled,
      };
      const before = last.get(path);
      return [path, before !== undefined && isSame(before, view) ? before : view];
    }),
  );
}

function partsByLeaf(leaves: readonly Leaf[], errors: Errors): ReadonlyMap<string, readonly PartError[]> {
  const parts = new Map<string, PartError[]>();
  for (const [path, message] of errors) {
    const leaf = leafAround(leaves, path);
    if (leaf === undefined || leaf.path === path) continue;
    const part = { path: pointerOfPath(path.slice(leaf.path.length + 1)), message };
    parts.set(leaf.path, [...(parts.get(leaf.path) ?? []), part]);
  }
  return parts;
}

function isSame(one: LeafView, other: LeafView): boolean {
  return (
    one.value === other.value &&
    one.error === other.error &&
    one.shown === other.shown &&
    one.required === other.required &&
    one.disabled === other.disabled &&
    one.parts.length === other.parts.length &&
    one.parts.every(
      ({ path, message }, at) => path === other.parts[at]?.path && message === other.parts[at]?.message,
    )
  );
}

/** How many fields of each tab show errors or are set aside in sight; `last` where that did not change. */
export function countByTab(
  leaves: readonly Leaf[],
  views: ReadonlyMap<string, LeafView>,
  aside: ReadonlyMap<string, unknown>,
  last: readonly number[],
): readonly number[] {
  const counts: number[] = [];
  for (const { path, tab } of leaves) {
    while (counts.length <= tab) counts.push(0);
    const view = views.get(path);
    if (isWrong(view) || (view?.shown === true && aside.has(path))) counts[tab] = (counts[tab] ?? 0) + 1;
  }
  return counts.length === last.length && counts.every((count, tab) => count === last[tab]) ? last : counts;
}

/** The errors of parts that the form says under the field, since no widget in sight draws them. */
export function partsToSay({ widget }: Field, { parts }: LeafView, isAside: boolean): readonly PartError[] {
  return isAside || widget?.showsErrors !== true ? parts : NONE;
}

export function isWrong(view: LeafView | undefined): boolean {
  return view !== undefined && (view.error !== undefined || view.parts.length > 0);
}

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
      return field === undefined ? [] : leavesBelow(field, index);
    }),
  );
}

function leavesBelow(top: Field, tab: number): readonly Leaf[] {
  const walked = walkTree<Field, Leaf>(FIELDS, namedFields([top]), ({ path, field }, around) =>
    around === undefined || isGroup(around.field) ? { path, field, tab } : undefined,
  );
  return [...walked].filter(({ field }) => !isGroup(field));
}

/** The leaf at or around a dotted path: an error of `slots.2.item` stands at the leaf `slots`. */
export function leafAround(leaves: readonly Leaf[], path: string): Leaf | undefined {
  return leaves.find((leaf) => isWithin(path, leaf.path));
}

export function leafField(leaves: readonly Leaf[], path: string): Field | undefined {
  return leaves.find((leaf) => leaf.path === path)?.field;
}
