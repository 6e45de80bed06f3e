import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isLongToSort,
  keyedValue,
  sortKey,
  sortKeyRest,
  valueKey,
} from "../../../src/server/store/postgres/keys.ts";

/** Texts are compared by the bytes of their keys. */
const bytesOf = (text: string | null) => Buffer.from(text ?? "");
const order = (one: string | null, other: string | null) =>
  Math.sign(Buffer.compare(bytesOf(one), bytesOf(other)));

const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, 1, -1, 2, 0.5, 5e-324, -5e-324, 1e300, -1e300, Number.MAX_SAFE_INTEGER),
);

test("keys of numbers are in the order of the numbers, and say which they are", () => {
  fc.assert(
    fc.property(number, number, (one, other) => {
      for (const key of [sortKey, valueKey]) expect(order(key(one), key(other))).toBe(Math.sign(one - other));
      expect(keyedValue(valueKey(one))).toBe(one + 0);
    }),
    { numRuns: 500 },
  );
  expect(valueKey(-0)).toBe(valueKey(0));
});

test("numbers come before texts; nothing has no key, and a text without a character has one", () => {
  expect(order(valueKey(1e300), valueKey(""))).toBe(-1);
  for (const key of [sortKey, sortKeyRest, valueKey, keyedValue]) expect(key(null)).toBeNull();
  expect([sortKey(""), valueKey(""), keyedValue(valueKey(""))]).toEqual(["t", "t", ""]);
  expect(sortKeyRest(7)).toBeNull();
});

const cut = (text: string, most: number) => [...text].slice(0, most).join("");

test("a text is sorted by its first 250 characters and by what follows, the case of a to z ignored", () => {
  for (const unit of ["aB", "éÉ", "𠮷", "𠮷a"])
    for (const length of [249, 250, 251, 400]) {
      const text = cut(unit.repeat(400), length);
      const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const first = cut(lower, 250);
      expect([unit, length, sortKey(text)]).toEqual([unit, length, `t${first}`]);
      expect([unit, length, sortKeyRest(text)]).toEqual([
        unit,
        length,
        length <= 250 ? null : lower.slice(first.length),
      ]);
    }
  expect([undefined, 249, 250, 251].map(isLongToSort)).toEqual([true, false, false, true]);
});

test("no two texts have the same key to be compared by, and none is too long for an index", () => {
  const texts = ["a", "é", "𠮷"].flatMap((unit) =>
    [199, 200, 201, 500].flatMap((length) => [unit.repeat(length), `${unit.repeat(length - 1)}z`]),
  );
  expect(new Set(texts.map(valueKey)).size).toBe(texts.length);
  for (const text of texts) {
    const key = valueKey(text);
    expect(bytesOf(key).length).toBeLessThan(1000);
    const known = String(keyedValue(key));
    if (text.length <= 200) expect(known).toBe(text);
    else expect(known.startsWith(`${cut(text, 150)}…`)).toBe(true);
  }
});
