import { createContext, useContext } from "react";
import type { Messages } from "../../model/config.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import type { PluginLoader } from "../../plugin/registry.ts";

/** A plugin folder as the gallery found it. */
export interface GalleryPlugin {
  readonly kind: PluginManifest["kind"];
  /** The folder's name. */
  readonly name: string;
  /** `plugins/stars` */
  readonly folder: string;
  readonly isStock: boolean;
  /** undefined where it does not hold. */
  readonly manifest: PluginManifest | undefined;
  /** What is wrong with its manifest, each as `npm run check` writes it. */
  readonly problems: readonly string[];
}

/** What the gallery shows and works by: given by its root. */
export interface GalleryParts {
  readonly plugins: readonly GalleryPlugin[];
  /** Those whose manifests hold. */
  readonly known: KnownPlugins;
  /** Those of messages.json: language → key → message. */
  readonly messages: Messages;
  readonly loadPlugin: PluginLoader;
}

export const GalleryContext = createContext<GalleryParts | undefined>(undefined);

export function useGallery(): GalleryParts {
  const parts = useContext(GalleryContext);
  if (parts === undefined) throw new Error("A screen of the gallery was rendered outside of it.");
  return parts;
}

/** In which languages a plugin can be shown: the config's, then what it says itself. */
export function shownLanguages(manifest: PluginManifest, messages: Messages): readonly string[] {
  const spoken = Object.values(manifest.messages ?? {}).flatMap(({ text }) => Object.keys(text));
  return [...new Set([...Object.keys(messages), ...spoken])];
}
