import type { Json } from "./record.ts";

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
