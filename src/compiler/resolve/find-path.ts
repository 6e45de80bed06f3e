import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema, Reference } from "../../model/field-schema.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import { type ImageRecord, SYSTEM_FIELDS } from "../../model/record.ts";
import { type ValueType, valueType } from "../../model/value-type.ts";
import { ownValue } from "../../record/json.ts";
import { isIndex, joinPath, splitPath } from "../../record/path.ts";
import { isTitleOfFields, referenceShows } from "./written-display.ts";
import { fieldNamed, isShown, type Properties, shownNames } from "./written-field.ts";

/** What a dotted path of an entity leads to: `name`, `parent.name`, `images.0`, `updatedAt`. */
interface FoundPath {
  readonly kind: "found";
  readonly valueType: ValueType;
  /** undefined for a value that the server sets: `updatedAt`, an image's `imgUrl`. */
  readonly schema: FieldSchema | undefined;
  /** The labels of the fields on the way; empty for a system field. */
  readonly labels: readonly string[];
  /** Whether it goes into a list, where there is no one value to sort by. */
  readonly inList: boolean;
  /** Whether it is, or stands inside, a field that list answers leave out. */
  readonly leftOut: boolean;
  /** The reference that it reaches through, as a path; undefined where the record itself has it. */
  readonly through: string | undefined;
}

/** No such field; `known`: the names that are possible in its place. */
export interface MissingPath {
  readonly kind: "missing";
  readonly name: string;
  readonly known: readonly string[];
  /** The reference whose other entity has the field, but which does not show it. */
  readonly unshown?: { readonly path: string; readonly reference: Reference };
}

/** It leads over a reference of which nothing but the `_id` is read. */
export interface TooFarPath {
  readonly kind: "tooFar";
  /** The path of that reference. */
  readonly reference: string;
  /** The entity that it refers to. */
  readonly entity: string;
}

export type PathAnswer =
  | FoundPath
  | MissingPath
  | TooFarPath
  /** It leads to an entity, a field or a list that cannot be read; that is reported there. */
  | { readonly kind: "unreadable" };

const SYSTEM_TYPES: Readonly<Record<(typeof SYSTEM_FIELDS)[number], ValueType>> = {
  _id: "string",
  createdAt: "date-time",
  updatedAt: "date-time",
  updatedBy: "string",
  updatedById: "string",
  isProtected: "boolean",
};

const IMAGE_TYPES: Readonly<Record<keyof ImageRecord, ValueType>> = {
  fileName: "string",
  imgUrl: "string",
  expiresAt: "date-time",
};

/** The config in which paths are followed. */
export interface PathScope {
  readonly entities: ReadonlyMap<string, { readonly value: EntityConfig }>;
  /** Fields that nothing may be concluded from. */
  readonly broken: ReadonlySet<object>;
}

/**
 * Follows a dotted path in a record of a list. Through one reference it reaches what the reference may show; of a second
 * one, lists have the `_id` alone.
 */
export function findPath(scope: PathScope, { schema }: EntityConfig, path: string): PathAnswer {
  const field = shownNamed(schema.properties, splitPath(path)[0] ?? "");
  return follow(scope, field, knownIn(schema), path, 1);
}

/** The same in a record that a reference leads to: its own references are `_id`s. */
export function findInReferred(
  broken: ReadonlySet<object>,
  { schema }: EntityConfig,
  path: string,
): PathAnswer {
  const field = shownNamed(schema.properties, splitPath(path)[0] ?? "");
  return follow({ entities: new Map(), broken }, field, knownIn(schema), path, 0);
}

/** The same in a record in its form: with fields that only forms have. */
export function findInForm(properties: Properties, path: string, broken: ReadonlySet<object>): PathAnswer {
  const field = fieldNamed(properties, splitPath(path)[0] ?? "");
  return follow({ entities: new Map(), broken }, field, () => Object.keys(properties), path, 0);
}

function shownNamed(properties: Properties, name: string): FieldSchema | undefined {
  const field = fieldNamed(properties, name);
  return field && isShown(field) ? field : undefined;
}

function knownIn({ properties }: EntityConfig["schema"]): Known {
  return () => [...shownNames(properties), ...SYSTEM_FIELDS];
}

