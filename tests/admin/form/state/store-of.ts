import type { FieldView, FormField } from "../../../../src/admin/form/state/field-views.ts";
import { type FormSpec, makeFormStore } from "../../../../src/admin/form/state/form-store.ts";
import type { Field } from "../../../../src/model/entity.ts";
import type { Json, RecordData } from "../../../../src/model/record.ts";
import type { PendingWork } from "../../../../src/plugin/host.ts";
import type { PlacedState } from "../../../../src/record/conditions.ts";
import { isObject } from "../../../../src/record/json.ts";

/** A field of a form without a config: a text, edited by the widget "text". */
export function formField(path: string, tab = 0, more: Partial<Field> = {}): FormField {
  const field: Field = {
    name: path,
    label: path.toUpperCase(),
    schema: { type: "string" },
    valueType: "string",
    required: false,
    conditions: [],
    whenHidden: "clear",
    widget: { name: "text", options: {} },
    ...more,
  };
  return { path, field, tab };
}

/** Where every field has to have a value, and no part of one may be "bad". */
export function formSpec(
  formFields: readonly FormField[],
  initial: RecordData = {},
  states: Readonly<Record<string, PlacedState>> = {},
): FormSpec {
  return {
    formFields,
    initial,
    rules: {
      applyConditions: (wanted) => wanted,
      states: () => new Map(Object.entries(states)),
      errors: (record) =>
        Object.entries(record).flatMap(([name, value]) => {
          const keyword = "required";
          if (value === null || value === "") return [{ path: `/${name}`, keyword, message: "missing" }];
          return isObject(value)
            ? Object.entries(value).flatMap(([part, inner]) =>
                inner === "bad" ? [{ path: `/${name}/${part}`, keyword, message: `${part} is bad` }] : [],
              )
            : [];
        }),
    },
  };
}

export const storeOf = (...spec: Parameters<typeof formSpec>) => makeFormStore(formSpec(...spec));

/** Pending work that notes what it hears. */
export function notedWork(more: Partial<PendingWork<Json>> = {}) {
  const heard: string[] = [];
  const work: PendingWork<Json> = {
    prepare: async () => null,
    saved: () => heard.push("saved"),
    failed: () => heard.push("failed"),
    left: () => heard.push("left"),
    ...more,
  };
  return { heard, work };
}

/** The error of a field and those of its parts, as texts. */
export const errorsIn = ({ error, parts }: FieldView) => [
  ...(error === undefined ? [] : [error]),
  ...parts.map(({ path, message }) => `${path} ${message}`),
];
