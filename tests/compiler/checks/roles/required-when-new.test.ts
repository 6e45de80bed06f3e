import { describe, expect, it } from "vitest";
import { requiredWhenNew } from "../../../../src/compiler/checks/roles/required-when-new.ts";
import type { FieldCondition, When } from "../../../../src/model/condition.ts";
import type { FieldSchema } from "../../../../src/model/field-schema.ts";

const properties: Readonly<Record<string, FieldSchema>> = {
  kind: { type: "string", enum: ["a", "b"] },
  flag: { type: "boolean" },
  one: { type: "string" },
  other: { type: "string" },
  part: { type: "object", properties: { x: { type: "string" }, y: { type: "string" } } },
};

/** Whether a field with these conditions must be filled in, where all others may have any value. */
const needed = (conditions: readonly FieldCondition[], required: readonly string[] = []) => {
  const schema: FieldSchema = { type: "string", conditions: [...conditions] };
  return requiredWhenNew("asked", schema, { properties, required, isFree: () => true });
};
const requires = (when: When): FieldCondition => ({ when, require: true });

describe("a field must be filled in a new record", () => {
  const isA = { field: "kind", is: "a" };

  it("where one of several comparisons, or none, can hold", () => {
    expect(needed([requires({ any: [isA, { field: "flag", is: true }] })])).toBe("some");
    expect(needed([requires({ not: isA })])).toBe("some");
    expect(needed([requires({ not: { any: [isA, { not: isA }] } })])).toBe("none");
  });

  it("in each where one of them always holds", () => {
    expect(needed([requires(isA), requires({ not: isA })])).toBe("each");
    expect(needed([requires({ any: [isA, { not: isA }] })])).toBe("each");
  });

  it("where two fields inside one object have their values together", () => {
    const both = [
      { field: "part.x", is: "1" },
      { field: "part.y", is: "2" },
    ];
    expect(needed([requires({ all: both })])).toBe("some");
    expect(needed([{ when: { all: both }, require: false }], ["asked"])).toBe("some");
    expect(
      needed([
        requires({
          all: [
            { field: "part.x", is: "1" },
            { field: "part.x", is: "2" },
          ],
        }),
      ]),
    ).toBe("none");
  });

  it("in some where there are too many records to try", () => {
    const oneOf = (field: string, count: number) => ({
      field,
      in: Array.from({ length: count }, (_, index) => `${index}`),
    });
    // Each has the named values, another one, and none.
    const tried = (one: number, other: number) =>
      needed([requires({ all: [oneOf("one", one), oneOf("other", other)] })], ["asked"]);
    expect(tried(62, 62)).toBe("each");
    expect(tried(63, 62)).toBe("some");
  });

  it("as it says without conditions that change it", () => {
    const disabled: FieldCondition = { when: isA, disable: true };
    expect([needed([disabled]), needed([disabled], ["asked"])]).toEqual(["none", "each"]);
  });
});
