import type { Json } from "./record.ts";

/**
 * A value of any kind as JSON: the same where it is, what is undefined left out or null as JSON.stringify has it. Throws a
 * TypeError that says what stands where for anything that would not come back as it was: NaN, functions, dates, maps, cycles.
 */
export function asJson(value: unknown): Json {
  return part(value, "", []);
}

function part(value: unknown, at: string, around: readonly object[]): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value !== "object") throw noJson(describe(value), at);
  if (around.includes(value)) throw noJson("a value inside itself", at);
  const inside = [...around, value];
  if (Array.isArray(value)) return items(value, at, inside);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw noJson(describe(value), at);
  return properties(value, at, inside);
}

function items(list: readonly unknown[], at: string, around: readonly object[]): Json {
  // Not map: it leaves holes as they are.
  const copy = Array.from(list, (item, index) => part(item, `${at}/${index}`, around));
  return copy.every((item, index) => item === list[index]) ? (list as readonly Json[]) : copy;
}

function properties(object: object, at: string, around: readonly object[]): Json {
  const entries = Object.entries(object);
  const copy = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, part(value, `${at}/${key}`, around)] as const);
  const isSame =
    copy.length === entries.length && copy.every(([, value], index) => value === entries[index]?.[1]);
  return isSame ? (object as { readonly [key: string]: Json }) : Object.fromEntries(copy);
}

function noJson(what: string, at: string): TypeError {
  return new TypeError(`${what}${at === "" ? "" : ` at ${at}`} is no JSON`);
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  return `a ${value.constructor?.name ?? "object"}`;
}
