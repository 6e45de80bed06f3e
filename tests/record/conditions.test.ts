import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldCondition, When } from "../../src/model/condition.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { RecordData } from "../../src/model/record.ts";
import { fieldState, isMet, placedStates } from "../../src/record/conditions.ts";

const text = (conditions: FieldCondition[], more: Partial<FieldSchema> = {}): FieldSchema => ({
  type: "string",
  conditions,
  ...more,
});

function state(conditions: FieldCondition[], record: RecordData = {}, required = false) {
  const [field] = makeFields({ note: text(conditions) }, required ? ["note"] : []);
  if (field === undefined) throw new Error("no field");
  return fieldState(field, record, "edit");
}

const always: When = { mode: "edit" };

describe("fieldState", () => {
  it("is shown, as required as the schema says, and not disabled where no condition holds", () => {
    expect(
      state([{ when: { mode: "create" }, show: false, require: false, disable: true }], {}, true),
    ).toEqual({
      shown: true,
      required: true,
      disabled: false,
    });
  });

  it("lets the last condition that holds win, each effect for itself", () => {
    const conditions: FieldCondition[] = [
      { when: always, show: false, disable: true },
      { when: always, show: true },
      { when: always, require: true },
      { when: { mode: "create" }, show: false, require: false, disable: false },
    ];
    expect(state(conditions)).toEqual({ shown: true, required: true, disabled: true });
  });

  it("never requires what is hidden", () => {
    expect(state([{ when: always, show: false, require: true }], {}, true)).toMatchObject({
      shown: false,
      required: false,
    });
  });
});

describe("holds", () => {
  const record: RecordData = {
    n: 3,
    yes: true,
    no: false,
    t: "a",
    blank: " ",
    none: null,
    list: [],
    o: { x: 1 },
  };
  it.each<[When, boolean]>([
    [{ field: "n", is: 3 }, true],
    [{ field: "n", is: "3" }, false],
    [{ field: "no", is: false }, true],
    [{ field: "gone", is: false }, false],
    [{ field: "gone", isNot: true }, true],
    [{ field: "t", isNot: "a" }, false],
    [{ field: "t", in: ["b", "a"] }, true],
    [{ field: "t", in: ["b"] }, false],
    [{ field: "blank", empty: true }, true],
    [{ field: "none", empty: true }, true],
    [{ field: "list", empty: true }, true],
    [{ field: "gone", empty: false }, false],
    [{ field: "no", empty: false }, true],
    [{ field: "n", empty: false }, true],
    [{ field: "n", above: 2 }, true],
    [{ field: "n", above: 3 }, false],
    [{ field: "n", below: 4 }, true],
    [{ field: "n", below: 3 }, false],
    [{ field: "none", below: 3 }, false],
    [{ field: "t", above: 0 }, false],
    [{ field: "o.x", is: 1 }, true],
    [{ field: "toString", empty: true }, true],
    [{ mode: "edit" }, true],
    [{ mode: "create" }, false],
    [{ not: { mode: "create" } }, true],
    [
      {
        all: [
          { field: "n", is: 3 },
          { field: "t", is: "a" },
        ],
      },
      true,
    ],
    [
      {
        all: [
          { field: "n", is: 3 },
          { field: "t", is: "b" },
        ],
      },
      false,
    ],
    [
      {
        any: [
          { field: "n", is: 4 },
          { field: "t", is: "a" },
        ],
      },
      true,
    ],
    [
      {
        any: [
          { field: "n", is: 4 },
          { field: "t", is: "b" },
        ],
      },
      false,
    ],
    [{}, false],
  ])("%j is %s", (when, expected) => {
    expect(isMet(when, record, "edit")).toBe(expected);
  });
});

describe("placedStates", () => {
  it("has every field by its path, those inside objects too, but none inside the items of a list", () => {
    const fields = makeFields(
      {
        a: text([], {}),
        o: {
          type: "object",
          conditions: [{ when: always, show: false }],
          properties: {
            x: text([]),
            l: { type: "array", items: { type: "object", properties: { y: text([]) } } },
          },
        },
      },
      ["a"],
    );
    const states = placedStates(fields, {}, "edit");
    expect([...states.keys()]).toEqual(["a", "o", "o.x", "o.l"]);
    expect(states.get("a")).toEqual({ shown: true, required: true, disabled: false, holds: "wanted" });
    expect(states.get("o.x")).toEqual({ shown: false, required: false, disabled: false, holds: "wanted" });
  });

  it("holds nothing where it, or what is around it, is hidden and cleared; its value before where disabled", () => {
    const hidden: FieldCondition[] = [{ when: always, show: false }];
    const disabled: FieldCondition[] = [{ when: always, disable: true }];
    const inside = { x: text(disabled), y: text(hidden) };
    const fields = makeFields(
      {
        gone: { type: "object", conditions: hidden, whenHidden: "clear", properties: inside },
        kept: { type: "object", conditions: hidden, properties: inside },
        fixed: { type: "object", conditions: disabled, properties: { x: text([]) } },
      },
      [],
    );
    const holds = [...placedStates(fields, {}, "edit")].map(([path, state]) => [path, state.holds]);
    expect(Object.fromEntries(holds)).toEqual({
      gone: "nothing",
      "gone.x": "nothing",
      "gone.y": "nothing",
      kept: "wanted",
      "kept.x": "before",
      "kept.y": "wanted",
      fixed: "before",
      "fixed.x": "before",
    });
  });
});
