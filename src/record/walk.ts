import type { Field } from "../model/entity.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isObject, ownValue } from "./json.ts";
import { below, type PlacedField, splitPath } from "./path.ts";

/** How one goes from a field to those inside it. */
interface FieldTree<F> {
  /** The fields of an object, by name. */
  partsOf(field: F): readonly (readonly [name: string, field: F])[];
  /** What each item of a list is. */
  itemsOf(field: F): F | undefined;
}

/** Fields that are resolved. */
export const FIELDS: FieldTree<Field> = {
  partsOf: ({ fields = [] }) => fields.map((field) => [field.name, field]),
  itemsOf: ({ items }) => items,
};

/** Fields as a config writes them. */
export const SCHEMAS: FieldTree<FieldSchema> = {
  partsOf: ({ properties = {} }) => Object.entries(properties),
  itemsOf: ({ items }) => items,
};

/** A field that a walk comes to. */
interface FoundField<F> {
  /** `*` for the items of a list. */
  readonly name: string;
  /** Its pattern. */
  readonly path: string;
  readonly field: F;
}

/**
 * What `place` says of each field in a tree, nested ones and items of lists included, outer before inner. It is given
 * what it said of the field around. Where it says undefined, neither that field nor what is inside it is in the answer.
 */
export function* walkTree<F, Placed extends object>(
  tree: FieldTree<F>,
  fields: readonly (readonly [name: string, field: F])[],
  place: (found: FoundField<F>, around: Placed | undefined) => Placed | undefined,
): Generator<Placed> {
  function* visit(found: FoundField<F>, around: Placed | undefined): Generator<Placed> {
    const placed = place(found, around);
    if (placed === undefined) return;
    yield placed;
    const items = tree.itemsOf(found.field);
    const inside = [...tree.partsOf(found.field), ...(items === undefined ? [] : [["*", items] as const])];
    for (const [name, field] of inside) yield* visit({ name, path: `${found.path}.${name}`, field }, placed);
  }
  for (const [name, field] of fields) yield* visit({ name, path: name, field }, undefined);
}

/** Every field of a record, nested ones and items of lists included, outer before inner. */
export function walkFields(fields: readonly Field[]): Generator<PlacedField> {
  return walkTree<Field, PlacedField>(FIELDS, namedFields(fields), ({ name, path, field }, around) =>
    name === "*" && around !== undefined ? { path, field, list: around } : { path, field },
  );
}

/** Whether something is true of a field, or of one inside it. */
export function someField(field: Field, test: (field: Field) => boolean): boolean {
  for (const placed of walkFields([field])) if (test(placed.field)) return true;
  return false;
}

/** Whether the fields of an object are edited one by one, each by a widget of its own. */
export function isGroup(field: Field): field is Field & { readonly fields: readonly Field[] } {
  return field.fields !== undefined && field.widget === undefined;
}

export function namedFields(fields: readonly Field[]): readonly (readonly [name: string, field: Field])[] {
  return fields.map((field) => [field.name, field]);
}

/** A value with its field, and its pointer below where the walk began. */
export interface FieldValue<F> {
  readonly field: F;
  readonly value: unknown;
  readonly pointer: string;
}

/** A field's value and all in it that has a field, outer before inner. null is a value; what is not there is none. */
export function* walkValue<F>(
  tree: FieldTree<F>,
  field: F,
  value: unknown,
  pointer = "",
): Generator<FieldValue<F>> {
  if (value === undefined) return;
  yield { field, value, pointer };
  yield* walkObject(tree, tree.partsOf(field), value, pointer);
  const items = tree.itemsOf(field);
  if (items === undefined || !Array.isArray(value)) return;
  for (const [index, item] of value.entries()) yield* walkValue(tree, items, item, below(pointer, index));
}

/** The same of the values that an object has in these fields. */
export function* walkObject<F>(
  tree: FieldTree<F>,
  fields: readonly (readonly [name: string, field: F])[],
  object: unknown,
  pointer = "",
): Generator<FieldValue<F>> {
  if (!isObject(object)) return;
  for (const [name, field] of fields) {
    yield* walkValue(tree, field, ownValue(object, name), below(pointer, name));
  }
}

