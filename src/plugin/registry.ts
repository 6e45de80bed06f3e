import type { KnownPlugins, PluginManifest } from "../model/plugin-manifest.ts";
import type { AnyServerPlugin } from "./server-hook.ts";
import type { BrowserPlugin } from "./widget.ts";

/** The folder of a widget's own cell, in the widget's folder: both have the name of the outer one, and share its files. */
const INNER_CELL = /(?:^|\/)plugins\/([^/]+)\/cell$/;

export function isInnerCell(folder: string): boolean {
  return INNER_CELL.test(folder);
}

/** The name of the plugin of a folder: `stars` for `plugins/stars` and for `plugins/stars/cell`. */
export function pluginName(folder: string): string {
  return INNER_CELL.exec(folder)?.[1] ?? folder.slice(folder.lastIndexOf("/") + 1);
}

/** A plugin folder as it was found, unchecked. */
export interface PluginFolder {
  /** Its path, for messages: `plugins/stars`, or `plugins/stars/cell` of a widget's own cell. */
  readonly folder: string;
  /** Text of its `plugin.json`; undefined where there is none. */
  readonly manifest: string | undefined;
  /** Whether it has an `index.tsx`. */
  readonly hasIndex: boolean;
  /** Its `server.ts`, where it has one and modules are loaded. */
  readonly server?: LoadedHook;
}

/** The result of importing a `server.ts`. */
export type LoadedHook =
  /** Its default export, whatever that is. */
  | {
      readonly exported: unknown;
      /** It is a built module, which threads can load too. */
      readonly isModule?: true;
    }
  | { readonly error: unknown };

/** A plugin whose manifest is valid. */
export interface FoundPlugin {
  /** Path of its folder, for messages. */
  readonly folder: string;
  readonly manifest: PluginManifest;
  readonly server?: AnyServerPlugin;
  /** Threads can load `server` too. */
  readonly isModule?: true;
}

/** Loads the browser module of a plugin. */
export type PluginLoader = (kind: PluginManifest["kind"], name: string) => Promise<BrowserPlugin>;

/** Every installed plugin by kind and name, frozen. `makeRegistry` makes it. */
export interface Registry extends KnownPlugins {
  readonly widgets: ReadonlyMap<string, FoundPlugin>;
  readonly cells: ReadonlyMap<string, FoundPlugin>;
}
