import type { PluginLoader } from "./plugin/registry.ts";
import type { BrowserPlugin } from "./plugin/widget.ts";

type Load = () => Promise<{ readonly default: BrowserPlugin }>;

/** Browser halves by folder; a plugin's name is its folder's, its kind is in its manifest or its place in stock. */
const FOLDERS = {
  cell: byName(import.meta.glob<{ default: BrowserPlugin }>("./stock/cells/*/index.tsx")),
  widget: byName(import.meta.glob<{ default: BrowserPlugin }>("./stock/widgets/*/index.tsx")),
};
const SHOP = byName(import.meta.glob<{ default: BrowserPlugin }>("/plugins/*/index.tsx"));

/** Loads the browser half of an installed plugin. The shop's own comes before stock of the same kind and name. */
export const loadPlugin: PluginLoader = async (kind, name) => {
  const shop = await SHOP.get(name)?.();
  if (shop !== undefined && kind in shop.default) return shop.default;
  const stock = await FOLDERS[kind].get(name)?.();
  if (stock === undefined) throw new Error(`No ${kind} "${name}" is installed.`);
  return stock.default;
};

function byName(modules: Readonly<Record<string, Load>>): ReadonlyMap<string, Load> {
  return new Map(Object.entries(modules).map(([path, load]) => [path.split("/").at(-2) ?? "", load]));
}
