import { type ComponentType, lazy } from "react";
import type { PluginLoader } from "../../plugin/registry.ts";
import type { AnyWidget, WidgetProps } from "../../plugin/widget.ts";

/** The widgets of a form, by name. */
export interface Widgets {
  /** Loads them, so that the form's first paint is whole. Answers those that cannot be loaded: their fields say so. */
  preload(names: readonly string[]): Promise<readonly string[]>;
  /** The loaded widget, else one that suspends until it is and throws when it cannot be loaded. */
  get(name: string): ComponentType<WidgetProps>;
  /** Forgets a failed load, so that the next `get` tries again. */
  forget(name: string): void;
}

export function makeWidgets(loadPlugin: PluginLoader): Widgets {
  const ready = new Map<string, AnyWidget>();
  const waiting = new Map<string, ComponentType<WidgetProps>>();

  async function load(name: string): Promise<AnyWidget> {
    const plugin = await loadPlugin("widget", name);
    if (!("widget" in plugin)) throw new Error(`The plugin "${name}" has no widget.`);
    ready.set(name, plugin.widget);
    return plugin.widget;
  }

  return {
    async preload(names) {
      const all = [...new Set(names)];
      const loaded = await Promise.allSettled(all.map(load));
      return all.filter((_, at) => loaded[at]?.status === "rejected");
    },
    get(name) {
      const widget = ready.get(name) ?? waiting.get(name);
      if (widget !== undefined) return widget;
      const loading = lazy(async () => ({ default: await load(name) }));
      waiting.set(name, loading);
      return loading;
    },
    forget(name) {
      waiting.delete(name);
    },
  };
}
