import type { PluginLoader } from "./plugin/registry.ts";
import type { BrowserPlugin } from "./plugin/widget.ts";

/** What an `index.tsx` exports: whoever wrote it may have forgotten what it has to. */
interface PluginModule {
  readonly default?: BrowserPlugin;
}
type Modules = Readonly<Record<string, () => Promise<PluginModule>>>;

/** Browser halves by path of their `index.tsx`; a plugin's name is its folder's. */
export interface PluginModules {
  /** Of both kinds; come before stock of the same kind and name. */
  readonly shop: Modules;
  readonly stock: Readonly<Record<"cell" | "widget", Modules>>;
}

/** Loads the browser half of an installed plugin; one that exports none is an error that says what it has to export. */
export function makePluginLoader({ shop, stock }: PluginModules): PluginLoader {
  const own = byName(shop);
  const folders = { cell: byName(stock.cell), widget: byName(stock.widget) };
  return async (kind, name) => {
    const module = await own.get(name)?.();
    const plugin = module?.default;
    if (module !== undefined && !isPlugin(plugin))
      throw new Error(`plugins/${name}/index.tsx must default-export definePlugin({ ${kind} })`);
    if (plugin !== undefined && kind in plugin) return plugin;
    const ready = (await folders[kind].get(name)?.())?.default;
    if (ready === undefined) throw new Error(`No ${kind} "${name}" is installed.`);
    return ready;
  };
}

export const loadPlugin = makePluginLoader({
  shop: import.meta.glob<PluginModule>("/plugins/*/index.tsx"),
  stock: {
    cell: import.meta.glob<PluginModule>("./stock/cells/*/index.tsx"),
    widget: import.meta.glob<PluginModule>("./stock/widgets/*/index.tsx"),
  },
});

function isPlugin(plugin: unknown): plugin is BrowserPlugin {
  return typeof plugin === "object" && plugin !== null && ("widget" in plugin || "cell" in plugin);
}

function byName(modules: Modules): ReadonlyMap<string, () => Promise<PluginModule>> {
  return new Map(Object.entries(modules).map(([path, load]) => [path.split("/").at(-2) ?? "", load]));
}
