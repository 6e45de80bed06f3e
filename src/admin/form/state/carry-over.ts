import type { Field } from "../../../model/entity.ts";
import { FORMAT_CHECKS } from "../../../model/formats.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { fitValue, kindOf } from "../../../record/convert.ts";
import { isEmpty } from "../../../record/json.ts";
import { readPath, writePath } from "../../../record/path.ts";
import type { Leaf } from "./field-views.ts";
import { isBlank, isSameValue } from "./paths.ts";

/** The fields of a form, and the record that it opened with. */
export interface FormShape {
  readonly leaves: readonly Leaf[];
  readonly initial: RecordData;
}

/** Something typed that has no place in the form any more. */
export interface Homeless {
  /** As it was when it was typed in. */
  readonly field: Field;
  readonly value: Json;
}
/** By dotted path: a field that returns there gets it back. */
export type HomelessValues = ReadonlyMap<string, Homeless>;

export interface CarriedOver {
  /** What the form opens with now, with everything typed that has a place in it. */
  readonly wanted: RecordData;
  readonly homeless: HomelessValues;
}

/** Takes what was typed into a form over into its next shape. What was never touched is as the next shape opens. */
export function carryOver(
  before: FormShape & { readonly wanted: RecordData },
  next: FormShape,
  homeless: HomelessValues,
): CarriedOver {
  const left = new Map(homeless);
  const placed = new Set<string>();
  let wanted = next.initial;
  for (const { path, field } of next.leaves) {
    const source = typedAt(before, path) ?? homeless.get(path);
    if (source === undefined) {
      const value = readPath(before.wanted, path);
      // The very value it was, so that its widget has nothing to do.
      if (value !== undefined && isSameValue(value, readPath(wanted, path)))
        wanted = writePath(wanted, path, value);
      continue;
    }
    const value = placeValue(field, source.field, source.value);
    if (value === undefined) continue;
    wanted = writePath(wanted, path, value);
    placed.add(path);
    if (left.get(path)?.value === source.value) left.delete(path);
  }
  for (const { leaf, value } of typedIn(before)) {
    if (!isPlaced(leaf.path, value, placed)) left.set(leaf.path, { field: leaf.field, value });
  }
  return { wanted, homeless: left };
}

/** What was typed at a path: into the field there, or into what stood around or inside of it. */
function typedAt(
  before: FormShape & { readonly wanted: RecordData },
  path: string,
): { readonly field: Field | undefined; readonly value: Json } | undefined {
  const related = before.leaves.some((leaf) => isWithin(leaf.path, path) || isWithin(path, leaf.path));
  if (!related || !isTyped(before, path)) return undefined;
  const field = before.leaves.find((leaf) => leaf.path === path)?.field;
  return { field, value: readPath(before.wanted, path) ?? null };
}

export interface Typed {
  readonly leaf: Leaf;
  readonly value: Json;
}

/** Every field that was typed in, with what was. */
export function typedIn(form: FormShape & { readonly wanted: RecordData }): readonly Typed[] {
  return form.leaves
    .filter(({ path }) => isTyped(form, path))
    .map((leaf) => ({ leaf, value: readPath(form.wanted, leaf.path) ?? null }));
}

export function isTyped(
  { wanted, initial }: { readonly wanted: RecordData; readonly initial: RecordData },
  path: string,
): boolean {
  return !isSameValue(readPath(wanted, path), readPath(initial, path));
}

/** Whether a value went to a field at or around its path, or every part of it to one inside. */
function isPlaced(path: string, value: Json, placed: ReadonlySet<string>): boolean {
  if ([...placed].some((one) => isWithin(path, one))) return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const parts = Object.entries(value as { readonly [key: string]: Json });
  return (
    parts.length > 0 &&
    parts.every(([key, part]) => isBlank(part) || isPlaced(`${path}.${key}`, part, placed))
  );
}

/** At the outer path, or below it. */
function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

/**
 * A value that was typed into a field, as a value of the field that stands in its place now; undefined where that could
 * not hold it, or its widget could not show it. What only breaks a rule stays: the form says so at the field.
 * @param before undefined: the value was part of another field's
 */
export function placeValue(field: Field, before: Field | undefined, value: Json): Json | undefined {
  if (isEmpty(value)) return value;
  const isSameKind = before !== undefined && kindOf(before) === kindOf(field);
  // Where the kind is the same, also what is not of it stays as it was typed.
  const placed = isSameKind ? value : fitValue(field, value);
  if (placed === undefined || before?.reference?.entity !== field.reference?.entity) return undefined;
  if (before?.valueType === field.valueType && field.valueType !== "choice") return placed;
  return canShow(field, placed) ? placed : undefined;
}

function canShow({ schema, valueType }: Field, value: Json): boolean {
  switch (valueType) {
    case "date":
    case "date-time":
      return typeof value === "string" && FORMAT_CHECKS[valueType](value);
    case "choice":
      return schema.enum?.some((one) => one === value) ?? true;
    default:
      return true;
  }
}
