import { describe, expect, it } from "vitest";
import { refusals } from "../../../src/compiler/checks/check-values.ts";
import { examplesOf } from "../../../src/compiler/manifest/plugin-examples.ts";
import { VALUE_TYPES, valueType } from "../../../src/model/value-type.ts";
import { manifest } from "../../model/library.ts";

describe("a plugin is tried with", () => {
  it("the examples of its manifest, and with no others", () => {
    const own = [{ title: "Mine", field: { type: "string" as const }, value: "x" }];
    expect(examplesOf(manifest("widget", "w", ["string", "number"], { examples: own }))).toBe(own);
  });

  it("else one for each kind of value that it takes, whose field holds that kind and accepts the value", () => {
    const made = examplesOf(manifest("widget", "w", [...VALUE_TYPES]));
    expect(made.map(({ field }) => valueType(field))).toEqual(VALUE_TYPES);
    expect(new Set(made.map(({ title }) => title)).size).toBe(VALUE_TYPES.length);
    for (const { title, field, value, options } of made) {
      expect(title).toBe(field.title);
      expect(refusals(field, value, "The value"), title).toEqual([]);
      expect(options, title).toBeUndefined();
    }
  });

  it("a list of references where it draws one field of each item", () => {
    const [made] = examplesOf(manifest("widget", "w", ["array"], { itemField: "reference" }));
    expect(made?.field.items?.properties?.author).toMatchObject({ reference: { entity: "authors" } });
    expect(made?.value).toEqual([{ author: "1" }]);
    // its other kinds of value are as of any plugin
    const [, text] = examplesOf(manifest("widget", "w", ["array", "string"], { itemField: "reference" }));
    expect(text?.field.type).toBe("string");
  });

  it("the first example of each option that it cannot do without, where that has no default", () => {
    const text = { type: "string" as const, title: "x", description: "x" };
    const properties = {
      needed: { ...text, examples: ["a", "b"] },
      usual: { ...text, default: "c", examples: ["d"] },
      free: { ...text, examples: ["e"] },
      bare: text,
    };
    const optionsOf = (required?: string[]) => {
      const options = { type: "object" as const, properties, ...(required && { required }) };
      return examplesOf(manifest("widget", "w", ["string"], { options }))[0]?.options;
    };
    expect(optionsOf(["needed", "usual", "bare"])).toEqual({ needed: "a" });
    expect(optionsOf(["usual"])).toBeUndefined();
    expect(optionsOf()).toBeUndefined();
  });
});
