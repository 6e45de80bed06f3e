import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Say } from "../../messages/say.ts";
import { styleNonce } from "../../services/services.ts";
import { completion } from "./completion.ts";
import type { JsonLanguage } from "./json-language.ts";
import { openBrackets } from "./json-spot.ts";
import { phrases } from "./phrases.ts";

interface EditorParts {
  readonly text: string;
  /** For screen readers. */
  readonly label: string;
  readonly language: JsonLanguage;
  readonly say: Say;
  readonly readOnly: boolean;
  changed(text: string): void;
}

/** A file in the editor: its text, history and cursor. Tab leaves the editor, as it leaves every field, but for the places of a snippet to fill in. */
export function makeEditorState({ text, label, language, say, readOnly, changed }: EditorParts): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      // Lines keep their ends: what is not edited stays the same byte for byte.
      EditorState.lineSeparator.of(lineSeparatorOf(text)),
      EditorView.cspNonce.of(styleNonce()),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorState.readOnly.of(readOnly),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) changed(state.sliceDoc());
      }),
      indentUnit.of("  "),
      json(),
      lineNumbers(),
      look,
      readOnly ? [] : writing(language, say),
      explanation(language),
      phrases(say),
      search({ top: true }),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      drawSelection(),
      bracketMatching(),
      keymap.of([...searchKeymap, ...defaultKeymap]),
    ],
  });
}

function writing(language: JsonLanguage, say: Say): Extension {
  return [
    lintGutter(),
    history(),
    indentOnInput(),
    // Places of a snippet that hold the same are filled in together.
    EditorState.allowMultipleSelections.of(true),
    closingBrackets(),
    highlightSelectionMatches(),
    completion(language, say),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...lintKeymap]),
  ];
}

export function lineSeparatorOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Adds the closing bracket to one that is typed, unless the text has it already: the person replaced an opening bracket. */
function closingBrackets(): Extension {
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

/** Shows on hover what the schema says of a key or a value. */
function explanation(language: JsonLanguage): Extension {
  return hoverTooltip(async (view, at) => {
    const remark = await language.explain(view.state.doc.toString(), at);
    if (remark === undefined) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "cm-explained";
      dom.textContent = remark.text;
      return { dom };
    };
    return { pos: remark.from, end: remark.to, above: true, create };
  });
}

/** The editor in the colours and sizes of `look/tokens.css`. */
const theme = EditorView.theme({
  "&": {
    height: "100%",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    fontSize: "var(--size-small)",
  },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  ".cm-specialChar": { color: "var(--danger)" },
  ".cm-gutters": {
    border: "0",
    backgroundColor: "var(--surface-sunken)",
    color: "var(--text-quiet)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--text)", fontWeight: "600" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--focus) 22%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px var(--space-2)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionMatchedText": { fontWeight: "700", textDecoration: "none" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "320px", fontFamily: "var(--font)" },
  ".cm-tooltip-hover, .cm-explained": {
    maxWidth: "min(420px, 80vw)",
    fontFamily: "var(--font)",
    overflowWrap: "anywhere",
    whiteSpace: "pre-line",
  },
  ".cm-explained": { padding: "var(--space-2) var(--space-3)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--danger)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger) 1px",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-panels": { backgroundColor: "var(--surface-sunken)", color: "var(--text)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search [name=close]": { color: "var(--text)" },
  ".cm-button, .cm-button:active": {
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
    backgroundImage: "none",
  },
  ".cm-textfield": {
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
  },
  ".cm-selectionMatch, .cm-snippetField": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--warning-soft)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--accent-soft)" },
});

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent-strong)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: "var(--text-quiet)" },
  { tag: tags.invalid, color: "var(--danger)" },
]);

const look = [theme, syntaxHighlighting(highlight)];
