import { expect, test } from "vitest";
import { asJson, deepFreeze } from "../../src/record/json.ts";

test("what is frozen all through is the same object, so that nothing is taken for changed", () => {
  const value = deepFreeze({ list: [1, "two", null, { deep: true }], empty: {} });
  expect(asJson(value)).toBe(value);
  const bare = Object.freeze(Object.assign(Object.create(null), { a: 1 }));
  expect(asJson(bare)).toBe(bare);
});

test("anything else is a frozen copy: what was given may change later, the answer does not", () => {
  const inner = { a: 1 };
  const json = asJson(Object.freeze([inner]));
  inner.a = 2;
  expect(json).toEqual([{ a: 1 }]);
  expect(deepFreeze(json)).toBe(json);
  expect(Object.isFrozen(json) && Object.isFrozen(Reflect.get(json as object, 0))).toBe(true);
});

test("what is computed is computed once", () => {
  let reads = 0;
  const counted = {
    get a() {
      return ++reads;
    },
  };
  for (const value of [
    counted,
    Object.freeze({
      get a() {
        return ++reads;
      },
    }),
  ]) {
    const json = asJson(value);
    expect(Reflect.get(json as object, "a")).toBe(Reflect.get(json as object, "a"));
  }
  const list = Object.freeze(Object.defineProperty([0], 0, { get: () => ++reads, enumerable: true }));
  const json = asJson(list);
  expect(Reflect.get(json as object, 0)).toBe(Reflect.get(json as object, 0));
});

test("what is written out without end is no JSON, and known for it in moments", () => {
  let twins: unknown = 1;
  for (let level = 0; level < 60; level += 1) twins = [twins, twins];
  expect(() => asJson(twins)).toThrow(new TypeError("a value without end is no JSON"));
  let deep: unknown = 1;
  for (let level = 0; level < 65; level += 1) deep = [deep];
  expect(() => asJson(deep)).toThrow(new TypeError("a value without end is no JSON"));
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
  [JSON.parse('{ "in": { "__proto__": 1 } }'), "a key __proto__ at /in is no JSON"],
  [ring, "a value inside itself at /around/0 is no JSON"],
])("anything else is said, with its place", (value, sentence) => {
  expect(() => asJson(value)).toThrow(new TypeError(sentence));
});

test("the same object twice, side by side, is no ring", () => {
  const twin = { a: 1 };
  expect(asJson([twin, twin])).toEqual([{ a: 1 }, { a: 1 }]);
});
