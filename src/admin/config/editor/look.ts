import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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

export const look = [theme, syntaxHighlighting(highlight)];
