import fc from "fast-check";
import { expect, it } from "vitest";
import { brokenRules } from "../../../src/compiler/shape/broken-rules.ts";
import { FIELD_TYPES, type FieldSchema } from "../../../src/model/field-schema.ts";
import { compileValidator } from "../../../src/server/runtime/compile-validator.ts";

const limit = fc.integer({ min: 0, max: 3 });
const SCHEMAS: Readonly<Record<FieldSchema["type"], fc.Arbitrary<FieldSchema>>> = {
  string: fc.record(
    {
      type: fc.constant("string" as const),
      minLength: limit,
      maxLength: limit,
      pattern: fc.constantFrom("^a", "\\p{L}", "^.{2}$"),
      format: fc.constantFrom("date" as const, "email" as const, "uri" as const, "html" as const),
      enum: fc.constant<(string | number)[]>(["a", "ab", "7"]),
    },
    { requiredKeys: ["type"] },
  ),
  number: numbers("number"),
  integer: numbers("integer"),
  boolean: fc.constant({ type: "boolean" }),
  object: fc.record({
    type: fc.constant("object" as const),
    properties: fc.record({
      a: numbers("number"),
      b: fc.constant<FieldSchema>({ type: "string", maxLength: 1 }),
    }),
  }),
  array: fc.record(
    { type: fc.constant("array" as const), items: numbers("integer"), minItems: limit, maxItems: limit },
    { requiredKeys: ["type", "items"] },
  ),
};

function numbers<T extends "number" | "integer">(type: T) {
  return fc.record(
    {
      type: fc.constant(type),
      minimum: fc.integer({ min: -2, max: 2 }),
      maximum: fc.integer({ min: 0, max: 3 }),
      multipleOf: fc.constantFrom(0.1, 0.5, 2),
      enum: fc.constant<(string | number)[]>([1, 2, 0.5]),
    },
    { requiredKeys: ["type"] },
  );
}

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    "a",
    "ab",
    "abc",
    "7",
    "😀😀",
    "2024-02-29",
    "2024-02-30",
    "a@b.tw",
    0,
    1,
    2,
    0.3,
    0.35,
    -3,
    -1.797693134862316e307,
    true,
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const value = fc.oneof(
  scalar,
  fc.array(fc.constantFrom<unknown>(0, 1, 2, "x", 1.5), { maxLength: 4 }),
  fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }),
);

it("checks thousands of random values as the compiled validators do", () => {
  const seen = new Set<string>();
  const one = fc.constantFrom(...FIELD_TYPES).chain((type) => SCHEMAS[type]);
  fc.assert(
    fc.property(one, fc.array(value, { minLength: 5, maxLength: 8 }), (schema, values) => {
      const { check } = compileValidator({ x: schema });
      for (const tried of values) {
        // what is empty is left out before the compiled validator is asked
        if (tried === null || tried === "" || hasEmpty(tried)) continue;
        const compiled = check({ x: tried }).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
        const own = brokenRules(schema, tried, "/x").map(({ path, rule }) => `${path} ${rule}`);
        for (const broken of own) seen.add(broken);
        expect(own.length > 0).toBe(compiled.length > 0);
        // of a value of the wrong type they may say more
        if (!own.some((broken) => broken.endsWith(" type"))) expect(new Set(own)).toEqual(new Set(compiled));
      }
    }),
    { numRuns: 150 },
  );
  expect(seen.size).toBeGreaterThan(12);
});

function hasEmpty(tried: unknown): boolean {
  return (
    typeof tried === "object" &&
    tried !== null &&
    Object.values(tried).some((one) => one === null || one === "")
  );
}
