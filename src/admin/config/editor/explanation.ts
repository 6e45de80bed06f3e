import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { JsonLanguage } from "./json-language.ts";

/** Says on hover what the schema knows of a key or a value. */
export function explanation(language: JsonLanguage): Extension {
  return hoverTooltip(async (view, at) => {
    const said = await language.explain(view.state.doc.toString(), at);
    if (said === undefined) return null;
    return {
      pos: said.from,
      end: said.to,
      above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-explained";
        dom.textContent = said.text;
        return { dom };
      },
    };
  });
}
