import type { Field } from "../model/entity.ts";
import type { Json } from "../model/record.ts";
import { isEmpty, isObject, ownValue } from "./json.ts";
import { mapInside } from "./walk.ts";

/** The kind of values that are stored and never answered. */
const SECRET = "secret";

/** The forms in which plugins store values (`ServerPlugin.storedForm`). */
export interface ValueForms {
  /** undefined where the field has none. */
  formOf(field: Field): string | undefined;
}

const NO_FORMS: ValueForms = { formOf: () => undefined };

/** Whether values of this kind, which were never to be answered, would be answered under this field. */
export function reveals({ schema }: Field, kind: string): boolean {
  return kind === SECRET && schema.writeOnly !== true;
}

/**
 * The kind and form of a field's values as text, nested fields included. Stored values are converted when it changes.
 * Formats, choices and references do not count: they are rules of texts and numbers.
 */
export function kindOf(field: Field, forms: ValueForms = NO_FORMS): string {
  if (field.schema.writeOnly === true) return SECRET;
  const form = forms.formOf(field);
  return `${plainKind(field, forms)}${form === undefined ? "" : `<${form}>`}`;
}

function plainKind({ schema, fields, items }: Field, forms: ValueForms): string {
  if (schema.image === true) return "image";
  if (items !== undefined) return `[${kindOf(items, forms)}]`;
  if (fields === undefined) return schema.type;
  return `{${fields
    .map((inner) => `${JSON.stringify(inner.name)}:${kindOf(inner, forms)}`)
    .sort()
    .join()}}`;
}

/**
 * A value that was stored under another config as a value of this field; undefined where it is unconvertible. Only what can
 * be converted back is: a text becomes a number where JavaScript writes the number so (`12`, not `012`, `12.50` or `12
 * pieces`), and true or false from `true`, `false`, 1 or 0. Keys of no field stay, for the case that their field returns. An
 * empty value converts to null.
 */
export function convertValue(field: Field, value: Json): Json | undefined {
  const converted = value === null ? null : toKind(field, value);
  return converted ?? (holdsNothing(value) ? null : undefined);
}

function toKind(field: Field, value: Json): Json | undefined {
  switch (field.schema.type) {
    case "string":
      return typeof value === "object" ? undefined : String(value);
    case "number":
      return toNumber(value);
    case "integer": {
      const number = toNumber(value);
      return Number.isInteger(number) ? number : undefined;
    }
    case "boolean":
      return toBoolean(value);
    case "array":
      return Array.isArray(value) ? convertInside(field, value) : undefined;
    case "object":
      return toObject(field, value);
  }
}

function toNumber(value: Json): number | undefined {
  if (typeof value === "object") return undefined;
  const number = Number(value);
  const isWrittenSo = typeof value !== "string" || String(number) === value;
  return Number.isFinite(number) && isWrittenSo ? number : undefined;
}

function toBoolean(value: Json): boolean | undefined {
  if (value === true || value === "true" || value === 1) return true;
  return value === false || value === "false" || value === 0 ? false : undefined;
}

function toObject(field: Field, value: Json): Json | undefined {
  if (!isObject(value)) return undefined;
  // Any other object is no image.
  if (field.schema.image === true) return typeof ownValue(value, "fileName") === "string" ? value : undefined;
  const parts = convertInside(field, value);
  return isObject(parts) ? { ...value, ...parts } : undefined;
}

/** An object or list with all inside it converted; undefined where something is unconvertible. */
function convertInside(field: Field, value: Json): Json | undefined {
  let isConvertible = true;
  const parts = mapInside(field, value, (inner, before) => {
    const converted = before === undefined ? undefined : convertValue(inner, before);
    if (before !== undefined && converted === undefined) isConvertible = false;
    return converted;
  });
  return isConvertible ? parts : undefined;
}

function holdsNothing(value: Json): boolean {
  return isObject(value) ? Object.values(value).every(holdsNothing) : isEmpty(value);
}
