import { describe, expect, it } from "vitest";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import type { LoadedHook, PluginFolder } from "../../../src/plugin/registry.ts";
import { defineServerPlugin } from "../../../src/plugin/server-hook.ts";
import { manifest } from "../../model/library.ts";
import { pluginFolder } from "./plugin-folder.ts";

const one = pluginFolder(manifest("widget", "one", ["string"]));

/** The problems of some folders, as text. */
function reported(...folders: readonly PluginFolder[]): string[] {
  return makeRegistry(folders).problems.map(formatProblem);
}

describe("makeRegistry", () => {
  it("R2 answers a frozen registry of widgets and cells by name", () => {
    const text = manifest("widget", "text", ["string"], { defaultFor: ["string"] });
    const cell = manifest("cell", "text", ["string"], { defaultFor: ["string"] });
    const { registry, problems } = makeRegistry([
      pluginFolder(text, { folder: "src/stock/widgets/text" }),
      pluginFolder(cell, { folder: "src/stock/cells/text" }),
    ]);
    expect(problems).toEqual([]);
    expect(registry.widgets.get("text")).toMatchObject({ folder: "src/stock/widgets/text", manifest: text });
    expect(registry.cells.get("text")).toMatchObject({ folder: "src/stock/cells/text", manifest: cell });
    expect(Object.isFrozen(registry)).toBe(true);
    expect(registry.broken).toEqual({ names: new Set(), mayBeDefault: false });
  });

  it("R3 names both of two plugins of one kind and name, at the place of the second's name", () => {
    const first = pluginFolder(manifest("widget", "text", ["string"]), { folder: "src/stock/widgets/text" });
    const second = pluginFolder(manifest("widget", "text", ["number"]));
    const { registry, problems } = makeRegistry([first, second]);
    expect(registry.widgets.get("text")?.folder).toBe(first.folder);
    expect(registry.broken).toEqual({ names: new Set(["text"]), mayBeDefault: false });
    expect(problems.map(formatProblem)).toEqual([
      'plugins/text/plugin.json:2:11 Two plugins are a widget called "text": src/stock/widgets/text and plugins/text. Choose another name for one of them. [DUPLICATE_NAME]',
    ]);
  });

  it("a widget's folder may hold its cell, which has the same name", () => {
    const widget = pluginFolder(manifest("widget", "stars", ["number"]));
    const cell = pluginFolder(manifest("cell", "stars", ["number"]), { folder: "plugins/stars/cell" });
    const { registry, problems } = makeRegistry([widget, cell]);
    expect(problems).toEqual([]);
    expect(registry.widgets.get("stars")?.folder).toBe("plugins/stars");
    expect(registry.cells.get("stars")?.folder).toBe("plugins/stars/cell");
    const inner = { folder: "plugins/moons/cell" };
    expect(reported(pluginFolder(manifest("cell", "cell", ["number"]), inner))).toEqual([
      'plugins/moons/cell/plugin.json:2:11 The plugin is called "cell", but its folder "moons". Rename one of the two. [BAD_PLUGIN]',
    ]);
    expect(reported(pluginFolder(manifest("widget", "moons", ["number"]), inner)).join()).toContain(
      'The folder "cell" of a plugin is for its cell; this is a widget. Write "kind": "cell", or move it',
    );
    expect(reported(pluginFolder(manifest("cell", "cell", ["number"])))).toEqual([]);
  });

  it("refuses two defaults for one kind of value, at the place of the second", () => {
    const both = { defaultFor: ["string" as const] };
    expect(
      reported(
        pluginFolder(manifest("widget", "one", ["string"], both)),
        pluginFolder(manifest("widget", "two", ["string"], both)),
      ),
    ).toEqual([
      'plugins/two/plugin.json:10:5 Two plugins are the default widget for "string": plugins/one and plugins/two. Remove it from "defaultFor" of one of them. [DUPLICATE_NAME]',
    ]);
  });

  it("refuses a sentence that a widget and a cell of one name say differently, at the place of the second", () => {
    const says = (kind: "widget" | "cell", en: string) =>
      pluginFolder(
        manifest(kind, "gauge", ["number"], { messages: { full: { description: "", text: { en } } } }),
        { folder: `src/stock/${kind}s/gauge` },
      );
    expect(reported(says("widget", "Full"), says("cell", "Full"))).toEqual([]);
    expect(reported(says("widget", "Full"), says("cell", "To the brim"))).toEqual([
      expect.stringMatching(
        /^src\/stock\/cells\/gauge\/plugin\.json:\d+:5 The widget and the cell "gauge" say "full" each in their own way: src\/stock\/widgets\/gauge and src\/stock\/cells\/gauge\. .* \[DUPLICATE_NAME\]$/,
      ),
    ]);
  });

  it("refuses a name that is not the folder's", () => {
    expect(reported({ ...one, folder: "plugins/two" })).toEqual([
      'plugins/two/plugin.json:2:11 The plugin is called "one", but its folder "two". Rename one of the two. [BAD_PLUGIN]',
    ]);
    const { broken, widgets } = makeRegistry([{ ...one, folder: "plugins/two" }]).registry;
    expect([...widgets.keys()]).toEqual(["one"]);
    expect(broken?.names).toEqual(new Set(["two"]));
  });

  it("says of a default that is named twice only that", () => {
    const twice = manifest("widget", "one", ["string"], { defaultFor: ["string", "string"] });
    expect(reported(pluginFolder(twice))).toEqual([
      expect.stringContaining('"string" is given a second time.'),
    ]);
  });

  it("does not know the defaults where a manifest that cannot be read names some", () => {
    const unread = (name: string, manifest: string) => ({ ...one, folder: `plugins/${name}`, manifest });
    const { registry } = makeRegistry([unread("a", '{ "defaultFor": ['), unread("b", "{ ")]);
    expect(registry.broken).toEqual({ names: new Set(["a", "b"]), mayBeDefault: true });
  });

  it("tells a folder without a manifest, one without code, and goes on with the others", () => {
    const { registry, problems } = makeRegistry([
      { folder: "plugins/bare", manifest: undefined, hasIndex: true },
      { ...one, hasIndex: false },
      pluginFolder(manifest("widget", "two", ["string"])),
    ]);
    expect(problems.map(formatProblem)).toEqual([
      "plugins/bare/plugin.json:1:1 The file is not there; every plugin has one. Describe the plugin in it, as plugins/README.md says, or remove the folder. [FILE_MISSING]",
      "plugins/one/index.tsx:1:1 The file is not there; every plugin has one. Add it, with export default definePlugin({ … }), or remove the folder. [FILE_MISSING]",
    ]);
    expect([...registry.widgets.keys()]).toEqual(["one", "two"]);
    expect(registry.broken).toEqual({ names: new Set(["bare"]), mayBeDefault: true });
  });

  it("leaves out a plugin whose manifest is no JSON, and says so", () => {
    const { registry, problems } = makeRegistry([{ ...one, manifest: '{ "name": "one' }]);
    expect(problems.map(formatProblem)[0]).toMatch(
      /^plugins\/one\/plugin\.json:1:11 The closing quote of this text is missing/,
    );
    expect(registry.widgets.size).toBe(0);
    expect(registry.broken).toEqual({ names: new Set(["one"]), mayBeDefault: false });
  });
});

