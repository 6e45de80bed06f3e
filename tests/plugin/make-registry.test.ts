import { describe, expect, it } from "vitest";
import { makeRegistry } from "../../src/plugin/make-registry.ts";
import type { FoundPlugin } from "../../src/plugin/registry.ts";
import { manifest } from "../model/library.ts";

const found = (plugin: FoundPlugin["manifest"], folder = `plugins/${plugin.name}`): FoundPlugin => ({
  folder,
  manifest: plugin,
});

describe("makeRegistry", () => {
  it("R2 answers a frozen registry of widgets and cells by name", () => {
    const text = found(manifest("widget", "text", ["string"], { defaultFor: ["string"] }));
    const cell = found(manifest("cell", "text", ["string"], { defaultFor: ["string"] }));
    const { registry, problems } = makeRegistry([text, cell]);
    expect(problems).toEqual([]);
    expect(registry.widgets.get("text")).toBe(text);
    expect(registry.cells.get("text")).toBe(cell);
    expect(Object.isFrozen(registry)).toBe(true);
  });

  it("R3 names both of two plugins of one kind and name", () => {
    const first = found(manifest("widget", "text", ["string"]), "src/stock/widgets/text");
    const second = found(manifest("widget", "text", ["number"]), "plugins/text");
    const { registry, problems } = makeRegistry([first, second]);
    expect(registry.widgets.get("text")).toBe(first);
    expect(problems).toMatchObject([{ code: "DUPLICATE_NAME", file: "plugins/text/plugin.json" }]);
    expect(problems[0]?.message).toContain("src/stock/widgets/text and plugins/text");
  });

  it("refuses two defaults for one kind of value", () => {
    const one = found(manifest("widget", "one", ["string"], { defaultFor: ["string"] }));
    const two = found(manifest("widget", "two", ["string"], { defaultFor: ["string"] }));
    const { problems } = makeRegistry([one, two]);
    expect(problems).toMatchObject([{ code: "DUPLICATE_NAME", path: "/defaultFor/0" }]);
    expect(problems[0]?.message).toContain("plugins/one and plugins/two");
  });

  it.each<[string, FoundPlugin, string]>([
    ["another folder", found(manifest("widget", "one", ["string"]), "plugins/two"), '"two"'],
    ["a name with a capital", found(manifest("widget", "One", ["string"])), "small letters"],
    [
      "options that are no schema",
      found(
        manifest("widget", "one", ["string"], {
          options: { type: "object", properties: { a: { type: "string", pattern: "(" } } },
        }),
      ),
      "cannot be compiled",
    ],
    [
      "a default for what it cannot edit",
      found(manifest("widget", "one", ["string"], { defaultFor: ["number"] })),
      'none of its "values"',
    ],
    [
      "a message with the name of a rule",
      found(
        manifest("widget", "one", ["string"], {
          messages: { maxLength: { description: "Too long", text: { en: "Too long" } } },
        }),
      ),
      "the name of a rule",
    ],
  ])("refuses %s", (_what, plugin, says) => {
    const { problems } = makeRegistry([plugin]);
    expect(problems.map(({ code }) => code)).toEqual(["BAD_PLUGIN"]);
    expect(problems[0]?.message).toContain(says);
  });

  it("refuses a manifest of an unknown key or kind of value", () => {
    const json = { ...manifest("widget", "one", ["string"]), values: ["text"], colour: 1 };
    const { registry, problems } = makeRegistry([
      { folder: "plugins/one", manifest: JSON.parse(JSON.stringify(json)) },
    ]);
    expect(registry.widgets.size).toBe(0);
    expect(problems.map(({ path }) => path).sort()).toEqual(["/colour", "/values/0"]);
  });
});
