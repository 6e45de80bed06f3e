import type { PluginModule } from "../plugin/widget.ts";

/** Browser modules of the plugins of `plugins/`, by path. In a chunk of its own: a screen without them loads not even their names. */
export const INSTALLED = import.meta.glob<PluginModule>("/plugins/*/index.tsx");
