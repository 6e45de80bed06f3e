import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import type { Problem } from "../model/problem.ts";
import type { PluginFolder, Registry } from "../plugin/registry.ts";

/** Every plugin folder's manifest as text, by its place alone: `/plugins/stars/plugin.json`. */
const MANIFESTS = import.meta.glob<string>(
  ["/plugins/*/plugin.json", "/src/stock/widgets/*/plugin.json", "/src/stock/cells/*/plugin.json"],
  { eager: true, query: "?raw", import: "default" },
);

// Of the code the names alone: nothing here needs React.
const CODE = Object.keys(
  import.meta.glob([
    "/plugins/*/index.tsx",
    "/plugins/*/server.ts",
    "/src/stock/widgets/*/index.tsx",
    "/src/stock/cells/*/index.tsx",
  ]),
);

/** Every plugin folder there is: a folder with a manifest, or with what would need one. */
export function pluginFolders(): readonly PluginFolder[] {
  const paths = [...Object.keys(MANIFESTS), ...CODE];
  const folders = new Set(paths.map((path) => path.slice(1, path.lastIndexOf("/"))));
  return [...folders].map((folder) => ({
    folder,
    manifest: MANIFESTS[`/${folder}/plugin.json`],
    hasIndex: CODE.includes(`/${folder}/index.tsx`),
  }));
}

/** The plugins as a config is checked with: without the code of either side. */
export function installedPlugins(): { readonly registry: Registry; readonly problems: readonly Problem[] } {
  return makeRegistry(pluginFolders());
}
