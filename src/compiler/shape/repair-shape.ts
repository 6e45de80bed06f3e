import type { AppConfig } from "../../model/app-config.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { isObject } from "../../record/json.ts";
import { below, isIndex, segmentsOf, valueAt } from "../../record/path.ts";
import { ENTITY_FIELDS } from "../resolve/written-field.ts";
import type { Steps } from "../steps.ts";
import { isField } from "./known-mistakes.ts";
import type { Shape } from "./shape.ts";

/** How a kind of file is repaired. */
export interface RepairRules {
  /** A value that can replace a wrong one without harm to other checks; undefined if there is none. */
  standIn(segments: readonly string[]): unknown;
  /** Pointer of the object of fields. A field that cannot be repaired becomes a text, so that its name stays known. */
  readonly fieldsAt?: string;
  /** Whether the rest cannot be checked without the value at a place. */
  isVital(segments: readonly string[]): boolean;
}

/** A value without its wrong parts. */
interface Repaired<T> {
  readonly value: T;
  /** The pointer in the file of a pointer in `value`: items dropped from a list move those after them. */
  original(pointer: string): string;
  /** Pointers in the file of the changed parts: a field or an item of a list as a whole, else the place itself. */
  readonly suspected: readonly string[];
  /** The fields among them. */
  readonly fields: readonly object[];
}

const MAX_ROUNDS = 30;

/** Drops or replaces the wrong parts of a value until it has the shape; undefined if a part is vital. */
export function* repairShape<T>(
  written: unknown,
  shape: Shape<T>,
  rules: RepairRules,
): Steps<Repaired<T> | undefined> {
  const value: unknown = structuredClone(written);
  const remaining = new Map<string, number[]>();
  const suspected = new Set<string>();
  const original = (pointer: string) => originalOf(pointer, remaining);

  for (let round = 0; round < MAX_ROUNDS; round++) {
    yield;
    if (shape.accepts(value)) {
      const at = [...suspected];
      const fields = at
        .filter((pointer) => fieldAround(pointer, rules) === pointer)
        .map((pointer) => valueAt(value, segmentsOf(pointer)));
      return { value, original, suspected: at, fields: fields.filter(isObject) };
    }
    const dropped = new Set<string>();
    yield;
    const faults = shape.faults(value);
    yield;
    for (const fault of faults) {
      const wrong = fault.missing === undefined ? fault.path : below(fault.path, fault.missing);
      const place = original(wrong);
      const segments = segmentsOf(place);
      if (segments.length === 0 || rules.isVital(segments)) return undefined;
      suspected.add(partOf(place, rules));
      if (fault.code === "UNKNOWN_KEY") keepField(value, wrong, rules, suspected);
      const standIn = fault.code === "UNKNOWN_KEY" ? undefined : rules.standIn(segments);
      if (standIn !== undefined) put(value, wrong, structuredClone(standIn));
      else dropped.add(fault.path);
    }
    yield;
    for (const pointer of [...dropped].sort(lastFirst)) {
      if (fieldAround(pointer, rules) === pointer)
        put(value, pointer, { type: "string" } satisfies FieldSchema);
      else drop(value, pointer, remaining);
    }
  }
  return undefined;
}

/** A field that stands in a wrong place is among the fields too, so that what names it is no second mistake. */
function keepField(root: unknown, pointer: string, { fieldsAt }: RepairRules, suspected: Set<string>): void {
  const segments = segmentsOf(pointer);
  const name = segments.at(-1);
  if (fieldsAt === undefined || name === undefined || !isField(valueAt(root, segments))) return;
  const fields = valueAt(root, segmentsOf(fieldsAt));
  if (!isObject(fields) || Object.hasOwn(fields, name)) return;
  put(root, below(fieldsAt, name), { type: "string" } satisfies FieldSchema);
  suspected.add(below(fieldsAt, name));
}

/** The field that a place is, or is inside of. */
function fieldAround(pointer: string, { fieldsAt }: RepairRules): string | undefined {
  if (fieldsAt === undefined || !pointer.startsWith(`${fieldsAt}/`)) return undefined;
  return below("", ...segmentsOf(pointer).slice(0, segmentsOf(fieldsAt).length + 1));
}

