import { codeFault } from "../cli/code-fault.mjs";
import type { LoadedHook, PluginFolder } from "../plugin/registry.ts";
import { pluginFolders } from "./installed-plugins.ts";

/** Every plugin folder with its server hook, each loaded by itself: one that fails is reported, the others are there. */
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
    // Development runs the code as written: Vite's error has what is wrong below its first line.
    return { error: codeFault(error) ?? error };
  }
}