describe("a server hook", () => {
  const WRITE =
    "Write export default defineServerPlugin({ … }) with one or more of complete, clean, check, images.";

  it("is the plugin's", () => {
    const server = defineServerPlugin<string>({ clean: (value) => value.trim(), check: () => [] });
    const { registry, problems } = makeRegistry([{ ...one, server: { exported: server } }]);
    expect(problems).toEqual([]);
    expect(registry.widgets.get("one")?.server).toBe(server);
    expect(registry.widgets.get("one")).not.toHaveProperty("isModule");
    const module = makeRegistry([{ ...one, server: { exported: server, isModule: true } }]).registry;
    expect(module.widgets.get("one")).toMatchObject({ server, isModule: true });
  });

  it.each<[string, LoadedHook, string]>([
    [
      "that throws on import",
      { error: new TypeError("table is not iterable\n    at server.ts:3") },
      "The server hook cannot be loaded: TypeError: table is not iterable. Correct the code; what a module does while it is imported may not fail.",
    ],
    [
      "that throws a text on import",
      { error: "there is no table.\nAt all." },
      "The server hook cannot be loaded: there is no table. Correct the code; what a module does while it is imported may not fail.",
    ],
    [
      "that exports a number",
      { exported: 5 },
      `The server hook exports 5, which is no server hook. ${WRITE}`,
    ],
    ["that exports nothing", { exported: undefined }, `The server hook exports nothing by default. ${WRITE}`],
    [
      "that exports a function",
      { exported: () => [] },
      `The server hook exports a function, which is no server hook. ${WRITE}`,
    ],
    ["that does nothing", { exported: {} }, `The server hook does nothing. ${WRITE}`],
    [
      "with a typo",
      { exported: { chekc: () => [] } },
      'The server hook has "chekc", which nothing calls. Did you mean "check"? Tell whoever wrote the plugin.',
    ],
    [
      "with a value for a function",
      { exported: { clean: true } },
      `"clean" of the server hook must be a function; found true. ${WRITE}`,
    ],
    [
      "with a form of stored values that nothing is converted to",
      { exported: { storedForm: () => "new" } },
      'The server hook has "storedForm" without "convert": neither does anything without the other. Add "convert", or remove "storedForm".',
    ],
  ])("%s is reported, and the plugin is known without it", (_what, server, says) => {
    const { registry, problems } = makeRegistry([{ ...one, server }]);
    expect(problems.map(formatProblem)).toEqual([`plugins/one/server.ts:1:1 ${says} [BAD_PLUGIN]`]);
    expect(registry.widgets.get("one")).not.toHaveProperty("server");
  });

  it("is none of a cell", () => {
    const cell = pluginFolder(manifest("cell", "one", ["string"]), {
      server: { exported: { check: () => [] } },
    });
    expect(reported(cell)).toEqual([
      "plugins/one/server.ts:1:1 A cell has no server hook: it shows values, it does not write them. Remove the file. [BAD_PLUGIN]",
    ]);
  });
});
