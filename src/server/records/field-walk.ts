import type { Field } from "../../model/entity.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { isObject, ownValue } from "../../record/json.ts";

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
export function valuesAt(record: RecordData, path: string): PlacedValue[] {
  const [first = "", ...rest] = path.split(".");
  let found = valueUnder(record, first, "");
  for (const key of rest) {
    found = found.flatMap(({ pointer, value }) => {
      if (key === "*" && Array.isArray(value)) {
        return value.map((item: Json, index) => ({ pointer: `${pointer}/${index}`, value: item }));
      }
      return isObject(value) ? valueUnder(value, key, pointer) : [];
    });
  }
  return found.filter(({ value }) => value !== null);
}

function valueUnder(object: RecordData, key: string, around: string): PlacedValue[] {
  const value = ownValue(object, key);
  return value === undefined ? [] : [{ pointer: `${around}/${key}`, value }];
}

/** Answers what stands at a place instead; null leaves an empty place empty. */
export type Replace = (placed: PlacedValue) => Json | Promise<Json>;

/** The record with every value at the path that is not null replaced; the same where nothing changes. */
export function mapAt(record: RecordData, path: readonly string[], replace: Replace): Promise<RecordData> {
  return mapPlaces(record, path, (placed) => (placed.value === null ? null : replace(placed)));
}

/** The same for every place of the path that there is, empty ones included: where the object or list around it exists. */
export async function mapPlaces(
  record: RecordData,
  path: readonly string[],
  replace: Replace,
): Promise<RecordData> {
  const [key = "", ...rest] = path;
  const inner = ownValue(record, key) ?? null;
  const next = await mapInside({ pointer: `/${key}`, value: inner }, rest, replace);
  return next === inner ? record : { ...record, [key]: next };
}

async function mapInside(placed: PlacedValue, path: readonly string[], replace: Replace): Promise<Json> {
  const { pointer, value } = placed;
  const [key, ...rest] = path;
  if (key === undefined) return replace(placed);
  if (key === "*") {
    if (!Array.isArray(value)) return value;
    const items: Json[] = [];
    for (const [index, item] of value.entries()) {
      items.push(await mapInside({ pointer: `${pointer}/${index}`, value: item }, rest, replace));
    }
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  const inner = ownValue(value, key) ?? null;
  const next = await mapInside({ pointer: `${pointer}/${key}`, value: inner }, rest, replace);
  return next === inner ? value : { ...value, [key]: next };
}
