import fc from "fast-check";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldCondition, When } from "../../src/model/condition.ts";
import type { Field, PluginUse } from "../../src/model/entity.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { Json, RecordData } from "../../src/model/record.ts";

/** What conditions read: top-level fields and those inside the object. */
const READ = ["a", "b", "c", "d", "o", "o.x", "o.y", "w", "l"] as const;
const scalar = fc.constantFrom("x", "yy", 0, 1, 5, true, false);

/** A test of any kind that reads some of these fields. */
function tests(read: readonly string[]): fc.Arbitrary<When> {
  const field = fc.constantFrom(...read);
  return fc.letrec<{ when: When }>((tie) => ({
    when: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record({ field, is: scalar }),
      fc.record({ field, isNot: scalar }),
      fc.record({ field, in: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
      fc.record({ field, empty: fc.boolean() }),
      fc.record({ field, above: fc.integer({ min: -1, max: 5 }) }),
      fc.record({ field, below: fc.integer({ min: -1, max: 5 }) }),
      fc.record({ mode: fc.constantFrom<"create" | "edit">("create", "edit") }),
      fc.record({ not: tie("when") }),
      fc.record({ all: fc.array(tie("when"), { minLength: 1, maxLength: 2 }) }),
      fc.record({ any: fc.array(tie("when"), { minLength: 1, maxLength: 2 }) }),
    ),
  })).when;
}

function conditions(read: readonly string[]): fc.Arbitrary<FieldCondition[]> {
  const effects = { show: fc.boolean(), require: fc.boolean(), disable: fc.boolean() };
  return fc.array(fc.record({ when: tests(read), ...effects }, { requiredKeys: ["when"] }), { maxLength: 3 });
}

/** A schema with conditions of its own. */
function conditional(schema: FieldSchema, read: readonly string[] = READ): fc.Arbitrary<FieldSchema> {
  const whenHidden = fc.constantFrom<"keep" | "clear">("keep", "clear");
  return fc
    .record({ conditions: conditions(read), whenHidden })
    .map((more): FieldSchema => ({ ...schema, ...more }));
}

function conditionalAll(
  schemas: Record<string, FieldSchema>,
  read?: (at: number) => readonly string[],
): fc.Arbitrary<Record<string, FieldSchema>> {
  const all = Object.entries(schemas).map(([name, schema], at) =>
    conditional(schema, read?.(at) ?? READ).map((one) => [name, one] as const),
  );
  return fc.tuple(...all).map((entries) => Object.fromEntries(entries));
}

const PARTS: Record<string, FieldSchema> = {
  x: { type: "string", maxLength: 2, default: "x" },
  y: { type: "string", pattern: "^y" },
};
/** Every kind of field there is, as far as conditions and forms treat them differently. */
export const SHAPES: Record<string, FieldSchema> = {
  a: { type: "string", maxLength: 2 },
  b: { type: "number", maximum: 3, default: 1 },
  c: { type: "boolean", default: false },
  d: { type: "array", maxItems: 1, items: { type: "string", maxLength: 1 } },
  o: { type: "object", required: ["x"], properties: PARTS },
  w: { type: "object", properties: PARTS, widget: "whole" },
  l: { type: "array", uniqueBy: "x", items: { type: "object", properties: PARTS } },
  f: { type: "string", equals: "a", formOnly: true },
};
const NAMES = Object.keys(SHAPES);

const widgetFor = (schema: FieldSchema, insideWidget: boolean): PluginUse | undefined =>
  insideWidget || (schema.properties !== undefined && schema.widget === undefined)
    ? undefined
    : { name: schema.widget ?? "plain", options: {} };

export const fieldsOf = (properties: Record<string, FieldSchema>, required: readonly string[]) =>
  makeFields(properties, required, widgetFor);

const inner = conditionalAll(PARTS);
const deep = fc.tuple(conditionalAll(SHAPES), inner, inner, inner).map(([outer, ofO, ofW, ofL]) => {
  const { o = SHAPES.o, w = SHAPES.w, l = SHAPES.l, ...rest } = outer;
  return {
    ...rest,
    o: { ...o, properties: ofO },
    w: { ...w, properties: ofW },
    l: { ...l, items: { type: "object", properties: ofL } },
  } as Record<string, FieldSchema>;
});
const required = fc.subarray(NAMES, { maxLength: 2 });

/** Fields of any conditions, rings included. */
export const anyFields: fc.Arbitrary<readonly Field[]> = fc
  .tuple(deep, required)
  .map(([properties, must]) => fieldsOf(properties, must));

/** Properties without a ring: each reads only those before it. */
export const straightProperties = conditionalAll(
  Object.fromEntries(Object.entries(SHAPES).filter(([name]) => name.length === 1 && name !== "f")),
  (at) => (at === 0 ? ["elsewhere"] : NAMES.slice(0, at)),
);

const parts = fc.record(
  { x: fc.constantFrom("x", "y", "yy", "yyy", null), y: fc.constantFrom("y", "yy", "yyy", "x", null) },
  { requiredKeys: [] },
);
/** What people type, and what only a client of its own makes would send. */
const typed: Record<string, fc.Arbitrary<Json>> = {
  a: fc.constantFrom("", " ", "x", "yy", "yyy", null),
  b: fc.constantFrom(0, 1, 2, 3, 5, null, "x"),
  c: fc.constantFrom(true, false, null),
  d: fc.constantFrom([], ["x"], ["y"], ["x", "yy"], null),
  o: fc.oneof({ weight: 5, arbitrary: parts }, fc.constantFrom(null, "x")),
  w: fc.oneof({ weight: 5, arbitrary: parts }, fc.constantFrom(null, "x")),
  l: fc.oneof({ weight: 5, arbitrary: fc.array(parts, { maxLength: 2 }) }, fc.constantFrom(null, "x", ["x"])),
  f: fc.constantFrom("", "yy", null),
};
/** Values of the right kind, as a store holds them; they may break rules that came later. */
const kept: Record<string, fc.Arbitrary<Json>> = {
  a: fc.constantFrom("x", "yy", null),
  b: fc.constantFrom(0, 1, 5, null),
  c: fc.boolean(),
  d: fc.constantFrom([], ["x"], ["yy"]),
  o: parts,
  w: fc.oneof(parts, fc.constant(null)),
  l: fc.array(parts, { maxLength: 2 }),
};

const recordOf = (values: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<RecordData> =>
  fc.record(values, { requiredKeys: [] });
export const typedRecord = recordOf(typed);
export const keptRecord = recordOf(kept);
