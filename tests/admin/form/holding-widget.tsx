import { useState } from "react";
import type { PluginLoader } from "../../../src/plugin/registry.ts";
import { usePendingWork } from "../../../src/plugin/use-host.ts";
import { definePlugin } from "../../../src/plugin/widget.ts";
import { testWidgets } from "./test-widgets.tsx";

const IMAGE = { fileName: "kept.png", imgUrl: "/kept.png", expiresAt: null };

export interface Holding {
  readonly widgets: PluginLoader;
  made(): number;
  left(): number;
  prepared(): number;
}

/** In place of the one of images: a widget that holds work while something is in it, and counts how often it was made and given up. */
export function holding(): Holding {
  let made = 0;
  let left = 0;
  let prepared = 0;
  const widget = definePlugin({
    widget: function Holding({ id, rules, value }) {
      const several = rules.items !== undefined;
      const [chosen, choose] = useState(false);
      useState(() => {
        made += 1;
      });
      usePendingWork(
        chosen
          ? {
              standIn: several ? [{ ...IMAGE, fileName: "gull.png" }] : IMAGE,
              prepare: async () => {
                prepared += 1;
                return several ? [...(Array.isArray(value) ? value : []), IMAGE] : IMAGE;
              },
              left: () => {
                left += 1;
              },
            }
          : undefined,
      );
      return (
        <button id={id} type="button" onClick={() => choose(true)}>
          {chosen ? "chosen" : "choose"}
        </button>
      );
    },
  });
  return {
    widgets: (kind, name) => (name === "images" ? Promise.resolve(widget) : testWidgets(kind, name)),
    made: () => made,
    left: () => left,
    prepared: () => prepared,
  };
}