/** Answers what stands for a field in place of a value; undefined on either side: nothing. */
export type MakeValue = (field: Field, value: Json | undefined, pointer: string) => Json | undefined;

/** An object as its fields make it: what `make` answers for each, in their order. Keys of no field are left out. */
export function mapObject(
  fields: readonly Field[],
  object: RecordData,
  make: MakeValue,
  pointer = "",
): { [field: string]: Json } {
  const made: { [field: string]: Json } = {};
  for (const field of fields) {
    const value = make(field, ownValue(object, field.name), below(pointer, field.name));
    if (value !== undefined) made[field.name] = value;
  }
  return made;
}

/**
 * A value with what is directly inside it made anew: the fields of an object, the items of a list, of which each keeps its
 * place. Any other value is itself. Whoever calls it from inside `make` maps the whole value.
 */
export function mapInside({ fields, items }: Field, value: Json, make: MakeValue, pointer = ""): Json {
  if (fields !== undefined && isObject(value)) return mapObject(fields, value, make, pointer);
  if (items === undefined || !Array.isArray(value)) return value;
  return value.map((item: Json, index) => make(items, item, below(pointer, index)) ?? null);
}

/** A value of a record, with its pointer. */
export interface PlacedValue {
  readonly pointer: string;
  readonly value: Json;
}

/** The places that follow a pattern, in order, wherever the object or list around is there. What holds nothing is null. */
export function placesAt(record: RecordData, pattern: string): PlacedValue[] {
  const [first = "", ...rest] = splitPath(pattern);
  let places: PlacedValue[] = [{ pointer: below("", first), value: ownValue(record, first) ?? null }];
  for (const segment of rest) places = places.flatMap((place) => placesIn(place, segment));
  return places;
}

function placesIn({ pointer, value }: PlacedValue, segment: string): PlacedValue[] {
  if (segment === "*" && Array.isArray(value))
    return value.map((item: Json, index) => ({ pointer: below(pointer, index), value: item }));
  if (segment === "*" || !isObject(value)) return [];
  return [{ pointer: below(pointer, segment), value: ownValue(value, segment) ?? null }];
}

/** The values that follow a pattern and are not null. */
export function valuesAt(record: RecordData, pattern: string): PlacedValue[] {
  return placesAt(record, pattern).filter(({ value }) => value !== null);
}

/** The record with another value at each place that follows a pattern; the same where nothing changes. */
export function mapAt(
  record: RecordData,
  pattern: string,
  replace: (place: PlacedValue) => Json,
): RecordData {
  const [first = "", ...rest] = splitPath(pattern);
  const value = ownValue(record, first) ?? null;
  const next = mapBelow({ pointer: below("", first), value }, rest, replace);
  return next === value ? record : { ...record, [first]: next };
}

/** The same with what takes time to answer: one place after the other. */
export async function mapAtInTurn(
  record: RecordData,
  pattern: string,
  replace: (place: PlacedValue) => Json | Promise<Json>,
): Promise<RecordData> {
  const answers = new Map<string, Json>();
  for (const place of placesAt(record, pattern)) answers.set(place.pointer, await replace(place));
  return mapAt(record, pattern, ({ pointer }) => answers.get(pointer) ?? null);
}

function mapBelow(
  place: PlacedValue,
  [segment, ...rest]: readonly string[],
  replace: (place: PlacedValue) => Json,
): Json {
  if (segment === undefined) return replace(place);
  const { value } = place;
  const inside = placesIn(place, segment).map((inner) => mapBelow(inner, rest, replace));
  if (Array.isArray(value)) return inside.every((item, at) => item === value[at]) ? value : inside;
  const [next] = inside;
  if (next === undefined || !isObject(value) || next === (ownValue(value, segment) ?? null)) return value;
  return { ...value, [segment]: next };
}
