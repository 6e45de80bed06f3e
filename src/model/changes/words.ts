import { isObject } from "../json-value.ts";

const LONGEST = 200;

/** A value of a config in short words: a text as it is, a list with commas. */
export function words(value: unknown): string {
  const text = allWords(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function allWords(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : value.map(allWords).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).map(([key, inner]) => `${key}: ${allWords(inner)}`);
  return parts.length === 0 ? "{}" : parts.join(", ");
}

/** Text that is the same for values that mean the same: the order of keys says nothing. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
