import fc from "fast-check";
import { expect, it } from "vitest";
import { clearHidden } from "../../src/model/clear-hidden.ts";
import type { Condition, When } from "../../src/model/condition.ts";
import { fieldState } from "../../src/model/evaluate-conditions.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { makeFields } from "../../src/model/make-fields.ts";
import { compileValidator } from "../../src/server/validators/compile-validator.ts";
import { validateRecord } from "../../src/wire/validate-record.ts";
import { importValidator } from "./import-validator.ts";

const NAMES = ["a", "b", "c", "d", "e"] as const;
const VALUES = ["", " ", "x", "yy", 0, 1, 5, true, false, null, ["x"], [], { inner: "x" }, {}] as const;

const scalar = fc.constantFrom("x", "yy", 0, 1, 5, true, false);
const field = fc.constantFrom(...NAMES, "e.inner");
const { when } = fc.letrec<{ when: When }>((tie) => ({
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
}));
const conditions: fc.Arbitrary<Condition[]> = fc.array(
  fc.record(
    { when, show: fc.boolean(), require: fc.boolean(), disable: fc.boolean() },
    { requiredKeys: ["when"] },
  ),
  { maxLength: 3 },
);
const SHAPES: FieldSchema[] = [
  { type: "string", minLength: 2 },
  { type: "number", maximum: 3 },
  { type: "boolean" },
  { type: "array", minItems: 1, items: { type: "string", maxLength: 1 } },
  { type: "object", required: ["inner"], properties: { inner: { type: "string", pattern: "^y" } } },
];
const properties = fc
  .tuple(...SHAPES.map(() => fc.record({ conditions, whenHidden: fc.constantFrom("keep", "clear") })))
  .map((all) =>
    Object.fromEntries(
      NAMES.map((name, index): [string, FieldSchema] => {
        const more = all[index];
        const shape = SHAPES[index] ?? { type: "string" };
        return [
          name,
          {
            ...shape,
            conditions: more?.conditions ?? [],
            whenHidden: more?.whenHidden === "clear" ? "clear" : "keep",
          },
        ];
      }),
    ),
  );
const record = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.constantFrom(...VALUES)])), {
  requiredKeys: [],
});
const required = fc.subarray([...NAMES]);
const mode = fc.constantFrom<"create" | "edit">("create", "edit");

/** Conditions are no business of the JSON Schema: one compiled schema serves all. */
const { check, moduleCode } = compileValidator(
  Object.fromEntries(NAMES.map((name, index) => [name, SHAPES[index] ?? { type: "string" as const }])),
);

it("browser and server find the same in thousands of random records under random conditions", async () => {
  const inBrowser = await importValidator(moduleCode);
  fc.assert(
    fc.property(properties, required, mode, record, (schema, must, how, value) => {
      const fields = makeFields(schema, must);
      // The browser sends what it shows: the server reads it from JSON and clears what is hidden once more.
      const sent = clearHidden(fields, value, how);
      const received = clearHidden(fields, JSON.parse(JSON.stringify(sent)), how);
      expect(received).toEqual(sent);
      const browser = validateRecord({
        fields,
        mode: how,
        record: sent,
        check: inBrowser,
        withFormOnly: true,
      });
      const server = validateRecord({ fields, mode: how, record: received, check });
      expect(browser).toEqual(server);
    }),
    { numRuns: 2000 },
  );
});

it("what is hidden is never required nor judged, and what is to be cleared holds nothing", () => {
  fc.assert(
    fc.property(properties, required, mode, record, (schema, must, how, value) => {
      const fields = makeFields(schema, must);
      const cleared = clearHidden(fields, value, how);
      const problems = validateRecord({ fields, mode: how, record: cleared, check });
      for (const one of fields) {
        const state = fieldState(one, cleared, how);
        if (state.shown) continue;
        expect(state.required).toBe(false);
        expect(problems.filter(({ path }) => path.split("/")[1] === one.name)).toEqual([]);
        if (one.whenHidden === "clear") expect(cleared[one.name] ?? "").toSatisfy(isNothing);
      }
    }),
    { numRuns: 2000 },
  );
});

function isNothing(value: unknown): boolean {
  return (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);
}
