import { describe, expect, it } from "vitest";
import { clearHidden } from "../../src/model/clear-hidden.ts";
import type { Condition, When } from "../../src/model/condition.ts";
import { fieldState, holds } from "../../src/model/evaluate-conditions.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { makeFields } from "../../src/model/make-fields.ts";
import type { RecordData } from "../../src/model/record.ts";

const text = (conditions: Condition[], more: Partial<FieldSchema> = {}): FieldSchema => ({
  type: "string",
  conditions,
  ...more,
});

function state(conditions: Condition[], record: RecordData = {}, required = false) {
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
    const conditions: Condition[] = [
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
    expect(holds(when, record, "edit")).toBe(expected);
  });
});

describe("clearHidden", () => {
  const hiddenUnless = (field: string): Condition[] => [{ when: { field, empty: true }, show: false }];
  const hiddenWith = (field: string): Condition[] => [{ when: { field, empty: false }, show: false }];

  it("clears what is hidden and says so, and keeps what is hidden and does not", () => {
    const fields = makeFields(
      {
        a: { type: "string" },
        b: text(hiddenUnless("a"), { whenHidden: "clear" }),
        c: text(hiddenUnless("a")),
      },
      [],
    );
    const record = { a: "", b: "b", c: "c" };
    expect(clearHidden(fields, record, "edit")).toEqual({ a: "", b: null, c: "c" });
    expect(record.b).toBe("b");
  });

  it("goes on until nothing changes", () => {
    const clear = { whenHidden: "clear" } as const;
    const fields = makeFields(
      { c: text(hiddenUnless("b"), clear), b: text(hiddenUnless("a"), clear), a: { type: "string" } },
      [],
    );
    expect(clearHidden(fields, { b: "b", c: "c" }, "edit")).toEqual({ b: null, c: null });
  });

  it("lets one of two that hide each other live", () => {
    const clear = { whenHidden: "clear" } as const;
    const fields = makeFields({ a: text(hiddenWith("b"), clear), b: text(hiddenWith("a"), clear) }, []);
    expect(clearHidden(fields, { a: "a", b: "b" }, "edit")).toEqual({ a: null, b: "b" });
  });

  it("reaches into objects and answers the same record where nothing is hidden", () => {
    const properties = { inner: text(hiddenUnless("a"), { whenHidden: "clear" }) };
    const fields = makeFields({ a: { type: "string" }, o: { type: "object", properties } }, []);
    expect(clearHidden(fields, { o: { inner: "x" } }, "edit")).toEqual({ o: { inner: null } });
    const record = { a: "a", o: { inner: "x" } };
    expect(clearHidden(fields, record, "edit")).toBe(record);
  });
});
