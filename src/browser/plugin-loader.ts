import { isInnerCell, type PluginLoader, pluginName } from "../plugin/registry.ts";
import type { PluginModule } from "../plugin/widget.ts";

/** By the path of an `index.tsx`. */
type Modules = Readonly<Record<string, () => Promise<PluginModule>>>;
type Kind = Parameters<PluginLoader>[0];

interface PluginModules {
  /** Paths in the folders of the stock plugins: known at once, so that no screen loads one map to find that it needs the other. */
  readonly stockFolders: Readonly<Record<Kind, readonly string[]>>;
  readonly stock: () => Promise<Readonly<Record<Kind, Modules>>>;
  readonly installed: () => Promise<Modules>;
}

/**
 * Loads the browser module of a plugin: from stock where stock has one of the kind and name (no installed one has it then, R3),
 * else from the installed. A module without the plugin is an error that says what to export.
 */
export function makePluginLoader({ stockFolders, stock, installed }: PluginModules): PluginLoader {
  const names = { cell: namesOf(stockFolders.cell), widget: namesOf(stockFolders.widget) };
  return async (kind, name) => {
    const modules = names[kind].has(name) ? (await stock())[kind] : await installed();
    const own = Object.entries(modules).filter(([path]) => nameOf(path) === name);
    // A widget's folder may hold its cell too.
    const inner = own.find(([path]) => isInnerCell(folderOf(path)));
    const outer = own.find((one) => one !== inner);
    const found = kind === "cell" ? (inner ?? outer) : outer;
    if (found === undefined) throw new Error(`No ${kind} "${name}" is installed.`);
    const [path, load] = found;
    const { default: plugin } = await load();
    if (typeof plugin !== "object" || plugin === null || !(kind in plugin)) {
      const file = path.replace(/^\.?\//, "");
      throw new Error(`${file} must default-export definePlugin({ ${kind} })`);
    }
    return plugin;
  };
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const nameOf = (path: string) => pluginName(folderOf(path));
const namesOf = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map(nameOf));

/** The globs give keys alone, so that the first load has no module of them. */
export const loadPlugin = makePluginLoader({
  stockFolders: {
    cell: Object.keys(import.meta.glob("../stock/cells/*/plugin.json", { eager: true, import: "api" })),
    widget: Object.keys(import.meta.glob("../stock/widgets/*/plugin.json", { eager: true, import: "api" })),
  },
  stock: async () => (await import("./stock-modules.ts")).STOCK,
  installed: async () => (await import("./installed-modules.ts")).INSTALLED,
});
