import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { below } from "../../record/path.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { spokenLanguages } from "../manifest/check-sentences.ts";
import { quoted } from "../report/nearest.ts";
import { findPath } from "../resolve/find-path.ts";
import { cellOf, widgetOf } from "../resolve/plugin-use.ts";

/** Every plugin speaks the languages of the screens that it is used on, or messages.json speaks for it. */
export const checkPluginLanguages: Check = (config, report) => {
  if (config.messages === undefined) return;
  const { file, value: messages } = config.messages;
  for (const [language, manifests] of usedIn(config)) {
    const sentences = Object.hasOwn(messages, language) ? messages[language] : undefined;
    if (sentences === undefined) continue; // reported where the language is named
    for (const manifest of manifests) {
      const { kind, name, messages: said = {} } = manifest;
      // What is left out of a language that the plugin speaks is reported at its manifest.
      if (spokenLanguages(manifest).includes(language)) continue;
      const missing = Object.entries(said)
        .filter(([, { text }]) => !Object.hasOwn(text, language))
        .map(([key]) => `${name}.${key}`)
        .filter((key) => !Object.hasOwn(sentences, key));
      if (missing.length === 0) continue;
      const message = `The ${kind} "${name}" does not speak this language: ${quoted(missing)} would be said in another.`;
      const hint = `Add ${missing.map((key) => `"${key}": "…"`).join(", ")}.`;
      report(file, below("", language), "PLUGIN_LANGUAGE", { message, hint }, "key");
    }
  }
};

/** language → the plugins on its screens. */
function usedIn(config: WrittenConfig): Map<string, Set<PluginManifest>> {
  const used = new Map<string, Set<PluginManifest>>();
  const use = (language: string, manifest: PluginManifest | undefined) => {
    if (manifest?.messages === undefined) return;
    const manifests = used.get(language) ?? new Set();
    used.set(language, manifests.add(manifest));
  };
  const { widgets, cells } = config.plugins;
  for (const set of config.fieldSets) {
    if (set.entity === undefined) continue; // that page has no widgets
    for (const { schema, parent } of set.fields) {
      const answer = widgetOf(config.plugins, schema, parent !== undefined);
      if (answer.kind === "use") use(set.language, widgets.get(answer.use.name)?.manifest);
    }
  }
  for (const { value: entity } of config.entities.values()) {
    for (const { field, cell, options = {} } of entity.list.columns) {
      const found = findPath(config, entity, field);
      if (found.kind !== "found") continue;
      const answer = cellOf(config.plugins, found.valueType, { name: cell, options });
      if (answer.kind === "use") use(entity.language, cells.get(answer.use.name)?.manifest);
    }
  }
  return used;
}
