import { closeBrackets } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { openBrackets } from "./json-spot.ts";

/** A bracket that is typed gets its other one, but where that stands there already: its first one was replaced. */
export function closingBrackets(): Extension {
  const plain = EditorView.inputHandler.of((view, from, to, text) => {
    if ((text !== "{" && text !== "[") || view.state.readOnly) return false;
    const { doc } = view.state;
    if (openBrackets(doc.sliceString(0, from) + doc.sliceString(to), text) >= 0) return false;
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + 1 },
      userEvent: "input.type",
      scrollIntoView: true,
    });
    return true;
  });
  return [Prec.high(plain), closeBrackets()];
}
