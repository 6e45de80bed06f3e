import type { Field, ResolvedReference } from "../model/entity.ts";
import type { FieldSchema } from "../model/field-schema.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isObject, ownValue } from "./json.ts";
import { below, isWithin, type PlacedField, patternOf, splitPath } from "./path.ts";

/** Fields by name; `*` names the items of a list. */
type NamedFields<F> = readonly (readonly [name: string, field: F])[];

/** The fields directly inside a field. */
type Inside<F> = (field: F) => NamedFields<F>;

/** Of resolved fields. */
export const FIELDS: Inside<Field> = ({ fields = [], items }) =>
  items === undefined ? namedFields(fields) : [["*", items]];

/** Of fields as a config writes them. */
export const SCHEMAS = ({
  properties = {},
  items,
}: Pick<FieldSchema, "properties" | "items">): NamedFields<FieldSchema> => [
  ...Object.entries(properties),
  ...(items === undefined ? [] : [["*", items] as const]),
];

/** A field that a walk comes to. */
interface FoundField<F> {
  readonly name: string;
  /** Its pattern. */
  readonly path: string;
  readonly field: F;
}

/**
 * The results of `place` for all fields, nested ones and items of lists included, outer before inner. `place` also gets
 * its result for the field around. Where it returns undefined, the field and all inside it are left out.
 */
export function* walkTree<F, Placed extends object>(
  inside: Inside<F>,
  fields: NamedFields<F>,
  place: (found: FoundField<F>, around: Placed | undefined) => Placed | undefined,
): Generator<Placed> {
  function* visit(named: NamedFields<F>, outer: string, around: Placed | undefined): Generator<Placed> {
    for (const [name, field] of named) {
      const path = `${outer}${name}`;
      const placed = place({ name, path, field }, around);
      if (placed === undefined) continue;
      yield placed;
      yield* visit(inside(field), `${path}.`, placed);
    }
  }
  yield* visit(fields, "", undefined);
}

/** Every field of a record, nested ones and items of lists included, outer before inner. */
export function walkFields(fields: readonly Field[]): Generator<PlacedField> {
  return walkTree<Field, PlacedField>(FIELDS, namedFields(fields), ({ name, path, field }, around) =>
    name === "*" && around !== undefined ? { path, field, list: around } : { path, field },
  );
}

/** The references that one of the paths leads through: `pet` of `pet.name`, `visits.*.pet` of `visits.0.pet.name`. */
export function referencesThrough(
  fields: readonly Field[],
  paths: readonly string[],
): readonly { readonly path: string; readonly reference: ResolvedReference }[] {
  const patterns = paths.map(patternOf);
  return [...walkFields(fields)].flatMap(({ path, field: { reference } }) =>
    reference !== undefined && patterns.some((pattern) => pattern !== path && isWithin(pattern, path))
      ? [{ path, reference }]
      : [],
  );
}

/** Whether the fields of an object are edited one by one, each by a widget of its own. */
export function isGroup(field: Field): field is Field & { readonly fields: readonly Field[] } {
  return field.fields !== undefined && field.widget === undefined;
}

export function namedFields(fields: readonly Field[]): NamedFields<Field> {
  return fields.map((field) => [field.name, field]);
}

/** A value with its field. */
interface FieldValue<F> {
  readonly field: F;
  readonly value: unknown;
  readonly pointer: string;
}

/** A field's value and all values in it that have a field, outer before inner; those that are undefined are left out. */
export function* walkValue<F>(
  inside: Inside<F>,
  field: F,
  value: unknown,
  pointer = "",
): Generator<FieldValue<F>> {
  if (value === undefined) return;
  yield { field, value, pointer };
  yield* walkObject(inside, inside(field), value, pointer);
}

/** The same of the values that an object has in these fields, or a list in its items. */
export function* walkObject<F>(
  inside: Inside<F>,
  fields: NamedFields<F>,
  object: unknown,
  pointer = "",
): Generator<FieldValue<F>> {
  for (const [name, field] of fields) {
    const keys = name === "*" && Array.isArray(object) ? object.keys() : isObject(object) ? [name] : [];
    for (const key of keys) yield* walkValue(inside, field, ownValue(object, key), below(pointer, key));
  }
}

/** Returns the value to put in place of a field's value; undefined means that there is none. */
export type MakeValue = (field: Field, value: Json | undefined, pointer: string) => Json | undefined;

/** An object of the results of `make` for each field, in the order of the fields. Keys of no field are left out. */
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
 * The value with `make` applied to the fields of an object, or to the items of a list, which keep their places (null for
 * undefined). Other values are returned as they are. Call it inside `make` to map all levels.
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

/** The places that a pattern matches, in order, where the object or list around exists. A missing value is null. */
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

/** The values at a pattern that are not null. */
export function valuesAt(record: RecordData, pattern: string): PlacedValue[] {
  return placesAt(record, pattern).filter(({ value }) => value !== null);
}

/** The record with the value at each place of a pattern replaced; the same object where nothing changes. */
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

/** The same, asynchronous: one place after the other. */
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
