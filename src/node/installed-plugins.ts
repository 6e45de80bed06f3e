import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import type { Problem } from "../model/problem.ts";
import type { PluginFolder, Registry } from "../plugin/registry.ts";

/** The text of every plugin's manifest by its path: `/plugins/stars/plugin.json`. */
const MANIFESTS = import.meta.glob<string>(
  [
    "/plugins/*/plugin.json",
    "/plugins/*/cell/plugin.json",
    "/src/stock/widgets/*/plugin.json",
    "/src/stock/cells/*/plugin.json",
  ],
  { eager: true, query: "?raw", import: "default" },
);

// Only the names of the code files: nothing here needs React.
const CODE = Object.keys(
  import.meta.glob([
    "/plugins/*/index.tsx",
    "/plugins/*/cell/index.tsx",
    "/plugins/*/server.ts",
    "/src/stock/widgets/*/index.tsx",
    "/src/stock/cells/*/index.tsx",
  ]),
);

/** Every folder with a manifest, or with code that needs one, by name: bundlers order what they find in different ways. */
export function pluginFolders(): readonly PluginFolder[] {
  const paths = [...Object.keys(MANIFESTS), ...CODE];
  const folders = new Set(paths.map((path) => path.slice(1, path.lastIndexOf("/"))));
  return [...folders].sort().map((folder) => ({
    folder,
    manifest: MANIFESTS[`/${folder}/plugin.json`],
    hasIndex: CODE.includes(`/${folder}/index.tsx`),
  }));
}

/** The plugins without their code: a config can be checked with them. */
export function installedPlugins(): { readonly registry: Registry; readonly problems: readonly Problem[] } {
  return makeRegistry(pluginFolders());
}
