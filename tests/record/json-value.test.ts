import { describe, expect, it } from "vitest";
import { isObject, ownValue } from "../../src/record/json.ts";

describe("a look into JSON", () => {
  it.each([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ["{}", false],
    [1, false],
  ])("%j is an object: %s", (value, is) => {
    expect(isObject(value)).toBe(is);
  });

  it("finds what an object or a list holds", () => {
    expect(ownValue({ name: "Gulls" }, "name")).toBe("Gulls");
    expect(ownValue(["Terns", "Gulls"], "1")).toBe("Gulls");
    expect(ownValue(["Terns", "Gulls"], 1)).toBe("Gulls");
    expect(ownValue({ length: 3 }, "length")).toBe(3);
  });

  it.each([
    [{}, "constructor"],
    [{}, "__proto__"],
    [[], "map"],
    [["Gulls"], "length"],
    [["Gulls"], "2"],
    ["Gulls", "0"],
    [null, "name"],
    [undefined, "name"],
  ])("%j holds nothing under %s", (value, key) => {
    expect(ownValue(value, key)).toBeUndefined();
  });
});
