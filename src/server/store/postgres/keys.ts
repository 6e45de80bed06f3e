import { createHash } from "node:crypto";
import type { SqlValue } from "../tables/values.ts";

/**
 * What a value is compared by in an index: a text in the order of its bytes ("C"), whatever the database's locale. Numbers come
 * before texts, as in SQLite.
 */
const NUMBER = "n";
const TEXT = "t";

/** All keys of texts are from here on, all of numbers before. */
export const TEXTS_FROM = TEXT;

/** An entry of an index has 2,704 bytes at most: a filter's value, what it is sorted by and an `_id`. */
const MAX_SORTED_CHARACTERS = 250;
const MAX_COMPARED_CHARACTERS = 200;
const KEPT_CHARACTERS = 150;

/** What lists are sorted by; of a long text its beginning. */
export function sortKey(value: SqlValue): string | null {
  if (typeof value !== "string") return value === null ? null : numberKey(value);
  return TEXT + lowerCase(firstOf(value, MAX_SORTED_CHARACTERS));
}

/** What comes after that, of a long text: no index has it. */
export function sortKeyRest(value: SqlValue): string | null {
  if (typeof value !== "string") return null;
  const rest = value.slice(firstOf(value, MAX_SORTED_CHARACTERS).length);
  return rest === "" ? null : lowerCase(rest);
}

const lowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a text of so many characters may have such a rest. */
export const isLongToSort = (maxLength: number | undefined): boolean =>
  maxLength === undefined || maxLength > MAX_SORTED_CHARACTERS;

/** What filters and unique columns compare: no two values have the same. */
export function valueKey(value: SqlValue): string | null {
  if (typeof value !== "string") return value === null ? null : numberKey(value);
  if (value.length <= MAX_COMPARED_CHARACTERS) return TEXT + value;
  const digest = createHash("sha256").update(value).digest("hex");
  return `${TEXT}${firstOf(value, KEPT_CHARACTERS)}…${digest}`;
}

/** The value of such a key; of a long text its beginning. */
export function keyedValue(key: string | null): SqlValue {
  if (key === null) return null;
  return key.startsWith(TEXT) ? key.slice(1) : numberOf(key.slice(1));
}

function firstOf(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("");
}

/** The bits of a number, turned so that they are in its order. */
function numberKey(number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number + 0);
  turn(bytes, (bytes[0] ?? 0) >= 0x80);
  return NUMBER + bytes.toString("hex");
}

function numberOf(hex: string): number {
  const bytes = Buffer.from(hex, "hex");
  turn(bytes, (bytes[0] ?? 0) < 0x80);
  return bytes.readDoubleBE();
}

function turn(bytes: Buffer, isNegative: boolean): void {
  for (const [at, byte] of bytes.entries())
    bytes[at] = isNegative ? byte ^ 0xff : at === 0 ? byte ^ 0x80 : byte;
}
