import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { PluginFolder } from "../../../src/plugin/registry.ts";
import { type JsonChange, libraryWith, manifest, PLUGINS } from "../../model/library.ts";
import { pluginFolder } from "../manifest/plugin-folder.ts";

const BOOKS = "entities/books.json";
const KNOWN: readonly PluginManifest[] = [...PLUGINS.widgets.values(), ...PLUGINS.cells.values()].map(
  (one) => one.manifest,
);

/** The library's plugins, some of them changed. */
const folders = (change: (plugin: PluginFolder, manifest: PluginManifest) => PluginFolder) =>
  KNOWN.map((one) => change(pluginFolder(one, { folder: `src/stock/${one.kind}s/${one.name}` }), one));

/** What is reported of the library, changed, with these plugins: code and place. */
async function reported(change: JsonChange, plugins: readonly PluginFolder[]): Promise<string[]> {
  const { problems } = checkConfig(await libraryWith({ [BOOKS]: change }), makeRegistry(plugins).registry);
  return problems.map(({ code, file, path }) => `${code} ${file}#${path}`);
}

const gauge = manifest("widget", "gauge", ["number"]);
/** A config that uses a plugin in every way there is, and mistakes a name besides. */
const usesGauge: JsonChange = (json) => {
  Object.assign(json.schema.properties.price, { widget: "gauge", options: { dial: "round" } });
  json.schema.properties.price.messages.jammed = "The needle is jammed";
  json.schema.properties.price.messages.pattern = "Not what the needle takes";
  json.messages = { ...json.messages, "gauge.jammed": "Jammed" };
  Object.assign(json.list.columns[0], { cell: "gauge", options: { dial: "flat" } });
  json.schema.properties.summary.widget = "texarea";
  json.schema.properties.year.messages.jammed = "Jammed";
  json.messages["gaugge.jammed"] = "Jammed";
};
const mistakes = [
  `UNKNOWN_MESSAGE ${BOOKS}#/schema/properties/year/messages/jammed`,
  `UNKNOWN_WIDGET ${BOOKS}#/schema/properties/summary/widget`,
  `UNKNOWN_MESSAGE ${BOOKS}#/messages/gaugge.jammed`,
].sort();

it.each<[string, PluginFolder]>([
  ["is no JSON", { ...pluginFolder(gauge), manifest: '{ "name": "gauge' }],
  ["is missing", { ...pluginFolder(gauge), manifest: undefined }],
  ["is of a wrong shape", pluginFolder({ ...gauge, values: [] }, { folder: "plugins/measure" })],
  ["is of another version", pluginFolder({ ...gauge, api: 2 as 1 })],
  ["has another name than its folder", pluginFolder({ ...gauge, name: "gage" }, { folder: "plugins/gauge" })],
])("whose manifest %s: its uses are left alone, and all else is reported", async (_what, broken) => {
  const plugins = folders((plugin) => plugin);
  expect((await reported(usesGauge, plugins)).length).toBeGreaterThan(mistakes.length);
  expect((await reported(usesGauge, [...plugins, broken])).sort()).toEqual(mistakes);
});

it("that may be a default leaves alone what names none; one that is none does not", async () => {
  const plugins = folders((plugin, { kind, name }) =>
    kind === "widget" && name === "switch" ? { ...plugin, manifest: plugin.manifest?.slice(0, -1) } : plugin,
  );
  const unnamed: JsonChange = (json) => {
    json.list.columns[4] = { field: "photos" };
  };
  expect(await reported(() => undefined, plugins)).toEqual([]);
  const withoutDefault = [...folders((plugin) => plugin), { ...pluginFolder(gauge), manifest: "{" }];
  expect(await reported(unnamed, withoutDefault)).toEqual([`NO_PLUGIN ${BOOKS}#/list/columns/4`]);
  expect(await reported(unnamed, plugins)).toEqual([]);
});

it("is what a name like its own may mean", async () => {
  const plugins = [...folders((plugin) => plugin), { ...pluginFolder(gauge), manifest: "{" }];
  const files = await libraryWith({
    [BOOKS]: (json) => Object.assign(json.schema.properties.price, { widget: "guage" }),
  });
  const { problems } = checkConfig(files, makeRegistry(plugins).registry);
  expect(problems).toMatchObject([{ code: "UNKNOWN_WIDGET", meant: "gauge" }]);
});
