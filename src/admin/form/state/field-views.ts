import type { FieldState } from "../../../model/condition.ts";
import type { Entity, Field } from "../../../model/entity.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import { OPEN } from "../../../record/conditions.ts";
import { isWithin, pointerOfPath, readPath } from "../../../record/path.ts";
import { FIELDS, isGroup, namedFields, walkTree } from "../../../record/walk.ts";
import type { Thrown } from "../../services/as-error.ts";

/** An error of a part of a value, with the JSON pointer inside it: `/2/article`. */
export interface PartError {
  readonly path: string;
  readonly message: string;
}

/** What a field shows: the same object until something of it changes. */
export interface FieldView extends FieldState {
  readonly value: Json | undefined;
  /** The error of the field itself. */
  readonly error: string | undefined;
  /** The errors of parts of its value; who draws them, `partsToSay` answers. */
  readonly parts: readonly PartError[];
}

/** Errors by dotted path. */
export type Errors = ReadonlyMap<string, string>;

const NONE: readonly PartError[] = [];
export const BLANK: FieldView = {
  shown: true,
  required: false,
  disabled: false,
  value: undefined,
  error: undefined,
  parts: NONE,
};

/** What every field shows now. A view that did not change is that of `last`. */
export function viewFields(
  formFields: readonly FormField[],
  record: RecordData,
  states: ReadonlyMap<string, FieldState>,
  errors: Errors,
  last: ReadonlyMap<string, FieldView>,
): ReadonlyMap<string, FieldView> {
  const parts = partsByField(formFields, errors);
  return new Map(
    formFields.map(({ path }) => {
      const { shown, required, disabled } = states.get(path) ?? OPEN;
      const view: FieldView = {
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

function partsByField(
  formFields: readonly FormField[],
  errors: Errors,
): ReadonlyMap<string, readonly PartError[]> {
  const parts = new Map<string, PartError[]>();
  for (const [path, message] of errors) {
    const formField = formFieldAround(formFields, path);
    if (formField === undefined || formField.path === path) continue;
    const part = { path: pointerOfPath(path.slice(formField.path.length + 1)), message };
    parts.set(formField.path, [...(parts.get(formField.path) ?? []), part]);
  }
  return parts;
}

function isSame(one: FieldView, other: FieldView): boolean {
  return (
    one.value === other.value &&
    one.error === other.error &&
    one.shown === other.shown &&
    one.required === other.required &&
    one.disabled === other.disabled &&
    JSON.stringify(one.parts) === JSON.stringify(other.parts)
  );
}

/** How many fields of each tab show errors or have failed and are shown; `last` where that did not change. */
export function countByTab(
  formFields: readonly FormField[],
  views: ReadonlyMap<string, FieldView>,
  failed: ReadonlyMap<string, unknown>,
  last: readonly number[],
): readonly number[] {
  const counts: number[] = [];
  for (const { path, tab } of formFields) {
    if (tab === undefined) continue;
    while (counts.length <= tab) counts.push(0);
    const view = views.get(path);
    if (isWrong(view) || (view?.shown === true && failed.has(path))) counts[tab] = (counts[tab] ?? 0) + 1;
  }
  return counts.length === last.length && counts.every((count, tab) => count === last[tab]) ? last : counts;
}

/** The errors of parts that the form shows under the field, since no visible widget draws them. */
export function partsToSay({ widget }: Field, { parts }: FieldView, isFailed: boolean): readonly PartError[] {
  return isFailed || widget?.showsErrors !== true ? parts : NONE;
}

export function isWrong(view: FieldView | undefined): boolean {
  return view !== undefined && (view.error !== undefined || view.parts.length > 0);
}

/** A field that one widget edits, and its place. */
export interface FormField {
  /** Dotted path in the record. */
  readonly path: string;
  readonly field: Field;
  /** Index of its tab; undefined in the rail, which stands beside all of them. */
  readonly tab: number | undefined;
}

/** All fields that widgets edit, in the order of the page. */
export function formFieldsOf(entity: Entity): readonly FormField[] {
  const byName = new Map(entity.fields.map((field) => [field.name, field]));
  const below = (name: string, tab: number | undefined) => {
    const field = byName.get(name);
    return field === undefined ? [] : formFieldsBelow(field, tab);
  };
  const { tabs, rail } = entity.form;
  return [
    ...tabs.flatMap(({ rows }, index) => rows.flat().flatMap((name) => below(name, index))),
    ...rail.flatMap((name) => below(name, undefined)),
  ];
}

function formFieldsBelow(top: Field, tab: number | undefined): readonly FormField[] {
  const walked = walkTree<Field, FormField>(FIELDS, namedFields([top]), ({ path, field }, around) =>
    around === undefined || isGroup(around.field) ? { path, field, tab } : undefined,
  );
  return [...walked].filter(({ field }) => !isGroup(field));
}

/** The form field at or around a dotted path: an error of `slots.2.item` belongs to the form field `slots`. */
export function formFieldAround(formFields: readonly FormField[], path: string): FormField | undefined {
  return formFields.find((formField) => isWithin(path, formField.path));
}

export function fieldOf(formFields: readonly FormField[], path: string): Field | undefined {
  return formFields.find((formField) => formField.path === path)?.field;
}

/**
 * Why a field failed: its widget threw while it was drawn or in an effect · its pending work threw · that, or the widget
 * itself, was not ready in time · its code could not be loaded · it gave a value that is no JSON.
 */
export type FaultReason = "render" | "prepare" | "slow" | "chunk" | "value";

export interface FieldFault {
  readonly reason: FaultReason;
  /** undefined where nothing was thrown. */
  readonly error: Thrown | undefined;
  /** Its widget stays mounted but hidden, with its state; otherwise the next try mounts it again. */
  readonly goesOn: boolean;
  /** Pending work that is lost with the widget's state. */
  readonly dropped?: Dropped;
}

/** What the work would have made of the field, and its value without the work. */
export interface Dropped {
  readonly standIn: Json;
  readonly value: Json;
}
