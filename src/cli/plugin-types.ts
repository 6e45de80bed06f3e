import type { PluginManifest } from "../model/plugin-manifest.ts";
import type { ValueType } from "../model/value-type.ts";
import { declaration, doc, literal, members, words } from "./option-type.ts";

const HEADER = "// Made of plugin.json by npm run schema; not to be edited.\n";

const TYPES: Readonly<Record<ValueType, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  object: "Readonly<Record<string, Json>>",
  array: "readonly Json[]",
  choice: "string | number",
  reference: "string",
  date: "string",
  "date-time": "string",
  html: "string",
  image: "ImageRecord",
  images: "readonly ImageRecord[]",
};

/** The text of a plugin's `manifest.ts`: the types for its code. */
export function pluginTypes(manifest: PluginManifest): string {
  const { options, values, messages = {} } = manifest;
  const value = words(values.flatMap((type) => TYPES[type].split(" | ")));
  const keys = words(Object.keys(messages).map(literal));
  const declared = [
    doc(`Options of the ${manifest.kind} "${manifest.name}", defaults filled in.`, 0) + optionsType(options),
    doc(`What it ${manifest.kind === "widget" ? "edits" : "shows"}, where it is not empty.`, 0) +
      declaration("export type Value =", value, 0),
    doc("Its own messages.", 0) +
      declaration("export type MessageKey =", keys.length === 0 ? words(["never"]) : keys, 0),
  ];
  const text = declared.join("\n");
  const used = ["ImageRecord", "Json"].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const imports = used.length === 0 ? "" : `import type { ${used.join(", ")} } from "admin";\n`;
  return `${HEADER}${imports}\n${text}`;
}

function optionsType(options: PluginManifest["options"]): string {
  const text = options === undefined ? "" : members(options, 1);
  return text === ""
    ? "export type Options = Readonly<Record<string, never>>;\n"
    : `export interface Options {\n${text}}\n`;
}

/** The `manifest.ts` of plugins by their paths. A stock plugin has one if it has options. */
export function typesFiles(
  plugins: Iterable<{ readonly folder: string; readonly manifest: PluginManifest }>,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { folder, manifest } of plugins) {
    if (folder.startsWith("src/") && manifest.options === undefined) continue;
    files.set(`${folder}/manifest.ts`, pluginTypes(manifest));
  }
  return files;
}
