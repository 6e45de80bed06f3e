import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { Field } from "../../src/model/entity.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { Json } from "../../src/model/record.ts";
import { convertValue, kindOf, reveals } from "../../src/record/convert.ts";

const fieldOf = (schema: FieldSchema): Field => {
  const [field] = makeFields({ field: schema }, []);
  if (field === undefined) throw new Error("No field was made.");
  return field;
};
const converting = (schema: FieldSchema, value: Json) => convertValue(fieldOf(schema), value);

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const whole = { type: "integer" } as const;
const yes = { type: "boolean" } as const;
const texts = { type: "array", items: text } as const;
const image = { type: "object", image: true } as const;
const nested = { type: "object", properties: { a: number, b: text } } as const;

describe("a value as one of another kind", () => {
  test.each<[Json, FieldSchema, Json | undefined]>([
    ["12", number, 12],
    ["12", whole, 12],
    ["-0.5", number, -0.5],
    ["0", number, 0],
    ["1e+21", number, 1e21],
    ["12.5", whole, undefined],
    [12.5, whole, undefined],
    [12, whole, 12],
    ["12 pieces", number, undefined],
    [" 12 ", number, undefined],
    ["012", number, undefined],
    ["12.50", number, undefined],
    ["1e3", number, undefined],
    ["0x10", number, undefined],
    ["-0", number, undefined],
    ["NaN", number, undefined],
    ["Infinity", number, undefined],
    ["1e999", number, undefined],
    ["9007199254740993", number, undefined],
    ["9007199254740991", whole, 9007199254740991],
    [true, number, 1],
    [false, whole, 0],
    ["true", number, undefined],
    [12, text, "12"],
    [true, text, "true"],
    [0.1, text, "0.1"],
    ["true", yes, true],
    ["false", yes, false],
    ["True", yes, undefined],
    ["1", yes, undefined],
    [1, yes, true],
    [0, yes, false],
    [2, yes, undefined],
    ["", number, null],
    [" ", yes, null],
    ["", texts, null],
    ["", nested, null],
    [[], text, null],
    [[], nested, null],
    [{}, text, null],
    [{ a: null, b: "", c: [] }, texts, null],
    [{ a: 0 }, text, undefined],
    [{ a: false }, texts, undefined],
    [[1, true, null, "x"], texts, ["1", "true", null, "x"]],
    [["1", "x"], { type: "array", items: number }, undefined],
    ["x", texts, undefined],
    [["x"], text, undefined],
    [{ a: "1", b: 2, c: "kept" }, nested, { a: 1, b: "2", c: "kept" }],
    [{ a: "x" }, nested, undefined],
    [{ b: null }, nested, { b: null }],
    [{ a: 1 }, image, undefined],
    [{ fileName: "a.png", imgUrl: "/a.png" }, image, { fileName: "a.png", imgUrl: "/a.png" }],
    [{ fileName: null }, image, null],
    [{ constructor: "kept" }, { type: "object", properties: { toString: text } }, { constructor: "kept" }],
  ])("%j as %j: %j", (value, schema, expected) => {
    expect(converting(schema, value)).toStrictEqual(expected);
  });

  test("a key with a name that objects have stays one key", () => {
    const value: Json = JSON.parse('{"__proto__":{"a":1}}');
    expect(JSON.stringify(converting(nested, value))).toBe('{"__proto__":{"a":1}}');
  });
});

describe("kinds", () => {
  test.each<[FieldSchema, FieldSchema]>([
    [text, { ...text, format: "date", title: "Day", enum: ["a"], reference: { entity: "x", label: "y" } }],
    [nested, { type: "object", properties: { b: { ...text, maxLength: 3 }, a: { ...number, minimum: 1 } } }],
    [texts, { type: "array", minItems: 3, items: { ...text, format: "uri" } }],
  ])("rules, words and order make no other kind: %j", (one, other) => {
    expect(kindOf(fieldOf(other))).toBe(kindOf(fieldOf(one)));
  });

  test("what holds other values is another kind", () => {
    const kinds: FieldSchema[] = [
      ...[text, number, whole, yes, texts, nested, image],
      ...[{ type: "object" } as const, { type: "array" } as const, { type: "array", items: image } as const],
      { type: "object", properties: { a: number } },
      { type: "object", properties: { a: text, b: number } },
    ];
    expect(new Set(kinds.map((schema) => kindOf(fieldOf(schema)))).size).toBe(kinds.length);
  });
});

