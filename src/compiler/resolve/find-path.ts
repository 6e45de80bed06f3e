import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { isInLists } from "../../model/fields-in-lists.ts";
import { SYSTEM_FIELDS } from "../../model/record.ts";
import { type ValueType, valueType } from "../../model/value-type.ts";
import { isIndex, splitPath } from "../../record/path.ts";
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
}

/** No such field; `known`: the names that are possible in its place. */
export interface MissingPath {
  readonly kind: "missing";
  readonly name: string;
  readonly known: readonly string[];
}

export type PathAnswer =
  | FoundPath
  | MissingPath
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

/** The config in which paths are followed. */
export interface PathScope {
  readonly entities: ReadonlyMap<string, { readonly value: EntityConfig }>;
  /** Fields that nothing may be concluded from. */
  readonly broken: ReadonlySet<object>;
}

/** Follows a dotted path. Through a reference it reaches what the reference may show, and no further. */
export function findPath(scope: PathScope, { schema }: EntityConfig, path: string): PathAnswer {
  const { properties } = schema;
  const field = fieldNamed(properties, splitPath(path)[0] ?? "");
  const known = () => [...shownNames(properties), ...SYSTEM_FIELDS];
  return follow(scope, field && isShown(field) ? field : undefined, known, path);
}

/** The same inside a record in its form: with fields that only forms have, and no further than to a reference. */
export function findInForm(properties: Properties, path: string, broken: ReadonlySet<object>): PathAnswer {
  const field = fieldNamed(properties, splitPath(path)[0] ?? "");
  return follow({ entities: new Map(), broken }, field, () => Object.keys(properties), path);
}

/** What is known of the way so far. */
type Way = Pick<FoundPath, "labels" | "inList" | "leftOut">;

/** `known`: the names that are possible in the place of the first. */
type Known = () => readonly string[];

/** `field`: the first on the path. */
function follow(scope: PathScope, field: FieldSchema | undefined, known: Known, path: string): PathAnswer {
  const start: Way = { labels: [], inList: false, leftOut: false };
  const system = SYSTEM_TYPES.get(path);
  return system === undefined
    ? into(scope, field, known, splitPath(path), start)
    : withoutSchema(system, start);
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
  return inField(scope, field, rest, { ...way, labels: [...way.labels, field.title ?? name] });
}

function inField(scope: PathScope, schema: FieldSchema, rest: readonly string[], before: Way): PathAnswer {
  const [name, ...further] = rest;
  const way = { ...before, leftOut: before.leftOut || !isInLists(schema) };
  if (name === undefined) return { kind: "found", valueType: valueType(schema), schema, ...way };
  if (schema.reference !== undefined) {
    const { entity, label, fields = [] } = schema.reference;
    const target = scope.entities.get(entity)?.value.schema;
    if (target === undefined) return { kind: "unreadable" };
    const shown = [...new Set([label, ...fields])];
    const next = shown.includes(name) ? fieldNamed(target.properties, name) : undefined;
    return into(scope, next, () => shown, rest, way);
  }
  if (schema.type === "array") {
    if (schema.items === undefined) return { kind: "unreadable" };
    if (!isIndex(name)) return { kind: "missing", name, known: ["0"] };
    return inField(scope, schema.items, further, { ...way, inList: true });
  }
  if (schema.image === true) {
    const part = further.length > 0 ? undefined : IMAGE_TYPES.get(name);
    if (part === undefined) return { kind: "missing", name, known: [...IMAGE_TYPES.keys()] };
    return withoutSchema(part, way);
  }
  const { properties = {} } = schema;
  return into(scope, fieldNamed(properties, name), () => Object.keys(properties), rest, way);
}

function withoutSchema(type: ValueType, way: Way): FoundPath {
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
export function isSortable({ valueType, inList }: FoundPath): boolean {
  return SORTABLE.has(valueType) && !inList;
}
