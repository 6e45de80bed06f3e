import type { PluginModule } from "../plugin/widget.ts";

/** Browser modules of the stock plugins of each kind, by path. A chunk of its own: the log-in page loads none. */
export const STOCK = {
  cell: import.meta.glob<PluginModule>("../stock/cells/*/index.tsx"),
  widget: import.meta.glob<PluginModule>("../stock/widgets/*/index.tsx"),
};
