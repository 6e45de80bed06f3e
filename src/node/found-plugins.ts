import { codeFault } from "../cli/code-fault.mjs";
import type { LoadedHook, PluginFolder } from "../plugin/registry.ts";
import { pluginFolders } from "./installed-plugins.ts";

/** Every plugin folder with its server hook. A hook that cannot be loaded is an error of its own folder. */
export async function foundPlugins(
  hooks: Readonly<Record<string, () => Promise<unknown>>> = import.meta.glob("/plugins/*/server.ts", {
    import: "default",
  }),
): Promise<readonly PluginFolder[]> {
  return Promise.all(
    pluginFolders().map(async (found) => {
      const load = hooks[`/${found.folder}/server.ts`];
      return load === undefined ? found : { ...found, server: await loadHook(load) };
    }),
  );
}

async function loadHook(load: () => Promise<unknown>): Promise<LoadedHook> {
  try {
    return { exported: await load(), isModule: true };
  } catch (error) {
    // In development this is Vite's error, which names the fault below its first line.
    return { error: codeFault(error) ?? error };
  }
}
