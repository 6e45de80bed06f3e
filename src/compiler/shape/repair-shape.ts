import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { isObject } from "../../record/json.ts";
import { below, isIndex, segmentsOf, valueAt } from "../../record/path.ts";
import { ENTITY_FIELDS } from "../resolve/written-field.ts";
import type { Shape, ShapeFault } from "./shape.ts";

/** What is known of a kind of file, for repairing a value of it that has a wrong shape. */
export interface RepairRules {
  /** A value that can stand at a place without harm to the rest; undefined where there is none. */
  standIn(segments: readonly string[]): unknown;
  /** Pointer of the object of fields. A field that cannot be repaired becomes a text, so that it is still there by its name. */
  readonly fieldsAt?: string;
  /** Whether so much hangs on a place that nothing holds without it. */
  isVital(segments: readonly string[]): boolean;
}

/** A value with all in it that holds, so that the rest can still be checked. */
export interface Repaired<T> {
  readonly value: T;
  /** The pointer in the file of a pointer in `value`: what was dropped from lists moved what came after. */
  original(pointer: string): string;
  /** Pointers in the file of what was changed: a field, a column, a tab as a whole, else the very place. */
  readonly suspected: readonly string[];
  /** The fields among them. */
  readonly fields: readonly object[];
}

const MAX_ROUNDS = 30;

/**
 * Drops or replaces what is wrong with a value's shape until it has the shape. undefined where that cannot be done
 * without a guess at what was meant.
 */
export function repairShape<T>(
  written: unknown,
  shape: Shape<T>,
  rules: RepairRules,
): Repaired<T> | undefined {
  const value: unknown = structuredClone(written);
  const remaining = new Map<string, number[]>();
  const suspected = new Set<string>();
  const original = (pointer: string) => originalOf(pointer, remaining);

  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (shape.holds(value)) {
      const at = [...suspected];
      const fields = at
        .filter((pointer) => isField(pointer, rules))
        .map((pointer) => valueAt(value, segmentsOf(pointer)));
      return { value, original, suspected: at, fields: fields.filter(isObject) };
    }
    const dropped = new Set<string>();
    for (const fault of shape.faults(value)) {
      const wrong = placeOfFault(fault);
      const segments = segmentsOf(original(wrong));
      if (segments.length === 0 || rules.isVital(segments)) return undefined;
      suspected.add(partOf(segments, rules));
      const standIn = fault.code === "UNKNOWN_KEY" ? undefined : rules.standIn(segments);
      if (standIn !== undefined) put(value, wrong, structuredClone(standIn));
      else dropped.add(fault.path);
    }
    for (const pointer of [...dropped].sort(lastFirst)) {
      if (isField(pointer, rules)) put(value, pointer, { type: "string" } satisfies FieldSchema);
      else drop(value, pointer, remaining, original);
    }
  }
  return undefined;
}

function placeOfFault({ path, missing }: ShapeFault): string {
  return missing === undefined ? path : below(path, missing);
}

function isField(pointer: string, { fieldsAt }: RepairRules): boolean {
  return (
    fieldsAt !== undefined &&
    segmentsOf(pointer).length === segmentsOf(fieldsAt).length + 1 &&
    pointer.startsWith(`${fieldsAt}/`)
  );
}

/** The field or item of a list around a place, else the place itself. */
function partOf(segments: readonly string[], { fieldsAt }: RepairRules): string {
  const fields = fieldsAt === undefined ? [] : segmentsOf(fieldsAt);
  if (fieldsAt !== undefined && below("", ...segments).startsWith(`${fieldsAt}/`)) {
    return below("", ...segments.slice(0, fields.length + 1));
  }
  const index = segments.findIndex(isIndex);
  return below("", ...(index === -1 ? segments : segments.slice(0, index + 1)));
}

/** Later items of a list, and what is inside before what is around it. */
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

function drop(
  root: unknown,
  pointer: string,
  remaining: Map<string, number[]>,
  original: (pointer: string) => string,
): void {
  const segments = segmentsOf(pointer);
  const last = segments.pop();
  const around = valueAt(root, segments);
  if (last === undefined) return;
  if (isObject(around)) Reflect.deleteProperty(around, last);
  if (!Array.isArray(around)) return;
  const at = original(below("", ...segments));
  const indexes = remaining.get(at) ?? [...around.keys()];
  remaining.set(
    at,
    indexes.filter((_, index) => index !== Number(last)),
  );
  around.splice(Number(last), 1);
}

function originalOf(pointer: string, remaining: ReadonlyMap<string, readonly number[]>): string {
  let at = "";
  for (const segment of segmentsOf(pointer)) at = below(at, remaining.get(at)?.[Number(segment)] ?? segment);
  return at;
}

/** Stands for what is missing or wrong in an entity, where no other part is checked against it. */
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
  standIn: (segments) => (hasPlace(EMPTY_ENTITY, segments) ? valueAt(EMPTY_ENTITY, segments) : undefined),
  fieldsAt: ENTITY_FIELDS,
  isVital: ([first, second, third]) =>
    first === "schema" && (second === undefined || (second === "properties" && third === undefined)),
};

/** The parts of `app.json` that nothing is checked against. All others are named by other parts and files. */
const APP: Readonly<Record<string, unknown>> = {
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
  standIn: (segments) => (hasPlace(APP, segments) ? valueAt(APP, segments) : undefined),
  fieldsAt: REGISTRATION_FIELDS,
  isVital: (segments) =>
    APP_KEYS.has(segments[0] ?? "") && !below("", ...segments).startsWith(`${REGISTRATION_FIELDS}/`),
};

/** A sentence that is no text is still there. */
export const MESSAGES_REPAIR: RepairRules = {
  standIn: (segments) => (segments.length === 2 ? "" : undefined),
  isVital: (segments) => segments.length < 2,
};

/** Whether the stand-in has something there; lists have no places of their own. */
function hasPlace(standIn: unknown, segments: readonly string[]): boolean {
  return !segments.some(isIndex) && valueAt(standIn, segments) !== undefined;
}

/** A manifest whose name, kind or values are wrong is no plugin. */
export const MANIFEST_REPAIR: RepairRules = {
  standIn: ([key, ...rest]) => (key === "description" && rest.length === 0 ? "" : undefined),
  isVital: ([key = ""]) => ["name", "kind", "api", "values"].includes(key),
};
