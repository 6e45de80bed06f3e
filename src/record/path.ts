import type { Field } from "../model/entity.ts";
import type { Json, RecordData } from "../model/record.ts";
import { isObject, ownValue } from "./json.ts";

/**
 * A place in a record is written in four ways, and only here is one turned into another:
 * - segments: the names and indexes that lead there, from outside in: `["slots", "2", "item"]`;
 * - pointer (RFC 6901): `/slots/2/item`; "" is the whole. It takes names of any characters, and it is what travels;
 * - path: segments joined by dots, `slots.2.item`, as configs, widgets and the form write it; "" is the whole. The
 *   names of fields are letters, digits and `_`, a letter first (FIELD_NAME), so that no name holds a dot or is a number;
 * - pattern: a path with `*` in place of each index: `slots.*.item`. It names a field, wherever its values stand.
 */

/** The pointer of what is below another. */
export function below(pointer: string, ...segments: readonly (string | number)[]): string {
  let longer = pointer;
  for (const segment of segments) {
    const text = String(segment);
    longer += `/${/[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text}`;
  }
  return longer;
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

/** Whether a segment is an item's place in a list. */
export function isIndex(segment: string): boolean {
  return /^\d+$/.test(segment);
}

/** The pattern that a path follows; that of a pattern is itself. */
export function patternOf(path: string): string {
  return joinPath(splitPath(path).map((segment) => (isIndex(segment) ? "*" : segment)));
}

/** Whether a path leads to where another does, or to something inside. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

/** The pointer, below that of the object of fields, of the schema that a config writes for the field of a pattern. */
export function schemaPointer(pattern: string): string {
  const steps = splitPath(pattern).flatMap((segment) =>
    segment === "*" ? ["items"] : ["properties", segment],
  );
  return below("", ...steps);
}

/** The value that segments lead to; undefined where there is none. */
export function valueAt(root: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>(ownValue, root);
}

/** The value at a path of a record: `name`, `parent.name`, `images.0`. undefined where there is none, and for the whole. */
export function readPath(record: RecordData, path: string): Json | undefined {
  const [first, ...rest] = splitPath(path);
  return first === undefined ? undefined : rest.reduce<Json | undefined>(ownValue, ownValue(record, first));
}

/**
 * The record with another value at a path through objects; what is in the way there and is none gives way to one. What
 * is beside the path keeps its identity.
 */
export function writePath(record: RecordData, path: string, value: Json): RecordData {
  const [key = "", ...rest] = splitPath(path);
  if (rest.length === 0) return { ...record, [key]: value };
  const inner = ownValue(record, key);
  const holder = isObject(inner) ? inner : {};
  return { ...record, [key]: writePath(holder, joinPath(rest), value) as Json };
}

/** A field and where it stands. */
export interface PlacedField {
  /** Its pattern. */
  readonly path: string;
  readonly field: Field;
  /** The list whose items it is. */
  readonly list?: PlacedField;
}

/**
 * The fields on the way that segments of a place or a pattern lead, one for each segment, outermost first. Shorter than
 * the segments where the rest leads to no field.
 */
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

/** The field that segments lead to; undefined where there is none. */
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