/** The field or item of a list around a place, else the place itself. */
function partOf(pointer: string, rules: RepairRules): string {
  const segments = segmentsOf(pointer);
  const index = segments.findIndex(isIndex);
  const item = index === -1 ? pointer : below("", ...segments.slice(0, index + 1));
  return fieldAround(pointer, rules) ?? item;
}

/** Orders pointers: later items of a list first, and inner places before outer ones. */
function lastFirst(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one, other] = [left[index], right[index]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return Number(other) - Number(one) || (one < other ? 1 : -1);
  }
  return 0;
}

function put(root: unknown, pointer: string, value: unknown): void {
  const segments = segmentsOf(pointer);
  const last = segments.pop();
  const around = valueAt(root, segments);
  if (last !== undefined && typeof around === "object" && around !== null) Reflect.set(around, last, value);
}

/** `remaining`: by the pointer of a list in the file, the indexes of the items that it still has. */
function drop(root: unknown, pointer: string, remaining: Map<string, number[]>): void {
  const segments = segmentsOf(pointer);
  const last = segments.pop();
  const around = valueAt(root, segments);
  if (last === undefined) return;
  if (isObject(around)) Reflect.deleteProperty(around, last);
  if (!Array.isArray(around)) return;
  const at = originalOf(below("", ...segments), remaining);
  const indexes = remaining.get(at) ?? [...around.keys()];
  remaining.set(at, indexes.toSpliced(Number(last), 1));
  around.splice(Number(last), 1);
}

function originalOf(pointer: string, remaining: ReadonlyMap<string, readonly number[]>): string {
  let at = "";
  for (const segment of segmentsOf(pointer)) at = below(at, remaining.get(at)?.[Number(segment)] ?? segment);
  return at;
}

/** Values for parts of an entity that are missing or wrong, if no other part is checked against them. */
export const EMPTY_ENTITY: Omit<EntityConfig, "schema"> & { readonly schema: { readonly type: "object" } } = {
  label: "",
  language: "",
  permission: "",
  endpoints: { list: "/", record: "/{id}" },
  listKey: "",
  labelField: "",
  menu: { label: "", create: "", list: "" },
  schema: { type: "object" },
  form: { title: { create: "", edit: "" } },
  list: { title: "", columns: [{ field: "_id" }], deleteConfirm: "" },
};

export const ENTITY_REPAIR: RepairRules = {
  standIn: (segments) => partAt(EMPTY_ENTITY, segments),
  fieldsAt: ENTITY_FIELDS,
  isVital: ([first, second, third]) =>
    first === "schema" && (second === undefined || (second === "properties" && third === undefined)),
};

/** The parts of `app.json` that no other part or file is checked against. */
const APP: Pick<AppConfig, "title" | "dateLocale" | "limits"> = {
  title: "",
  dateLocale: "en",
  limits: {
    pageSize: 1,
    optionsPageSize: 1,
    loginTriesPerAccount: 1,
    loginTriesPerAddress: 1,
    imageBytes: 1,
    imagesPerUpload: 1,
    imageHours: 1,
    sessionHours: 1,
  },
};
const APP_KEYS = new Set([
  "language",
  "format",
  "permissions",
  "roles",
  "accounts",
  "registration",
  "menu",
  "config",
]);
const REGISTRATION_FIELDS = "/registration/schema/properties";

export const APP_REPAIR: RepairRules = {
  standIn: (segments) => partAt(APP, segments),
  fieldsAt: REGISTRATION_FIELDS,
  isVital: (segments) =>
    APP_KEYS.has(segments[0] ?? "") && !below("", ...segments).startsWith(`${REGISTRATION_FIELDS}/`),
};

/** A message that is no text counts as there. */
export const MESSAGES_REPAIR: RepairRules = {
  standIn: (segments) => (segments.length === 2 ? "" : undefined),
  isVital: (segments) => segments.length < 2,
};

/** What a stand-in has at a place; nothing for items of lists. */
function partAt(standIn: unknown, segments: readonly string[]): unknown {
  return segments.some(isIndex) ? undefined : valueAt(standIn, segments);
}

/** A manifest whose name, kind or values are wrong is no plugin. */
export const MANIFEST_REPAIR: RepairRules = {
  standIn: ([key, ...rest]) => (key === "description" && rest.length === 0 ? "" : undefined),
  isVital: ([key = ""]) => ["name", "kind", "api", "values"].includes(key),
};
