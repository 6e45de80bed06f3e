import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldCondition } from "../../src/model/condition.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import type { RecordData } from "../../src/model/record.ts";
import { applyConditions, conditionOrder } from "../../src/record/apply-conditions.ts";
import { type Mode, placedStates } from "../../src/record/conditions.ts";

const text = (conditions: FieldCondition[] = [], more: Partial<FieldSchema> = {}): FieldSchema => ({
  type: "string",
  conditions,
  ...more,
});
const hiddenUnless = (field: string): FieldCondition[] => [{ when: { field, empty: true }, show: false }];
const hiddenWith = (field: string): FieldCondition[] => [{ when: { field, empty: false }, show: false }];
const disabledWith = (field: string): FieldCondition[] => [{ when: { field, empty: false }, disable: true }];
const clear = { whenHidden: "clear" } as const;

function apply(
  properties: Record<string, FieldSchema>,
  wanted: RecordData,
  base: RecordData = {},
  mode: Mode = "edit",
): RecordData {
  const fields = makeFields(properties, []);
  const applied = applyConditions(wanted, { order: conditionOrder(fields), mode, base });
  expect(applyConditions(applied, { order: conditionOrder(fields), mode, base }), "applied again").toBe(
    applied,
  );
  return applied;
}

describe("a hidden field", () => {
  it("that says clear holds nothing, one that does not keeps what it holds", () => {
    const properties = { a: text(), b: text(hiddenUnless("a"), clear), c: text(hiddenUnless("a")) };
    const wanted = { a: "", b: "b", c: "c" };
    expect(apply(properties, wanted)).toEqual({ a: "", b: null, c: "c" });
    expect(wanted.b).toBe("b");
  });

  it("may hide the next, in whatever order they stand", () => {
    const properties = { c: text(hiddenUnless("b"), clear), b: text(hiddenUnless("a"), clear), a: text() };
    expect(apply(properties, { b: "b", c: "c" })).toEqual({ b: null, c: null });
    // What hides `c` is itself cleared: `c` never had a reason to go.
    const shown = { c: text(hiddenWith("b"), clear), b: text(hiddenUnless("a"), clear), a: text() };
    expect(apply(shown, { b: "b", c: "c" })).toEqual({ b: null, c: "c" });
  });

  it.each<[how: string, when: FieldCondition["when"]]>([
    ["all", { all: [{ mode: "edit" }, { field: "b", empty: false }] }],
    ["any", { any: [{ mode: "create" }, { field: "b", empty: false }] }],
    ["not", { not: { field: "b", empty: true } }],
  ])("comes after what its conditions read inside %s", (_, when) => {
    const properties = {
      c: text([{ when, show: false }], clear),
      b: text(hiddenUnless("a"), clear),
      a: text(),
    };
    expect(apply(properties, { b: "b", c: "c" })).toEqual({ b: null, c: "c" });
  });

  it("of a ring is judged in the order of the fields, whoever reads them", () => {
    const first = text([{ when: { field: "c", is: "never" }, require: true }]);
    const properties = { a: first, b: text(hiddenWith("c"), clear), c: text(hiddenWith("b"), clear) };
    expect(apply(properties, { b: "b", c: "c" })).toEqual({ b: null, c: "c" });
  });

  it("lives where another that it would hide is cleared first", () => {
    const properties = { a: text(hiddenWith("b"), clear), b: text(hiddenWith("a"), clear) };
    expect(apply(properties, { a: "a", b: "b" })).toEqual({ a: null, b: "b" });
  });

  it("may hide the next inside an object too, in whatever order they stand", () => {
    const properties = { c: text(hiddenWith("o.b"), clear), b: text(hiddenUnless("o.a"), clear), a: text() };
    const o: FieldSchema = { type: "object", properties };
    expect(apply({ o }, { o: { a: null, b: "b", c: "c" } })).toEqual({ o: { a: null, b: null, c: "c" } });
  });

  it("that holds nothing already stays as it was sent", () => {
    const list: FieldSchema = {
      type: "array",
      items: { type: "string" },
      conditions: hiddenUnless("a"),
      ...clear,
    };
    const properties = { a: text(), b: text(hiddenUnless("a"), clear), l: list };
    for (const nothing of [
      { b: "", l: [] },
      { b: null, l: null },
    ])
      expect(apply(properties, nothing)).toBe(nothing);
  });

  it("is cleared inside objects and in all items of lists", () => {
    const inner: FieldSchema = {
      type: "object",
      properties: { x: text(hiddenUnless("a"), clear), y: text() },
    };
    const properties: Record<string, FieldSchema> = {
      a: text(),
      o: inner,
      l: { type: "array", items: inner },
    };
    const wanted = { o: { x: "x", y: "y" }, l: [{ x: "x", y: "y" }, { y: "y" }, { x: null }] };
    expect(apply(properties, wanted)).toEqual({
      o: { x: null, y: "y" },
      l: [{ x: null, y: "y" }, { y: "y" }, { x: null }],
    });
    const kept = { ...wanted, a: "a" };
    expect(apply(properties, kept)).toBe(kept);
  });

  it("hides what is inside it, which is cleared where it says so", () => {
    const properties: Record<string, FieldSchema> = {
      a: text(),
      o: { type: "object", conditions: hiddenUnless("a"), properties: { x: text([], clear), y: text() } },
    };
    expect(apply(properties, { o: { x: "x", y: "y" } })).toEqual({ o: { x: null, y: "y" } });
  });
});

