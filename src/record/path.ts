import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isObject, ownValue } from "./json.ts";

/**
 * A place in a record is written in four ways. This module alone converts them:
 * - segments: names and indexes from the outside in, `["slots", "2", "item"]`;
 * - pointer (RFC 6901): `/slots/2/item`, "" for the record. Requests and answers have it;
 * - path: `slots.2.item`, "" for the record. Configs, widgets and the form have it. Field names have no dot and are no
 *   number (problem code FIELD_NAME);
 * - pattern: a path with `*` for each index, `slots.*.item`. It names a field.
 */

/** A pointer with segments added. */
export function below(pointer: string, ...segments: readonly (string | number)[]): string {
  const escaped = segments.map((segment) => String(segment).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer, ...escaped].join("/");
}

/** The segments of a pointer. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The segments of a path or a pattern. */
export function splitPath(path: string): string[] {
  return path === "" ? [] : path.split(".");
}

/** The path, or pattern, of segments. */
export function joinPath(segments: readonly (string | number)[]): string {
  return segments.join(".");
}

export function pathOfPointer(pointer: string): string {
  return joinPath(segmentsOf(pointer));
}

export function pointerOfPath(path: string): string {
  return below("", ...splitPath(path));
}

export function isIndex(segment: string): boolean {
  return /^\d+$/.test(segment);
}

/** The pattern that a path matches; a pattern is its own. */
export function patternOf(path: string): string {
  return joinPath(splitPath(path).map((segment) => (isIndex(segment) ? "*" : segment)));
}

/** Whether a path is another one or leads inside it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

/** Where a config has the schema of a pattern's field: the pointer inside the schema of the record. */
export function schemaPointer(pattern: string): string {
  const steps = splitPath(pattern).flatMap((segment) =>
    segment === "*" ? ["items"] : ["properties", segment],
  );
  return below("", ...steps);
}

export function valueAt(root: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>(ownValue, root);
}

/**
 * The value at a dotted path of a record: `name`, `address.city`, `images.0`. undefined where the record has none there, and
 * for the empty path.
 */
export function readPath(record: RecordData, path: string): Json | undefined {
  const [first, ...rest] = splitPath(path);
  return first === undefined ? undefined : rest.reduce<Json | undefined>(ownValue, ownValue(record, first));
}

/** The record with another value at a path through objects. Values on the way that are no object are replaced by one. */
export function writePath(record: RecordData, path: string, value: Json): RecordData {
  const [key = "", ...rest] = splitPath(path);
  if (rest.length === 0) return { ...record, [key]: value };
  const inner = ownValue(record, key);
  const holder = isObject(inner) ? inner : {};
  return { ...record, [key]: writePath(holder, joinPath(rest), value) as Json };
}

/** A field with its place. */
export interface PlacedField {
  /** Its pattern. */
  readonly path: string;
  readonly field: Field;
  /** The list whose items it is. */
  readonly list?: PlacedField;
}

/** The fields that segments of a path or pattern lead through, outermost first, as far as they lead to fields. */
export function fieldsOn(fields: readonly Field[], segments: readonly string[]): readonly PlacedField[] {
  const way: PlacedField[] = [];
  for (const segment of segments) {
    const around = way.at(-1);
    const next = around === undefined ? named(fields, segment) : fieldIn(around, segment);
    if (next === undefined) break;
    way.push(next);
  }
  return way;
}

export function fieldAt(fields: readonly Field[], segments: readonly string[]): PlacedField | undefined {
  return fieldsOn(fields, segments)[segments.length - 1];
}

function fieldIn(around: PlacedField, segment: string): PlacedField | undefined {
  const { items, fields = [] } = around.field;
  if (items === undefined) return named(fields, segment, around);
  if (segment !== "*" && !isIndex(segment)) return undefined;
  return { path: `${around.path}.*`, field: items, list: around };
}

function named(fields: readonly Field[], name: string, around?: PlacedField): PlacedField | undefined {
  const field = fields.find((one) => one.name === name);
  return field && { path: around === undefined ? name : `${around.path}.${name}`, field };
}
