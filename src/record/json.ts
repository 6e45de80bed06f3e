import type { Json } from "../model/record.ts";

export type JsonObject = { readonly [key: string]: Json };

/** Neither a list nor null. */
export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own property of an object, or the item of a list; undefined where there is none, and for other values. */
export function ownValue<T>(value: Readonly<Record<string, T>>, key: string): T | undefined;
export function ownValue(value: Json | undefined, key: string | number): Json | undefined;
export function ownValue(value: unknown, key: string | number): unknown;
export function ownValue(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  // The length of a list is not one of its items.
  return key === "length" && Array.isArray(value) ? undefined : Reflect.get(value, key);
}

/** How deep lists and objects may nest, far more than records do. */
export const MAX_LEVELS = 64;
/** An object that is named many times over is written out each time, which may never end. */
const MAX_VALUES = 1_000_000;

/**
 * Any value as deeply frozen JSON: the same object where it is deeply frozen already, else a copy. `undefined` is left out of
 * objects and null elsewhere, as in JSON.stringify. Throws a TypeError that names the value and its pointer for what JSON
 * cannot hold: NaN, functions, dates, maps, cycles, values that never end.
 */
export function asJson(value: unknown): Json {
  let count = 0;

  function copyOf(part: unknown, at: string, around: readonly object[]): Json {
    count += 1;
    if (count > MAX_VALUES) throw noJson("a value without end", "");
    if (part === undefined || part === null) return null;
    if (typeof part === "string" || typeof part === "boolean") return part;
    if (typeof part === "number" && Number.isFinite(part)) return part;
    if (typeof part !== "object") throw noJson(describe(part), at);
    if (around.includes(part)) throw noJson("a value inside itself", at);
    if (around.length >= MAX_LEVELS) throw noJson("a value without end", "");
    const inside = [...around, part];
    const isStill = isFrozenData(part);
    if (Array.isArray(part)) {
      // Array.from also visits holes, which map does not.
      const items = Array.from(part, (item, index) => copyOf(item, `${at}/${index}`, inside));
      return isStill && items.every((item, index) => item === part[index]) ? part : Object.freeze(items);
    }
    const prototype: unknown = Object.getPrototypeOf(part);
    if (prototype !== null && prototype !== Object.prototype) throw noJson(describe(part), at);
    if (Object.hasOwn(part, "__proto__")) throw noJson("a key __proto__", at);
    const entries = Object.entries(part);
    const copies = entries.flatMap(([key, one]): [string, Json][] =>
      one === undefined ? [] : [[key, copyOf(one, `${at}/${key}`, inside)]],
    );
    const isSame = isStill && entries.every(([, one], index) => one === copies[index]?.[1]);
    return isSame ? (part as JsonObject) : Object.freeze(Object.fromEntries(copies));
  }

  return copyOf(value, "", []);
}

/** Whether every read gives the same value: a frozen getter does not. */
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

/** Freezes plain data with all that is in it, and returns it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}

/** null, undefined, blank text or an empty list; `false` and 0 are not empty. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.length === 0;
}
