import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { PluginFolder } from "../../../src/plugin/registry.ts";

/** The folder of a plugin with this manifest and all else that one needs. */
export function pluginFolder(manifest: PluginManifest, more: Partial<PluginFolder> = {}): PluginFolder {
  return {
    folder: `plugins/${manifest.name}`,
    manifest: JSON.stringify(manifest, null, 2),
    hasIndex: true,
    ...more,
  };
}
