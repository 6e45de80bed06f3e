import type { Field } from "../../../model/entity.ts";
import { FORMAT_CHECKS } from "../../../model/formats.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { convertValue, kindOf } from "../../../record/convert.ts";
import { isEmpty, isObject } from "../../../record/json.ts";
import { isWithin, readPath, writePath } from "../../../record/path.ts";
import { type FormField, fieldOf } from "./field-views.ts";
import { isBlank, isSameValue } from "./form-values.ts";

/** The fields of a form, and the record that it opened with. */
export interface FormShape {
  readonly formFields: readonly FormField[];
  readonly initial: RecordData;
}

/** Something typed whose field was removed. */
export interface OrphanedValue {
  /** The field when it was typed. */
  readonly field: Field;
  readonly value: Json;
}
/** By dotted path; a field that returns there gets it back. */
export type OrphanedValues = ReadonlyMap<string, OrphanedValue>;

/** A form with what was typed into it. */
interface TypedForm extends FormShape {
  readonly wanted: RecordData;
  /** The paths of fields with pending work. It adds to the value that it began with, so that stays as if it were typed. */
  readonly working?: ReadonlySet<string>;
}

/** Takes what was typed into a form over into its next shape. What was not typed is as the next shape opens. */
export function carryOver(
  before: TypedForm,
  next: FormShape,
  orphaned: OrphanedValues,
): { readonly wanted: RecordData; readonly orphaned: OrphanedValues } {
  const left = new Map(orphaned);
  const placed = new Set<string>();
  let wanted = next.initial;
  for (const { path, field } of next.formFields) {
    const source = typedAt(before, path) ?? orphaned.get(path);
    if (source === undefined) {
      const value = readPath(before.wanted, path);
      // The very object, so that its widget sees no change.
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
  for (const { formField, value } of typedIn(before)) {
    if (!isPlaced(formField.path, value, placed)) left.set(formField.path, { field: formField.field, value });
  }
  return { wanted, orphaned: left };
}

/** What was typed at a path: into the field there, or into one around or inside of it. */
function typedAt(before: TypedForm, path: string) {
  const related = before.formFields.some(
    (formField) => isWithin(formField.path, path) || isWithin(path, formField.path),
  );
  if (!related || !(isTyped(before, path) || before.working?.has(path) === true)) return undefined;
  return { field: fieldOf(before.formFields, path), value: readPath(before.wanted, path) ?? null };
}

export interface Typed {
  readonly formField: FormField;
  readonly value: Json;
}

export function typedIn(form: TypedForm): readonly Typed[] {
  return form.formFields
    .filter(({ path }) => isTyped(form, path))
    .map((formField) => ({ formField, value: readPath(form.wanted, formField.path) ?? null }));
}

export function isTyped({ wanted, initial }: Pick<TypedForm, "wanted" | "initial">, path: string): boolean {
  return !isSameValue(readPath(wanted, path), readPath(initial, path));
}

/** Whether a value was placed in a field at or around its path, or every part of it in one inside. */
function isPlaced(path: string, value: Json, placed: ReadonlySet<string>): boolean {
  if ([...placed].some((one) => isWithin(path, one))) return true;
  if (!isObject(value)) return false;
  const parts = Object.entries(value);
  return (
    parts.length > 0 &&
    parts.every(([key, part]) => isBlank(part) || isPlaced(`${path}.${key}`, part, placed))
  );
}

/**
 * A value that was typed into a field, as a value of the field in its place now; undefined where that cannot take it, or its
 * widget cannot show it. What only breaks a rule is kept: the form says so at the field.
 * @param before undefined: the value was part of another field's
 */
export function placeValue(field: Field, before: Field | undefined, value: Json): Json | undefined {
  if (isEmpty(value)) return value;
  const isSameKind = before !== undefined && kindOf(before) === kindOf(field);
  // Where the kind is the same, a value that is not of it stays as it was typed too.
  const placed = isSameKind ? value : convertValue(field, value);
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
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "object":
    case "array":
    case "reference":
    case "html":
    case "image":
    case "images":
      return true;
  }
}