/** What is known of the way so far. */
interface Way extends Pick<FoundPath, "labels" | "inList" | "leftOut" | "through"> {
  /** The names so far. */
  readonly names: readonly string[];
  /** How many more references are followed. */
  readonly references: number;
}

/** `known`: the names that are possible in the place of the first. */
type Known = () => readonly string[];

/** `field`: the first on the path. */
function follow(
  scope: PathScope,
  field: FieldSchema | undefined,
  known: Known,
  path: string,
  references: number,
): PathAnswer {
  const start: Way = { labels: [], inList: false, leftOut: false, through: undefined, names: [], references };
  const system = ownValue<ValueType>(SYSTEM_TYPES, path);
  return system === undefined
    ? into(scope, field, known, splitPath(path), start)
    : found(system, undefined, start);
}

function into(
  scope: PathScope,
  field: FieldSchema | undefined,
  known: Known,
  [name = "", ...rest]: readonly string[],
  way: Way,
): PathAnswer {
  if (field === undefined) return { kind: "missing", name, known: known() };
  if (scope.broken.has(field)) return { kind: "unreadable" };
  const labels = [...way.labels, field.title ?? name];
  return inField(scope, field, rest, { ...way, labels, names: [...way.names, name] });
}

function inField(scope: PathScope, schema: FieldSchema, rest: readonly string[], before: Way): PathAnswer {
  const [name, ...further] = rest;
  const way = { ...before, leftOut: before.leftOut || !isInLists(schema) };
  if (name === undefined) return found(valueType(schema), schema, way);
  if (schema.reference !== undefined) {
    const { entity } = schema.reference;
    const reference = joinPath(way.names);
    if (way.references === 0) return { kind: "tooFar", reference, entity };
    const target = scope.entities.get(entity)?.value;
    if (target === undefined) return { kind: "unreadable" };
    const shown = referenceShows(schema.reference, scope.entities);
    const next = shownNamed(target.schema.properties, name);
    if (!shown.includes(name)) {
      if (next === undefined) return { kind: "missing", name, known: shown };
      if (next.reference !== undefined)
        return { kind: "tooFar", reference: joinPath([...way.names, name]), entity: next.reference.entity };
      // It may be what the title is meant to show; that the title names no field is reported there.
      if (schema.reference.label === undefined && !isTitleOfFields(target)) return { kind: "unreadable" };
      return {
        kind: "missing",
        name,
        known: shown,
        unshown: { path: reference, reference: schema.reference },
      };
    }
    // That the reference names no field is reported there.
    if (next === undefined) return { kind: "unreadable" };
    return into(scope, next, () => shown, rest, {
      ...way,
      through: reference,
      references: way.references - 1,
    });
  }
  if (schema.type === "array") {
    if (schema.items === undefined) return { kind: "unreadable" };
    if (!isIndex(name)) return { kind: "missing", name, known: ["0"] };
    return inField(scope, schema.items, further, { ...way, inList: true, names: [...way.names, name] });
  }
  if (schema.image === true) {
    const part = further.length > 0 ? undefined : ownValue<ValueType>(IMAGE_TYPES, name);
    if (part === undefined) return { kind: "missing", name, known: Object.keys(IMAGE_TYPES) };
    return found(part, undefined, way);
  }
  const { properties = {} } = schema;
  return into(scope, fieldNamed(properties, name), () => Object.keys(properties), rest, way);
}

function found(
  type: ValueType,
  schema: FieldSchema | undefined,
  { labels, inList, leftOut, through }: Way,
): FoundPath {
  return { kind: "found", valueType: type, schema, labels, inList, leftOut, through };
}

const IS_SORTABLE: Readonly<Record<ValueType, boolean>> = {
  string: true,
  number: true,
  integer: true,
  boolean: true,
  choice: true,
  date: true,
  "date-time": true,
  object: false,
  array: false,
  reference: false,
  html: false,
  image: false,
  images: false,
};

/** Whether a list can be ordered by what a path leads to. */
export function isSortable({ valueType, inList }: FoundPath): boolean {
  return IS_SORTABLE[valueType] && !inList;
}
