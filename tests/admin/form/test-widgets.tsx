import { useState } from "react";
import { loadPlugin as loadStock } from "../../../src/browser/plugin-loader.ts";
import type { PluginLoader } from "../../../src/plugin/registry.ts";
import { definePlugin } from "../../../src/plugin/widget.ts";

const STOCK = ["text", "textarea", "number", "date", "choice", "switch", "password"];

/** Stock as it is; in place of every other widget a plain input. */
export const testWidgets: PluginLoader = (kind, name) =>
  STOCK.includes(name) ? loadStock(kind, name) : Promise.resolve(plain);

const plain = definePlugin({
  widget: function Plain({ id, value, onChange, onBlur }) {
    const [text, setText] = useState(typeof value === "string" ? value : "");
    return (
      <input
        id={id}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value);
        }}
        onBlur={onBlur}
      />
    );
  },
});