describe("secrets", () => {
  const secret = fieldOf({ ...text, writeOnly: true });

  test("are a kind of their own, whatever they hold, and are revealed by any field that is none", () => {
    expect(kindOf(secret)).toBe(kindOf(fieldOf({ ...number, writeOnly: true })));
    expect(kindOf(secret)).not.toBe(kindOf(fieldOf(text)));
    expect([reveals(fieldOf(text), kindOf(secret)), reveals(secret, kindOf(secret))]).toEqual([true, false]);
    expect(reveals(fieldOf(text), kindOf(fieldOf(number)))).toBe(false);
  });
});

test("the form in which a plugin stores values is part of their kind, inside others too", () => {
  const forms = { formOf: ({ schema }: Field) => (schema.type === "string" ? "delta" : undefined) };
  expect(kindOf(fieldOf(number), forms)).toBe(kindOf(fieldOf(number)));
  for (const schema of [text, texts, nested])
    expect(kindOf(fieldOf(schema), forms)).not.toBe(kindOf(fieldOf(schema)));
});

const scalar = fc.constantFrom<FieldSchema>(text, number, whole, yes);
const { schema: anySchema } = fc.letrec<{ schema: FieldSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.constantFrom<FieldSchema>(image, { type: "object" }, { type: "array" }),
    tie("schema").map((items): FieldSchema => ({ type: "array", items })),
    fc
      .dictionary(fc.constantFrom("a", "b", "c"), tie("schema"))
      .map((properties): FieldSchema => ({ type: "object", properties })),
  ),
}));
const leaf = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -0.5, 12, 1e21, 1e300, Number.MAX_SAFE_INTEGER),
  fc.constantFrom("", " ", "0", "1", "12", "1e3", "1e+21", "true", "false", "-0", "012", "1.50", "x"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.string({ maxLength: 4 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.constant<Json>({ fileName: "a.png", imgUrl: "/a.png", expiresAt: null }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
  ),
}));

/** All that holds nothing is the same. */
function bare(value: Json): Json {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (typeof value !== "object" || value === null) return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(bare);
  const kept = Object.entries(value).flatMap(([key, inner]) =>
    bare(inner) === null ? [] : [[key, bare(inner)]],
  );
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Whether a value is of the field's kind, independent of the code that converts it. */
function isOfKind({ schema, fields = [], items }: Field, value: Json | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (schema.type === "integer") return Number.isInteger(value);
  if (schema.type === "array") {
    return (
      Array.isArray(value) && (items === undefined || value.every((item: Json) => isOfKind(items, item)))
    );
  }
  if (schema.type !== "object") return typeof value === schema.type;
  const inside = value as { [name: string]: Json };
  return (
    typeof value === "object" &&
    !Array.isArray(value) &&
    fields.every((one) => isOfKind(one, inside[one.name]))
  );
}

/** Whether the field says of every value inside what kind it is: one of no kind cannot be made that again. */
function declares({ schema, fields, items }: Field, value: Json | undefined): boolean {
  if (schema.image === true || typeof value !== "object" || value === null) return true;
  if (Array.isArray(value))
    return value.length === 0 || (items !== undefined && value.every((item: Json) => declares(items, item)));
  return Object.entries(value).every(([key, inner]) => {
    const field = fields?.find(({ name }) => name === key);
    return field !== undefined && declares(field, inner);
  });
}

describe("whatever the kinds and the value", () => {
  test("what is converted there and back is what it was, where its kind was declared", () => {
    let times = 0;
    fc.assert(
      fc.property(anySchema, anySchema, anyValue, (from, to, given) => {
        const value = converting(from, given);
        const there = value === undefined ? undefined : converting(to, value);
        if (value === undefined || there === undefined || !declares(fieldOf(from), value)) return;
        const back = converting(from, there);
        times += 1;
        expect(back).toBeDefined();
        expect(bare(back ?? null)).toEqual(bare(value));
      }),
      { numRuns: 5000 },
    );
    expect(times).toBeGreaterThan(500);
  });

  test("what is converted is of the kind, and stays itself under every config of that kind", () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, given) => {
        const field = fieldOf(schema);
        const value = convertValue(field, given);
        if (value === undefined) return;
        expect(isOfKind(field, value)).toBe(true);
        const other = fieldOf(reordered(schema));
        expect(kindOf(other)).toBe(kindOf(field));
        expect(convertValue(other, value)).toStrictEqual(value);
      }),
      { numRuns: 3000 },
    );
  });
});

/** The same kind, written differently. */
function reordered(schema: FieldSchema): FieldSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    title: "Other",
    ...(items === undefined ? {} : { items: reordered(items as FieldSchema) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties)
              .reverse()
              .map(([name, inner]) => [name, reordered(inner)]),
          ),
        }),
  };
}
