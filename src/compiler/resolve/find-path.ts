import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import { SYSTEM_FIELDS } from "../../model/record.ts";
import { type ValueType, valueType } from "../../model/value-type.ts";
import { isIndex, splitPath } from "../../record/path.ts";
import { fieldNamed, type Properties } from "./written-field.ts";

/** What a dotted path of an entity leads to: `name`, `parent.name`, `images.0`, `updatedAt`. */
export interface FoundPath {
  readonly kind: "found";
  readonly valueType: ValueType;
  /** undefined for what the machine keeps: `updatedAt`, an image's `imgUrl`. */
  readonly schema: FieldSchema | undefined;
  /** The labels of the fields on the way; empty for what the machine keeps. */
  readonly labels: readonly string[];
  /** Whether it goes into a list, where there is no one value to sort by. */
  readonly inList: boolean;
  /** Whether it is, or stands inside, what answers of lists leave out. */
  readonly leftOut: boolean;
}

export type PathAnswer =
  | FoundPath
  /** No such field; `known` are the names that would do in its place. */
  | { readonly kind: "missing"; readonly name: string; readonly known: readonly string[] }
  /** It leads to an entity, a field or a list that cannot be read; that is reported there. */
  | { readonly kind: "unreadable" };

const SYSTEM_TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["_id", "string"],
  ["createdAt", "date-time"],
  ["updatedAt", "date-time"],
  ["updatedBy", "string"],
  ["isProtected", "boolean"],
]);

const IMAGE_TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ["fileName", "string"],
  ["imgUrl", "string"],
  ["expiresAt", "date-time"],
]);

/** What paths are followed in. */
export interface PathScope {
  readonly entityConfigs: ReadonlyMap<string, EntityConfig>;
  /** Fields that nothing may be concluded from (`Draft.broken`). */
  readonly broken: ReadonlySet<object>;
}

/** Follows a dotted path. Through a reference it reaches what the reference may show, and no further. */
export function findPath(scope: PathScope, entity: EntityConfig, path: string): PathAnswer {
  const [first = "", ...rest] = splitPath(path);
  const system = SYSTEM_TYPES.get(first);
  if (system !== undefined && rest.length === 0) return machine(system, start([]));
  const schema = fieldNamed(entity.schema.properties, first);
  if (schema === undefined || schema.formOnly === true || schema.writeOnly === true) {
    const known = Object.entries(entity.schema.properties)
      .filter(([, field]) => field.formOnly !== true && field.writeOnly !== true)
      .map(([name]) => name);
    return { kind: "missing", name: first, known: [...known, ...SYSTEM_FIELDS] };
  }
  if (scope.broken.has(schema)) return { kind: "unreadable" };
  return follow(scope, schema, rest, start([schema.title ?? first]));
}

/**
 * The same inside a record as its form holds it: with what is only in forms, and no further than to a reference.
 * @param properties the outermost fields
 */
export function findInForm(properties: Properties, path: string, broken: ReadonlySet<object>): PathAnswer {
  const [first = "", ...rest] = splitPath(path);
  const system = SYSTEM_TYPES.get(first);
  if (system !== undefined && rest.length === 0) return machine(system, start([]));
  const schema = fieldNamed(properties, first);
  if (schema === undefined) return { kind: "missing", name: first, known: Object.keys(properties) };
  if (broken.has(schema)) return { kind: "unreadable" };
  return follow({ entityConfigs: new Map(), broken }, schema, rest, start([]));
}

/** What is known of the way so far. */
type Way = Pick<FoundPath, "labels" | "inList" | "leftOut">;

function start(labels: readonly string[]): Way {
  return { labels, inList: false, leftOut: false };
}

function follow(scope: PathScope, schema: FieldSchema, rest: readonly string[], before: Way): PathAnswer {
  const [name, ...further] = rest;
  const way = { ...before, leftOut: before.leftOut || !isInLists(schema) };
  const { labels } = way;
  if (name === undefined) return { kind: "found", valueType: valueType(schema), schema, ...way };
  if (schema.reference !== undefined) {
    const { entity: id, label, fields = [] } = schema.reference;
    const target = scope.entityConfigs.get(id);
    if (target === undefined) return { kind: "unreadable" };
    const shown = [...new Set([label, ...fields])];
    const next = shown.includes(name) ? fieldNamed(target.schema.properties, name) : undefined;
    if (next === undefined) return { kind: "missing", name, known: shown };
    if (scope.broken.has(next)) return { kind: "unreadable" };
    return follow(scope, next, further, { ...way, labels: [...labels, next.title ?? name] });
  }
  if (schema.type === "array") {
    if (schema.items === undefined) return { kind: "unreadable" };
    if (!isIndex(name)) return { kind: "missing", name, known: ["0"] };
    return follow(scope, schema.items, further, { ...way, inList: true });
  }
  if (schema.image === true) {
    const kept = IMAGE_TYPES.get(name);
    if (kept === undefined || further.length > 0) {
      return { kind: "missing", name, known: [...IMAGE_TYPES.keys()] };
    }
    return machine(kept, way);
  }
  const properties = schema.properties ?? {};
  const next = fieldNamed(properties, name);
  if (next === undefined) return { kind: "missing", name, known: Object.keys(properties) };
  return follow(scope, next, further, { ...way, labels: [...labels, next.title ?? name] });
}

function machine(type: ValueType, way: Way): FoundPath {
  return { kind: "found", valueType: type, schema: undefined, ...way };
}

const SORTABLE: ReadonlySet<ValueType> = new Set<ValueType>([
  "string",
  "number",
  "integer",
  "boolean",
  "choice",
  "date",
  "date-time",
]);

/** Whether a list can be ordered by what a path leads to. */
export function isSortable(found: FoundPath): boolean {
  return SORTABLE.has(found.valueType) && !found.inList;
}
