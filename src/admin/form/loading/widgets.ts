import { type ComponentType, lazy } from "react";
import type { PluginLoader } from "../../../plugin/registry.ts";
import type { AnyWidget, WidgetProps } from "../../../plugin/widget.ts";
import { asError, asText, didNotCome, Thrown } from "../../services/as-error.ts";

/** Milliseconds that a form's first paint waits for widgets, so that it is whole: those that are later come on their own. */
const WHOLE = 3000;

/** The code of a widget could not be loaded. */
export class LoadFailure extends Thrown {
  override readonly name = "LoadFailure";
  constructor(
    /** How often in a row. */
    readonly times: number,
    cause: unknown,
  ) {
    super(asText(cause));
  }
}

/** The widgets of a form, by name. */
export interface Widgets {
  /** Loads them, so that the form's first paint is whole, within bounds. Answers those that cannot be loaded. */
  preload(names: readonly string[]): Promise<readonly string[]>;
  /** The loaded widget, else one that suspends until it is and throws a `LoadFailure` when its code does not come, and what its code throws. */
  get(name: string): ComponentType<WidgetProps>;
  /** Whether its code is still on its way. */
  isLoading(name: string): boolean;
  /** Forgets what is not there yet, so that the next `get` tries again. */
  forget(name: string): void;
}

export function makeWidgets(loadPlugin: PluginLoader): Widgets {
  const ready = new Map<string, AnyWidget>();
  const loading = new Map<string, Promise<AnyWidget>>();
  const waiting = new Map<string, ComponentType<WidgetProps>>();
  const failures = new Map<string, number>();

  function load(name: string): Promise<AnyWidget> {
    const before = loading.get(name);
    if (before !== undefined) return before;
    const running = begin(name).finally(() => {
      if (loading.get(name) === running) loading.delete(name);
    });
    loading.set(name, running);
    return running;
  }

  async function begin(name: string): Promise<AnyWidget> {
    try {
      const plugin = await loadPlugin("widget", name);
      if (!("widget" in plugin)) throw new Error(`The plugin "${name}" has no widget.`);
      ready.set(name, plugin.widget);
      failures.delete(name);
      return plugin.widget;
    } catch (cause) {
      // Code that came and broke is its plugin's bug.
      if (!didNotCome(cause)) throw asError(cause);
      const times = (failures.get(name) ?? 0) + 1;
      failures.set(name, times);
      throw new LoadFailure(times, cause);
    }
  }

  return {
    async preload(names) {
      const missing: string[] = [];
      const wanted = [...new Set(names)].filter((name) => !ready.has(name));
      const all = wanted.map((name) => load(name).catch(() => void missing.push(name)));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, WHOLE);
      });
      await Promise.race([Promise.all(all), late]);
      clearTimeout(timer);
      return [...missing];
    },
    get(name) {
      const widget = ready.get(name) ?? waiting.get(name);
      if (widget !== undefined) return widget;
      const late = lazy(async () => ({ default: await load(name) }));
      waiting.set(name, late);
      return late;
    },
    isLoading: (name) => loading.has(name),
    forget(name) {
      waiting.delete(name);
      loading.delete(name);
    },
  };
}
