import type { Field } from "../../model/entity.ts";
import { isObject, ownValue } from "../../model/json-value.ts";
import type { Json } from "../../model/record.ts";

/** A field and where it stands: dotted, `*` for the items of a list. */
export interface PlacedField {
  readonly path: string;
  readonly field: Field;
  /** The list whose item the field is: it may hold the item's messages and label. */
  readonly list?: Field;
}

/** Every field of the record, nested ones and items of lists included, outer ones first. */
export function* walkFields(fields: readonly Field[], around = ""): Generator<PlacedField> {
  for (const field of fields) {
    yield* walkField({ field, path: around === "" ? field.name : `${around}.${field.name}` });
  }
}

function* walkField(placed: PlacedField): Generator<PlacedField> {
  const { field, path } = placed;
  yield placed;
  if (field.fields !== undefined) yield* walkFields(field.fields, path);
  if (field.items !== undefined) yield* walkField({ field: field.items, path: `${path}.*`, list: field });
}

/** A value found in a record, with the JSON pointer of its place. */
export interface PlacedValue {
  readonly pointer: string;
  readonly value: Json;
}

/** The values at a path of `walkFields` that are not null, in order. */
export function valuesAt(root: Json | undefined, path: string): PlacedValue[] {
  let found: PlacedValue[] = root === undefined ? [] : [{ pointer: "", value: root }];
  for (const key of path.split(".")) {
    found = found.flatMap(({ pointer, value }) => {
      if (key === "*" && Array.isArray(value)) {
        return value.map((item: Json, index) => ({ pointer: `${pointer}/${index}`, value: item }));
      }
      const next = key === "*" ? undefined : ownValue(value, key);
      return next === undefined ? [] : [{ pointer: `${pointer}/${key}`, value: next }];
    });
  }
  return found.filter(({ value }) => value !== null);
}

/** Answers what stands at a place instead; null leaves an empty place empty. */
export type Replace = (placed: PlacedValue) => Json | Promise<Json>;

/** The record with every value at the path that is not null replaced; the same where nothing changes. */
export function mapAt(root: Json, path: readonly string[], replace: Replace): Promise<Json> {
  return mapPlaces(root, path, (placed) => (placed.value === null ? null : replace(placed)));
}

/** The same for every place of the path that there is, empty ones included: where the object or list around it exists. */
export async function mapPlaces(
  root: Json,
  path: readonly string[],
  replace: Replace,
  pointer = "",
): Promise<Json> {
  const [key, ...rest] = path;
  if (key === undefined) return replace({ pointer, value: root });
  if (key === "*") {
    if (!Array.isArray(root)) return root;
    const items: Json[] = [];
    for (const [index, item] of root.entries()) {
      items.push(await mapPlaces(item, rest, replace, `${pointer}/${index}`));
    }
    return items.every((item, index) => item === root[index]) ? root : items;
  }
  if (!isObject(root)) return root;
  const inner = ownValue(root, key) ?? null;
  const next = await mapPlaces(inner, rest, replace, `${pointer}/${key}`);
  return next === inner ? root : { ...root, [key]: next };
}
