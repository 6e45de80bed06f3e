import type { PluginManifest } from "./plugin-manifest.ts";

/** What the model must know of the plugins: their manifests by name. A `Registry` is one. */
export interface KnownPlugins {
  readonly widgets: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  readonly cells: ReadonlyMap<string, { readonly manifest: PluginManifest }>;
  /** Some plugin could not be read: what is not found here may be its, and is not told. */
  readonly incomplete?: boolean;
}
