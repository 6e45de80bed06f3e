import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { Json } from "../../src/model/record.ts";
import { defaultRecord } from "../../src/record/defaults.ts";
import { completeFields } from "../../src/server/records/complete-record.ts";
import { withDefaults } from "../../src/server/records/pick-values.ts";

const number = (value?: number): FieldSchema =>
  value === undefined ? { type: "integer" } : { type: "integer", default: value };

const object = (properties: Record<string, FieldSchema>, value?: unknown): FieldSchema => ({
  type: "object",
  properties,
  ...(value === undefined ? {} : { default: value }),
});

describe("the defaults of a new record are the same in the form and on the server", () => {
  it.each<[string, FieldSchema, Json]>([
    ["a field's own", number(3), 3],
    ["none: null", number(), null],
    ["0 and false and a blank text are defaults", { type: "boolean", default: false }, false],
    ["those of an object's fields", object({ a: number(0), b: number() }), { a: 0, b: null }],
    [
      "an object's own before those of its fields",
      object({ a: number(1), b: number(2) }, { a: 5 }),
      { a: 5, b: 2 },
    ],
    ["0 too", object({ a: number(1) }, { a: 0 }), { a: 0 }],
    [
      "an empty object's own: those of its fields",
      object({ a: number(1), b: number(2) }, {}),
      { a: 1, b: 2 },
    ],
    [
      "an object's own before those of an object inside it, field by field",
      object({ inner: object({ a: number(1), b: number(2) }), c: number(3) }, { inner: { a: 5 } }),
      { inner: { a: 5, b: 2 }, c: 3 },
    ],
    [
      "an inner object's own too",
      object({ inner: object({ a: number(1), b: number(2) }, { b: 7 }) }),
      { inner: { a: 1, b: 7 } },
    ],
    [
      "the outer one's first",
      object({ inner: object({ a: number(1) }, { a: 6 }) }, { inner: { a: 5 } }),
      { inner: { a: 5 } },
    ],
  ])("%s", (_, schema, expected) => {
    const fields = makeFields({ field: schema });
    expect(defaultRecord(fields)).toEqual({ field: expected });
    expect(completeFields(fields, withDefaults(fields, {}))).toEqual({ field: expected });
  });

  it("what is given goes before all of them, field by field; null is given", () => {
    const fields = makeFields({
      scores: object({ a: number(1), b: number(2), c: number(3) }, { a: 5, b: 6 }),
      price: number(9),
    });
    expect(withDefaults(fields, { scores: { a: 0 }, price: null })).toEqual({
      scores: { a: 0, b: 2, c: 3 },
      price: null,
    });
  });
});
