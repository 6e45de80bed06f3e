import { expect, test } from "vitest";
import { asJson } from "../../src/model/as-json.ts";

test("what is JSON is the same object, so that nothing is taken for changed", () => {
  const value = { list: [1, "two", null, { deep: true }], empty: {} };
  expect(asJson(value)).toBe(value);
  const bare = Object.assign(Object.create(null), { a: 1 });
  expect(asJson(bare)).toBe(bare);
});

test("what is undefined is null, or left out of an object", () => {
  expect(asJson(undefined)).toBeNull();
  expect(asJson([1, undefined])).toEqual([1, null]);
  expect(asJson(new Array(2))).toEqual([null, null]);
  expect(Object.keys(asJson({ a: 1, b: undefined }) as object)).toEqual(["a"]);
});

class Point {
  x = 1;
}
const ring: { around?: unknown } = {};
ring.around = [ring];

test.each([
  [Number.NaN, "NaN is no JSON"],
  [{ price: [1, Number.POSITIVE_INFINITY] }, "Infinity at /price/1 is no JSON"],
  [() => 1, "a function is no JSON"],
  [{ id: Symbol("x") }, "a symbol at /id is no JSON"],
  [10n, "a bigint is no JSON"],
  [new Date(0), "a Date is no JSON"],
  [{ by: new Map() }, "a Map at /by is no JSON"],
  [[new Point()], "a Point at /0 is no JSON"],
  [ring, "a value inside itself at /around/0 is no JSON"],
])("anything else is said, with its place", (value, sentence) => {
  expect(() => asJson(value)).toThrow(new TypeError(sentence));
});

test("the same object twice, side by side, is no ring", () => {
  const twin = { a: 1 };
  expect(asJson([twin, twin])).toEqual([{ a: 1 }, { a: 1 }]);
});
