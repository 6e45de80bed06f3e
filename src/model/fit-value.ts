import type { Field } from "./entity.ts";
import type { Json } from "./record.ts";

/** The kinds of value that a field holds, nested ones included, as text: where it is the same, no value needs fitting. */
export function kindOf(field: Field): string {
  const { schema, fields, items } = field;
  if (fields !== undefined)
    return `{${fields.map((one) => `${JSON.stringify(one.name)}:${kindOf(one)}`).join()}}`;
  if (items !== undefined) return `[${kindOf(items)}]`;
  return schema.type;
}

/**
 * A value that was written under another config, as a value of this field; undefined where it cannot be one. Nothing is
 * lost on the way: a text becomes a number only where it is one (`"12"`, not `"12 pieces"`), a number a whole number only
 * without a fraction, yes/no `true`/`false` or 1/0 and back. Nested fields fit each, keys of no field stay as they are,
 * a list never becomes anything else unless it is empty.
 */
export function fitValue(field: Field, value: Json): Json | undefined {
  return value === null ? null : fit(field, value);
}

function fit(field: Field, value: Json): Json | undefined {
  switch (field.schema.type) {
    case "string":
      return typeof value === "object" ? none(value) : String(value);
    case "number":
    case "integer":
      return fitNumber(value, field.schema.type === "integer");
    case "boolean":
      return typeof value === "object" ? none(value) : fitBoolean(value);
    case "array":
      return fitList(field, value);
    case "object":
      return fitObject(field, value);
  }
}

/** An empty list holds nothing, so nothing stands in its place. */
function none(value: Json): null | undefined {
  return Array.isArray(value) && value.length === 0 ? null : undefined;
}

function fitNumber(value: Json, whole: boolean): Json | undefined {
  if (typeof value === "object") return none(value);
  if (value === "") return null;
  if (typeof value === "string" && !/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value.trim()))
    return undefined;
  const number = Number(value);
  return Number.isFinite(number) && (!whole || Number.isInteger(number)) ? number : undefined;
}

function fitBoolean(value: string | number | boolean): Json | undefined {
  if (value === "") return null;
  if (value === true || value === "true" || value === 1) return true;
  return value === false || value === "false" || value === 0 ? false : undefined;
}

function fitList(field: Field, value: Json): Json | undefined {
  if (!Array.isArray(value)) return value === "" ? null : undefined;
  const { items } = field;
  if (items === undefined) return value;
  const fitted = value.map((item: Json) => fitValue(items, item));
  return fitted.some((item) => item === undefined) ? undefined : (fitted as Json);
}

function fitObject(field: Field, value: Json): Json | undefined {
  if (typeof value !== "object" || Array.isArray(value)) return value === "" ? null : none(value);
  const fitted: { [name: string]: Json } = { ...(value as { [name: string]: Json }) };
  for (const inner of field.fields ?? []) {
    const held = Object.hasOwn(fitted, inner.name) ? fitted[inner.name] : undefined;
    if (held === undefined) continue;
    const one = fitValue(inner, held);
    if (one === undefined) return undefined;
    fitted[inner.name] = one;
  }
  return fitted;
}
