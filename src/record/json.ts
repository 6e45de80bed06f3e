import type { Json } from "../model/record.ts";

/** Looks into JSON: a value of a record, or one of which nothing is known yet. */

export type JsonObject = { readonly [key: string]: Json };

/** Neither a list nor null. */
export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an object has under a key or a list at an index, never what their prototypes have there; undefined of everything else. */
export function ownValue<T>(value: Readonly<Record<string, T>>, key: string): T | undefined;
export function ownValue(value: Json | undefined, key: string | number): Json | undefined;
export function ownValue(value: unknown, key: string | number): unknown;
export function ownValue(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  // A list's own length is none of its items.
  return key === "length" && Array.isArray(value) ? undefined : Reflect.get(value, key);
}

/** Of lists and objects inside each other. No record of any config nests nearly as deep. */
export const MOST_LEVELS = 64;
/** What refers to itself many times over is written out without end. */
const MOST_VALUES = 1_000_000;

/** How far the walk through a value has come. */
interface Walk {
  count: number;
}

/**
 * A value of any kind as JSON that nobody changes: itself where it is frozen all through, else a frozen copy; what is
 * undefined is left out, or null, as JSON.stringify has it. Throws a TypeError that says what stands where for anything
 * that would not come back as it was: NaN, functions, dates, maps, cycles, values without end.
 */
export function asJson(value: unknown): Json {
  return part(value, "", [], { count: 0 });
}

function part(value: unknown, at: string, around: readonly object[], walk: Walk): Json {
  walk.count += 1;
  if (walk.count > MOST_VALUES) throw noJson("a value without end", "");
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "object") throw noJson(describe(value), at);
  if (around.includes(value)) throw noJson("a value inside itself", at);
  if (around.length >= MOST_LEVELS) throw noJson("a value without end", "");
  const inside = [...around, value];
  if (Array.isArray(value)) return items(value, at, inside, walk);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw noJson(describe(value), at);
  return properties(value, at, inside, walk);
}

function items(list: readonly unknown[], at: string, around: readonly object[], walk: Walk): Json {
  const isStill = isFrozenData(list);
  // Not map: it leaves holes as they are.
  const copy = Array.from(list, (item, index) => part(item, `${at}/${index}`, around, walk));
  const isSame = isStill && copy.every((item, index) => item === list[index]);
  return isSame ? (list as readonly Json[]) : Object.freeze(copy);
}

function properties(object: object, at: string, around: readonly object[], walk: Walk): Json {
  if (Object.hasOwn(object, "__proto__")) throw noJson("a key __proto__", at);
  const isStill = isFrozenData(object);
  const entries = Object.entries(object);
  const copy = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, part(value, `${at}/${key}`, around, walk)] as const);
  const isSame =
    isStill &&
    copy.length === entries.length &&
    copy.every(([, value], index) => value === entries[index]?.[1]);
  return isSame ? (object as { readonly [key: string]: Json }) : Object.freeze(Object.fromEntries(copy));
}

/** Whether it answers the same whenever it is read: a frozen getter does not. */
function isFrozenData(value: object): boolean {
  if (!Object.isFrozen(value)) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every(({ get }) => get === undefined);
}

function noJson(what: string, at: string): TypeError {
  return new TypeError(`${what}${at === "" ? "" : ` at ${at}`} is no JSON`);
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  return `a ${value.constructor?.name ?? "object"}`;
}

/** Freezes a value of data and all that is in it; answers it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

/** Whether a value holds nothing: none, blank text, or an empty list. `false` and 0 are something. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}
