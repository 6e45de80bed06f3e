import type { Messages } from "../../model/config.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";

/** In which languages a plugin can be shown: the config's, then what it says itself. */
export function languagesOf(manifest: PluginManifest, messages: Messages): readonly string[] {
  const spoken = Object.values(manifest.messages ?? {}).flatMap(({ text }) => Object.keys(text));
  return [...new Set([...Object.keys(messages), ...spoken])];
}