describe("a disabled field", () => {
  const properties = { a: text(), b: text(disabledWith("a")) };

  it("keeps its value before, whatever was asked for, and gets what was asked for once it is enabled", () => {
    expect(apply(properties, { a: "a", b: "new" }, { b: "old" })).toEqual({ a: "a", b: "old" });
    expect(apply(properties, { a: "a", b: "new" })).toEqual({ a: "a", b: null });
    expect(apply(properties, { a: "", b: "new" }, { b: "old" })).toEqual({ a: "", b: "new" });
  });

  it("may disable or hide the next by what it holds", () => {
    const next = { ...properties, c: text(disabledWith("b")), d: text(hiddenUnless("b"), clear) };
    const wanted = { a: "a", b: "new", c: "new", d: "new" };
    expect(apply(next, wanted, { b: "old", c: "old" })).toEqual({ a: "a", b: "old", c: "old", d: "new" });
    expect(apply(next, wanted, { b: "", c: "old" })).toEqual({ a: "a", b: "", c: "new", d: null });
  });

  it("that is an object disables what is inside it, and comes back when it was to be none", () => {
    const inside: Record<string, FieldSchema> = { x: text(), y: text([], clear) };
    const whole: Record<string, FieldSchema> = {
      a: text(),
      o: { type: "object", conditions: disabledWith("a"), properties: inside },
    };
    const base = { o: { x: "old", y: "old" } };
    expect(apply(whole, { a: "a", o: { x: "new", y: "old" } }, base)).toEqual({ a: "a", ...base });
    expect(apply(whole, { a: "a", o: null }, base)).toEqual({ a: "a", ...base });
    expect(placedStates(makeFields(whole, []), { a: "a" }, "edit").get("o.x")?.disabled).toBe(true);
    const one: Record<string, FieldSchema> = {
      a: text(),
      o: { type: "object", properties: { x: text(disabledWith("a")), y: text() } },
    };
    expect(apply(one, { a: "a", o: null }, base)).toEqual({ a: "a", o: { x: "old", y: null } });
  });

  it("inside objects that were to be none brings all of them back", () => {
    const inner: FieldSchema = { type: "object", properties: { x: text(disabledWith("a")), y: text() } };
    const o: FieldSchema = { type: "object", properties: { p: inner, z: text() } };
    const base = { o: { p: { x: "old", y: "old" }, z: "old" } };
    expect(apply({ a: text(), o }, { a: "a", o: null }, base)).toEqual({
      a: "a",
      o: { p: { x: "old", y: null }, z: null },
    });
    // Whoever reads the object reads it as it is by then.
    const c = text(hiddenUnless("o"), clear);
    expect(apply({ c, a: text(), o: inner }, { c: "c", a: "a", o: null }, { o: { x: "old" } })).toEqual({
      c: "c",
      a: "a",
      o: { x: "old", y: null },
    });
  });

  it("inside a disabled object may be hidden, and then holds nothing", () => {
    const properties = { x: text(hiddenWith("a"), clear), y: text() };
    const o: FieldSchema = { type: "object", conditions: disabledWith("a"), properties };
    const wanted = { a: "a", o: { x: "new", y: "new" } };
    expect(apply({ a: text(), o }, wanted, { o: { x: "old", y: "old" } })).toEqual({
      a: "a",
      o: { x: null, y: "old" },
    });
  });

  it("that is a list keeps its items whole; inside items it keeps what was sent", () => {
    const inside = { x: text(hiddenWith("a"), clear), y: text(disabledWith("a")) };
    const items: FieldSchema = { type: "object", properties: inside };
    const open: Record<string, FieldSchema> = { a: text(), l: { type: "array", items } };
    const closed: Record<string, FieldSchema> = {
      a: text(),
      l: { type: "array", items, conditions: disabledWith("a") },
    };
    const wanted = { a: "a", l: [{ x: "new", y: "new" }] };
    const base = { l: [{ x: "old", y: "old" }] };
    expect(apply(open, wanted, base)).toEqual({ a: "a", l: [{ x: null, y: "new" }] });
    expect(apply(closed, wanted, base)).toEqual({ a: "a", ...base });
  });

  it("that is hidden and says clear holds nothing", () => {
    const both = text([{ when: { mode: "edit" }, show: false, disable: true }], clear);
    expect(apply({ b: both }, { b: "new" }, { b: "old" })).toEqual({ b: null });
    expect(apply({ b: both }, { b: "new" }, { b: "old" }, "create")).toEqual({ b: "new" });
  });

  it("stays closed in a ring that contradicts itself", () => {
    // Hidden while it holds something, closed while it holds nothing.
    const ring = text([...hiddenWith("b"), ...disabledWith("a")], clear);
    expect(apply({ a: text(), b: ring }, { a: "a", b: "new" }, { b: "old" })).toEqual({ a: "a", b: "old" });
    expect(apply({ a: text(), b: ring }, { a: "a", b: "new" })).toEqual({ a: "a", b: null });
  });
  it("in a ring that contradicts itself holds open no other field: those that are hidden are cleared, in items too", () => {
    const reads: FieldCondition = {
      when: {
        any: [
          { field: "c", is: "never" },
          { field: "l", empty: true },
        ],
      },
      require: true,
    };
    const x = text([...hiddenWith("b"), { when: { field: "b", is: "never" }, disable: true }], clear);
    const l: FieldSchema = { type: "array", items: { type: "object", properties: { x } } };
    const b = text([...hiddenWith("b"), ...disabledWith("a"), reads], clear);
    const properties = { a: text(), b, c: text(hiddenWith("b"), clear), l };
    const wanted = { a: "a", b: "old", c: "old", l: [{ x: "old" }] };
    expect(apply(properties, wanted, { b: "old", c: "old" })).toEqual({
      ...wanted,
      c: null,
      l: [{ x: null }],
    });
  });

  it("stays closed in such a ring also where what is around it, or inside it, is what is disabled", () => {
    const base = { o: { x: "old" } };
    const around: FieldSchema = {
      type: "object",
      conditions: disabledWith("a"),
      properties: { x: text(hiddenWith("o.x"), clear) },
    };
    expect(apply({ a: text(), o: around }, { a: "a", o: { x: "new" } }, base)).toEqual({ a: "a", ...base });
    const inside: FieldSchema = {
      type: "object",
      conditions: hiddenWith("o.x"),
      properties: { x: text(disabledWith("a")) },
      ...clear,
    };
    expect(apply({ a: text(), o: inside }, { a: "a", o: null }, base)).toEqual({ a: "a", ...base });
  });
});
