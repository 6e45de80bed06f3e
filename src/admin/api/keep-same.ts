import { isObject, ownValue } from "../../record/json.ts";

/**
 * A newer view in which every part that says the same is the very object that it was, so that nothing is drawn again for a
 * change elsewhere. Entities and fields are compared by name, not by place.
 */
export function keepSame<T>(before: T, next: T): T {
  // What it answers always says what `next` says.
  return keep(before, next) as T;
}

function keep(before: unknown, next: unknown): unknown {
  // In the same order: the order of fields and choices is part of what a config says.
  if (before === next || JSON.stringify(before) === JSON.stringify(next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    const named = new Map(before.map((item: unknown) => [nameOf(item), item]));
    return next.map((item: unknown) => keep(named.get(nameOf(item)), item));
  }
  if (!isObject(before) || !isObject(next)) return next;
  const entries = Object.entries(next);
  return Object.fromEntries(entries.map(([key, value]) => [key, keep(ownValue(before, key), value)]));
}

function nameOf(item: unknown): unknown {
  if (!isObject(item)) return item;
  return item.name ?? item.id ?? nameOf(item.entity);
}
