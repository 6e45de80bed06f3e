import { closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { closingBrackets } from "./close-brackets.ts";
import { completion } from "./completion.ts";
import { explanation } from "./explanation.ts";
import type { JsonLanguage } from "./json-language.ts";
import { look } from "./look.ts";

export interface EditorParts {
  readonly text: string;
  /** Its name for screen readers. */
  readonly label: string;
  readonly language: JsonLanguage;
  readonly readOnly: boolean;
  /** Of the page's policy, for the styles that the editor adds. */
  readonly nonce: string;
  changed(text: string): void;
}

/** A file in the editor: its text, its history, its cursor. Tab leads out of it as out of every field. */
export function makeState({ text, label, language, readOnly, nonce, changed }: EditorParts): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      // Every line ends as it did: what is not edited is not changed by a byte.
      EditorState.lineSeparator.of(lineSeparatorOf(text)),
      EditorView.cspNonce.of(nonce),
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
      readOnly ? [] : writing(language),
      explanation(language),
      search({ top: true }),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      drawSelection(),
      bracketMatching(),
      keymap.of([...searchKeymap, ...defaultKeymap]),
    ],
  });
}

function writing(language: JsonLanguage): Extension {
  return [
    lintGutter(),
    history(),
    indentOnInput(),
    closingBrackets(),
    highlightSelectionMatches(),
    completion(language),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...lintKeymap]),
  ];
}

export function lineSeparatorOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
