import type { PluginManifest } from "../model/plugin-manifest.ts";
import type { AnyServerPlugin } from "./server-half.ts";
import type { BrowserPlugin } from "./widget.ts";

/** A plugin folder as a composition root found it. */
export interface FoundPlugin {
  /** Path of its folder, for messages. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly server?: AnyServerPlugin;
}

/** Where browser halves are loaded from: kind and name → chunk. */
export type PluginLoader = (kind: PluginManifest["kind"], name: string) => Promise<BrowserPlugin>;

/** Every installed plugin, by kind and name. Frozen; made by `makeRegistry` alone. */
export interface Registry {
  readonly widgets: ReadonlyMap<string, FoundPlugin>;
  readonly cells: ReadonlyMap<string, FoundPlugin>;
}
