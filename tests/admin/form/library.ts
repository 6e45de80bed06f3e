import { checkConfig } from "../../../src/compiler/compile.ts";
import type { Config } from "../../../src/model/config.ts";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import { knownPlugins, libraryWith, PLUGINS } from "../../model/library.ts";

const stock = Object.values(
  import.meta.glob<PluginManifest>("/src/stock/widgets/*/plugin.json", { eager: true, import: "default" }),
);
const names = new Set(stock.map(({ name }) => name));
const others = [...PLUGINS.widgets.values(), ...PLUGINS.cells.values()]
  .map(({ manifest }) => manifest)
  .filter(({ kind, name }) => kind === "cell" || !names.has(name));

/**
 * The library as the server would read it, stock's own manifests included; `changes` as in `libraryWith`, `more` in place of
 * the manifests of their names.
 */
export function library(
  changes: Parameters<typeof libraryWith>[0] = {},
  more: readonly PluginManifest[] = [],
): Promise<Config> {
  if (Object.keys(changes).length > 0 || more.length > 0) return read(changes, more);
  unchanged ??= read(changes, more);
  return unchanged;
}

/** Read once: nobody can change a config. */
let unchanged: Promise<Config> | undefined;

async function read(
  changes: Parameters<typeof libraryWith>[0],
  more: readonly PluginManifest[],
): Promise<Config> {
  const plugins = knownPlugins([...stock, ...others, ...more]);
  const { config, problems } = checkConfig(await libraryWith(changes), plugins);
  if (config === undefined) throw new Error(JSON.stringify(problems, null, 2));
  return config;
}
