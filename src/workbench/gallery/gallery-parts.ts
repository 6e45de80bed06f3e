import { createContext, useContext } from "react";
import { useParams } from "react-router-dom";
import type { PluginCode } from "../../admin/services/code-loader.ts";
import type { Messages } from "../../model/config.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import type { FoundPlugin } from "../../plugin/registry.ts";
import { ownValue } from "../../record/json.ts";

/** A plugin folder. */
export interface GalleryPlugin {
  readonly kind: PluginManifest["kind"];
  /** The folder's name. */
  readonly name: string;
  /** `plugins/stars` */
  readonly folder: string;
  readonly isStock: boolean;
  /** undefined where its manifest is not valid. */
  readonly found: FoundPlugin | undefined;
  /** What is wrong with its manifest, each as `npm run check` writes it. */
  readonly problems: readonly string[];
}

/** What the gallery shows and works by. */
export interface GalleryParts {
  readonly plugins: readonly GalleryPlugin[];
  /** Those whose manifests are valid. */
  readonly known: KnownPlugins;
  /** Those of messages.json: language → key → message. */
  readonly messages: Messages;
  readonly code: PluginCode;
  /** Calls the listener whenever some code was replaced; answers how to end that. */
  onUpdate(listener: () => void): () => void;
}

export const GalleryContext = createContext<GalleryParts | undefined>(undefined);

export function useGallery(): GalleryParts {
  const parts = useContext(GalleryContext);
  if (parts === undefined) throw new Error("A screen of the gallery was rendered outside of it.");
  return parts;
}

/** The plugin that the address names. */
export function usePlugin(): GalleryPlugin | undefined {
  const { kind, name } = useParams();
  return useGallery().plugins.find((one) => one.kind === kind && one.name === name);
}

export function messagesIn({ messages }: GalleryParts, language: string): Readonly<Record<string, string>> {
  return ownValue(messages, language) ?? {};
}

/** The states in which every example of a widget is shown. */
export const STATES = ["empty", "filled", "readOnly", "disabled", "error"] as const;
export type BoxState = (typeof STATES)[number];

export const STATE_TITLES: Readonly<Record<BoxState, string>> = {
  empty: "Empty",
  filled: "Filled",
  readOnly: "Read-only",
  disabled: "Disabled",
  error: "With an error",
};
