import type { PluginManifest } from "./model/plugin-manifest.ts";
import type { Problem } from "./model/problem.ts";
import { makeRegistry } from "./plugin/make-registry.ts";
import type { Registry } from "./plugin/registry.ts";

/** Every plugin folder's manifest, by its place alone: `plugins/stars/plugin.json`. */
export const MANIFESTS = import.meta.glob<PluginManifest>(
  ["/plugins/*/plugin.json", "/src/stock/widgets/*/plugin.json", "/src/stock/cells/*/plugin.json"],
  { eager: true, import: "default" },
);

/** The plugins as a config is checked with: without the code of either half. */
export function installedPlugins(): { readonly registry: Registry; readonly problems: readonly Problem[] } {
  return makeRegistry(
    Object.entries(MANIFESTS).map(([path, manifest]) => ({
      folder: path.slice(1, -"/plugin.json".length),
      manifest,
    })),
  );
}
