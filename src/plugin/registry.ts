import type { BrokenPlugins, PluginManifest } from "../model/plugin-manifest.ts";
import type { AnyServerPlugin } from "./server-hook.ts";
import type { BrowserPlugin } from "./widget.ts";

/** A plugin folder as a composition root found it: nothing in it is judged yet. */
export interface PluginFolder {
  /** Its path, for messages: `plugins/stars`. */
  readonly folder: string;
  /** Text of its `plugin.json`; undefined where there is none. */
  readonly manifest: string | undefined;
  /** Whether it has an `index.tsx`. */
  readonly hasIndex: boolean;
  /** Its `server.ts`, where there is one and it was loaded. */
  readonly server?: LoadedHook;
}

/** What came of importing a `server.ts`. */
export type LoadedHook =
  /** Its default export, whatever that is. */
  | {
      readonly exported: unknown;
      /** The build has it as a module, which threads can load too. */
      readonly isModule?: true;
    }
  | { readonly error: unknown };

/** A plugin whose manifest holds. */
export interface FoundPlugin {
  /** Path of its folder, for messages. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly server?: AnyServerPlugin;
  /** Threads can load `server` too. */
  readonly isModule?: true;
}

/** Where browser modules are loaded from: kind and name → chunk. */
export type PluginLoader = (kind: PluginManifest["kind"], name: string) => Promise<BrowserPlugin>;

/** Every installed plugin, by kind and name. Frozen; made by `makeRegistry` alone. */
export interface Registry {
  readonly widgets: ReadonlyMap<string, FoundPlugin>;
  readonly cells: ReadonlyMap<string, FoundPlugin>;
  readonly broken?: BrokenPlugins;
}
