import type { PluginModule } from "../plugin/widget.ts";

/** Browser modules of `plugins/`, by path. A chunk of its own: a screen without them does not even load their names. */
export const INSTALLED = import.meta.glob<PluginModule>([
  "/plugins/*/index.tsx",
  "/plugins/*/cell/index.tsx",
]);
