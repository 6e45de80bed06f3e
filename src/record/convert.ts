import type { Field } from "../model/entity.ts";
import type { Json } from "../model/record.ts";
import { isEmpty, isObject, ownValue } from "./json.ts";
import { mapInside } from "./walk.ts";

/** The kind of what is stored and never answered, so that whoever stores it knows that it was. */
const SECRET = "secret";

/** What fields say of the form that their values are stored in, beyond their kind; of no field unless it is given. */
export interface ValueForms {
  /** The name of the field's form; undefined where it has none. */
  formOf(field: Field): string | undefined;
}

const NO_FORMS: ValueForms = { formOf: () => undefined };

/** Whether values that were stored to be never answered would be, if this were their field. */
export function reveals({ schema }: Field, kind: string): boolean {
  return kind === SECRET && schema.writeOnly !== true;
}

/**
 * The kinds of value that a field holds and their forms, nested ones included, as text: where it is the same, no value
 * needs converting. Formats, choices and references are texts or numbers like others: they are rules, not kinds.
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
 * A value that was written under another config, as a value of this field; undefined where it is unconvertible. Converted
 * back it is what it was: a text becomes a number only where the number is written so (`12`, not `12 pieces`, `012` or
 * `12.50`), a number a whole number only without a fraction, yes/no `true`/`false` or 1/0. Nested fields are converted each
 * and keys of no field stay, so that they return with their field. What holds nothing is convertible to every kind.
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
      return Array.isArray(value) ? partsOf(field, value) : undefined;
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
  // An image is known by its name; an object that happens to be one is none.
  if (field.schema.image === true) return typeof ownValue(value, "fileName") === "string" ? value : undefined;
  const parts = partsOf(field, value);
  return isObject(parts) ? { ...value, ...parts } : undefined;
}

/** What is inside an object or list, each converted; undefined where one of them is unconvertible. */
function partsOf(field: Field, value: Json): Json | undefined {
  let isWhole = true;
  const parts = mapInside(field, value, (inner, held) => {
    const converted = held === undefined ? undefined : convertValue(inner, held);
    if (held !== undefined && converted === undefined) isWhole = false;
    return converted;
  });
  return isWhole ? parts : undefined;
}

function holdsNothing(value: Json): boolean {
  return isObject(value) ? Object.values(value).every(holdsNothing) : isEmpty(value);
}
