import type { PluginManifest } from "./plugin-manifest.ts";

/** What the model must know of the plugins: their manifests by name. A `Registry` is one. */
export interface KnownPlugins {
  readonly widgets: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  readonly cells: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  /** Those that cannot be read. That is told of them: what names one in a config is left alone. */
  readonly broken?: BrokenPlugins;
}

export interface BrokenPlugins {
  /** What they may be called: by their folders, or by their manifests as far as those can be read. */
  readonly names: ReadonlySet<string>;
  /** Whether one of them may be what fields or columns get that name none. */
  readonly mayBeDefault: boolean;
}
