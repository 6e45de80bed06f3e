import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { spokenLanguages } from "../manifest/check-plugin-messages.ts";
import { quoted } from "../report/nearest.ts";
import { findPath } from "../resolve/find-path.ts";
import { cellOf, type PluginAnswer, widgetOfField } from "../resolve/plugin-use.ts";
import type { Steps } from "../steps.ts";
import type { Check, WrittenConfig } from "../written-config.ts";

/** Every plugin speaks the languages of the screens that it is used on, or messages.json speaks for it. */
export const checkPluginLanguages: Check = function* (config) {
  if (config.messages === undefined) return;
  const { report, value: messages } = config.messages;
  for (const [language, manifests] of yield* usedIn(config)) {
    const texts = ownValue(messages, language);
    if (texts === undefined) continue; // reported where the language is named
    for (const manifest of manifests) {
      const { kind, name, messages: said = {} } = manifest;
      // A message that is missing in a language of the plugin is reported at its manifest.
      if (spokenLanguages(manifest).includes(language)) continue;
      const missing = Object.entries(said)
        .filter(([, { text }]) => !Object.hasOwn(text, language))
        .map(([key, { text }]) => [`${name}.${key}`, Object.values(text)[0] ?? "…"] as const)
        .filter(([key]) => !Object.hasOwn(texts, key));
      if (missing.length === 0) continue;
      const keys = quoted(missing.map(([key]) => key));
      const message = `The ${kind} "${name}" does not speak this language: ${keys} would be said in another.`;
      const hint = `Add, translated: ${missing.map((entry) => entry.map((one) => JSON.stringify(one)).join(": ")).join(", ")}.`;
      report(below("", language), "PLUGIN_LANGUAGE", { message, hint }, "key");
    }
  }
};

/** language → the plugins on its screens. */
function* usedIn(config: WrittenConfig): Steps<Map<string, Set<PluginManifest>>> {
  const used = new Map<string, Set<PluginManifest>>();
  const use = (language: string, answer: PluginAnswer) => {
    if (answer.kind !== "use" || answer.manifest?.messages === undefined) return;
    const manifests = used.get(language) ?? new Set();
    used.set(language, manifests.add(answer.manifest));
  };
  for (const { entity, language, fields } of config.fieldSets) {
    if (entity === undefined) continue; // the registration page has no widgets
    yield;
    for (const field of fields) use(language, widgetOfField(config.plugins, field));
  }
  for (const { value: entity } of config.entities.values()) {
    for (const column of entity.list.columns) {
      const found = findPath(config, entity, column.field);
      if (found.kind === "found") use(entity.language, cellOf(config.plugins, found.valueType, column));
    }
  }
  return used;
}
