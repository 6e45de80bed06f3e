import fc from "fast-check";
import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { FIELD_TYPES, type FieldSchema, FORMATS } from "../../../src/model/field-schema.ts";
import { compileValidator } from "../../../src/server/runtime/compile-validator.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";
import { runs, timeoutOf } from "../../property-runs.ts";

const limit = fc.integer({ min: 0, max: 5 });
const wrongLimit = fc.constantFrom(-1, 0, 1);
const text = fc.record(
  {
    enum: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 2 }),
    minLength: limit,
    maxLength: limit,
    pattern: fc.constantFrom("^a$", "[", "(?<x>a)\\k<x>", "\\p{L}", "a{1,2}", "\\-"),
    format: fc.constantFrom(...FORMATS),
    default: fc.string(),
  },
  { requiredKeys: [] },
);
const number = fc.record(
  {
    minimum: limit,
    maximum: limit,
    multipleOf: fc.constantFrom(0.1, 2, 0),
    enum: fc.constantFrom<number[]>([1], [1, 1]),
  },
  { requiredKeys: [] },
);
const list = fc.record({ minItems: limit, maxItems: wrongLimit }, { requiredKeys: [] });
const leaf: fc.Arbitrary<FieldSchema> = fc.oneof(
  text.map((more): FieldSchema => ({ type: "string", ...more })),
  number.map((more): FieldSchema => ({ type: "number", ...more })),
  list.map((more): FieldSchema => ({ type: "array", items: { type: "string" }, ...more })),
  // keywords that the type knows nothing of
  fc
    .tuple(fc.constantFrom(...FIELD_TYPES), text, number)
    .map(([type, a, b]): FieldSchema => ({ ...a, ...b, type })),
);
const field = fc.oneof(
  leaf,
  leaf.map((items): FieldSchema => ({ type: "array", items })),
  leaf.map((a): FieldSchema => ({ type: "object", properties: { a }, required: ["a"] })),
);

it(
  "every schema that the config's checks let pass compiles, in strict mode",
  async () => {
    const files = await libraryWith();
    const subjects = JSON.parse(files.get("entities/subjects.json") ?? "");
    const counts = { passed: 0, refused: 0 };
    // What is wrong with widgets, sentences and values is not the question here.
    const beside = new Set(["NO_PLUGIN", "PLUGIN_VALUE", "RULE_WITHOUT_MESSAGE", "BAD_DEFAULT"]);
    fc.assert(
      fc.property(field, (extra) => {
        const properties = { ...subjects.schema.properties, extra };
        const schema = { ...subjects.schema, properties };
        files.set("entities/subjects.json", JSON.stringify({ ...subjects, schema }));
        const { problems } = checkConfig(files, PLUGINS);
        if (problems.some(({ code }) => !beside.has(code))) {
          counts.refused++;
          return;
        }
        counts.passed++;
        expect(() => compileValidator(properties)).not.toThrow();
      }),
      { numRuns: runs(150) },
    );
    // Of 150 about 30 pass.
    expect(counts.passed).toBeGreaterThan(5);
    expect(counts.refused).toBeGreaterThan(20);
  },
  timeoutOf(20_000),
);
