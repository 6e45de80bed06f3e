import { readFolder, readPictures } from "../../src/compiler/source/read-folder.ts";
import type { KnownPlugins, PluginManifest } from "../../src/model/plugin-manifest.ts";
import type { ValueType } from "../../src/model/value-type.ts";

export const LIBRARY = "tests/fixtures/library";

/** A manifest with what a test is about; the rest is the least that holds. */
export function manifest(
  kind: "widget" | "cell",
  name: string,
  values: ValueType[],
  more: Partial<PluginManifest> = {},
): PluginManifest {
  return { name, kind, api: 1, description: `${name} for tests`, values, ...more };
}

/** The pictures beside its samples. */
export const PICTURES: ReadonlySet<string> = await readPictures(LIBRARY);

function optionsOf(plugin: string): Pick<PluginManifest, "options"> {
  const installed = import.meta.glob<PluginManifest>("/plugins/*/plugin.json", {
    eager: true,
    import: "default",
  });
  const options = installed[`/plugins/${plugin}/plugin.json`]?.options;
  return options === undefined ? {} : { options };
}

/** Plugins enough for the library. */
export const PLUGINS: KnownPlugins = knownPlugins([
  manifest("widget", "text", ["string"], { defaultFor: ["string"] }),
  manifest("widget", "textarea", ["string"], {
    options: { type: "object", properties: { rows: { type: "integer", minimum: 2, default: 4 } } },
  }),
  manifest("widget", "password", ["string"]),
  manifest("widget", "number", ["number", "integer"], { defaultFor: ["number", "integer"] }),
  manifest("widget", "switch", ["boolean"], { defaultFor: ["boolean"] }),
  manifest("widget", "choice", ["choice"], {
    defaultFor: ["choice"],
    options: {
      type: "object",
      properties: { offer: { type: "array", items: { type: "string", format: "choice" } } },
    },
  }),
  manifest("widget", "date-time", ["date-time"], { defaultFor: ["date-time"] }),
  manifest("widget", "date", ["date"], {
    defaultFor: ["date"],
    options: {
      type: "object",
      properties: {
        notBefore: { type: "string", format: "field" },
        notAfter: {
          anyOf: [
            { type: "string", enum: ["today"] },
            { type: "string", format: "referenced-field" },
            { type: "string", format: "field" },
          ],
        },
        notes: {
          type: "array",
          items: { type: "object", properties: { in: { type: "string", format: "field" } } },
        },
      },
    },
  }),
  manifest("widget", "reference-select", ["reference"], { defaultFor: ["reference"] }),
  manifest("widget", "images", ["image", "images"], {
    defaultFor: ["image", "images"],
    messages: { tooLarge: { description: "Too large", text: { en: "That picture is too large" } } },
  }),
  // Screens load its real code, which counts on its options.
  { ...manifest("widget", "rich-text", ["html"], { defaultFor: ["html"] }), ...optionsOf("rich-text") },
  manifest("widget", "record-slots", ["array"], {
    options: {
      type: "object",
      properties: { imageField: { type: "string", format: "referenced-field" } },
    },
  }),
  manifest("cell", "text", ["string", "boolean", "html"], { defaultFor: ["string", "boolean"] }),
  manifest("cell", "number", ["number", "integer"], {
    defaultFor: ["number", "integer"],
    options: { type: "object", properties: { grouping: { type: "boolean", default: true } } },
  }),
  manifest("cell", "date", ["date", "date-time"], {
    defaultFor: ["date", "date-time"],
    options: { type: "object", properties: { relative: { type: "boolean", title: "How long ago" } } },
  }),
  manifest("cell", "label", ["choice"], {
    defaultFor: ["choice"],
    options: {
      type: "object",
      properties: {
        beside: { type: "string", format: "field" },
        of: { type: "string", format: "referenced-field" },
        from: { type: "array", items: { type: "string", format: "entity" } },
      },
    },
  }),
  manifest("cell", "image", ["image"], { defaultFor: ["image"] }),
  manifest("cell", "reference", ["reference", "object"], { defaultFor: ["reference"] }),
]);

/** The same, a widget with more in its manifest. */
export function pluginsWith(widget: string, more: Partial<PluginManifest>): KnownPlugins {
  const found = PLUGINS.widgets.get(widget);
  if (found === undefined) throw new Error(`The tests have no widget "${widget}".`);
  const changed = { manifest: { ...found.manifest, ...more } };
  return { ...PLUGINS, widgets: new Map([...PLUGINS.widgets, [widget, changed]]) };
}

export function knownPlugins(manifests: readonly PluginManifest[]): KnownPlugins {
  const byKind = (kind: string) =>
    new Map(
      manifests.filter((one) => one.kind === kind).map((one) => [one.name, { manifest: one }] as const),
    );
  return { widgets: byKind("widget"), cells: byKind("cell") };
}

/** A JSON value that a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into written JSON to break it
export type Loose = any;

/** Changes written JSON in place. */
export type JsonChange = (json: Loose) => void;

/** Read once: no test writes there. */
let asWritten: ReturnType<typeof readFolder> | undefined;

/** The library's files with some of them changed: a text replaces a file, a function changes its JSON or answers its text. */
export async function libraryWith(
  changes: Readonly<Record<string, string | undefined | ((json: Loose, text: string) => unknown)>> = {},
): Promise<Map<string, string>> {
  asWritten ??= readFolder(LIBRARY);
  const files = new Map(await asWritten);
  for (const [path, change] of Object.entries(changes)) {
    if (change === undefined) files.delete(path);
    else if (typeof change === "string") files.set(path, change);
    else {
      const before = files.get(path) ?? "{}";
      const json: Loose = JSON.parse(before);
      const text = change(json, before);
      files.set(path, typeof text === "string" ? text : JSON.stringify(json, null, 2));
    }
  }
  return files;
}
