import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { formatProblem, type Problem } from "../../../model/problem.ts";
import type { Say } from "../../messages/say.ts";
import { styleNonce } from "../../services/services.ts";
import type { JsonLanguage, Remark } from "./json-language.ts";
import { lineSeparatorOf, makeEditorState } from "./make-state.ts";

/** A place in a text, counted from 1. */
export interface Spot {
  readonly line: number;
  readonly column: number;
  /** How much of the text is selected there. */
  readonly length?: number;
  /** The focus stays where it is. */
  readonly isQuiet?: boolean;
}

interface TextEditorProps {
  /** The editors of files that are not shown. Outlives this component. */
  readonly kept: Map<string, EditorState>;
  readonly path: string;
  readonly text: string;
  readonly label: string;
  readonly language: JsonLanguage;
  readonly say: Say;
  readonly readOnly: boolean;
  /** What is wrong with this text; undefined until it is checked. */
  readonly problems: readonly Problem[] | undefined;
  /** A new object moves the cursor there. */
  readonly spot: Spot | undefined;
  readonly onChange: (path: string, text: string) => void;
}

/** The text of one file. Each file keeps its history and cursor while others are shown. */
export function TextEditor(props: TextEditorProps) {
  const { kept, path, text, label, language, readOnly, problems, spot } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    if (place.current === null) return;
    // Its first state adds styles, and so needs the nonce.
    const editor = new EditorView({
      parent: place.current,
      extensions: EditorView.cspNonce.of(styleNonce()),
    });
    view.current = editor;
    return () => {
      view.current = undefined;
      editor.destroy();
    };
  }, []);

  const made = useCallback(
    (now: string) =>
      makeEditorState({
        text: now,
        label,
        language,
        say: (...message) => latest.current.say(...message),
        readOnly,
        changed: (next) => latest.current.onChange(path, next),
      }),
    [path, label, language, readOnly],
  );

  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    editor.setState(kept.get(path) ?? made(latest.current.text));
    // Not before it knows how high its lines are: they would jump.
    const { dom } = editor;
    dom.style.visibility = "hidden";
    afterMeasure(editor, () => {
      dom.style.visibility = "";
    });
    return () => void kept.set(path, editor.state);
  }, [kept, path, made]);

  // A text that was not typed here: a newer one on disk, or the one before.
  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.sliceDoc() === text) return;
    if (editor.state.lineBreak !== lineSeparatorOf(text)) return editor.setState(made(text));
    const { doc, selection } = editor.state;
    editor.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: Math.min(selection.main.head, editor.state.toText(text).length) },
    });
  }, [text, made]);

  useEffect(() => {
    if (problems === undefined) return;
    let isLatest = true;
    const mark = async () => {
      const doc = view.current?.state.doc;
      if (doc === undefined) return;
      const marks = marksOf(doc, problems, await language.remarks(doc.toString()));
      const editor = view.current;
      if (!isLatest || editor === undefined || !editor.state.doc.eq(doc)) return;
      const diagnostics = marks.map(
        ({ from, to, text: message }): Diagnostic => ({ from, to, message, severity: "error" }),
      );
      editor.dispatch(setDiagnostics(editor.state, diagnostics));
    };
    void mark();
    return () => {
      isLatest = false;
    };
  }, [problems, language]);

  useEffect(() => {
    const editor = view.current;
    if (spot === undefined || editor === undefined) return;
    const at = offsetOf(editor.state.doc, spot);
    const end = Math.min(at + (spot.length ?? 0), editor.state.doc.length);
    editor.dispatch({
      selection: { anchor: end, head: at },
      effects: EditorView.scrollIntoView(at, { y: "center" }),
    });
    if (spot.isQuiet) return;
    afterMeasure(editor, () => {
      editor.focus();
      // Above the preview in a narrow window.
      place.current?.scrollIntoView({ block: "nearest" });
    });
  }, [spot]);

  return <div ref={place} className="config-editor" />;
}

/** Runs once the editor has measured its text, before that is painted. */
function afterMeasure(editor: EditorView, run: () => void): void {
  editor.requestMeasure({ read: () => undefined, write: run });
}

/**
 * What is underlined: the server's problems, and remarks of the schema at other places. Nothing where the server has no
 * problem: it decides.
 */
export function marksOf(
  doc: Text,
  problems: readonly Problem[],
  remarks: readonly Remark[],
): readonly Remark[] {
  const marks = problems.map((problem) => ({ ...problemRange(doc, problem), text: formatProblem(problem) }));
  const touches = (one: Remark) => marks.some(({ from, to }) => one.from <= to && from <= one.to);
  const more = marks.length === 0 ? [] : remarks.filter((one) => !touches(one));
  return [...marks, ...more].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Where a problem stands in the text; without a length, it takes the word or sign at its place. */
export function problemRange(doc: Text, { length = 0, ...spot }: Spot & { readonly length?: number }) {
  const from = offsetOf(doc, spot);
  if (length > 0) return { from, to: Math.min(doc.length, from + length) };
  const word = /^(?:[\w$-]+|[^\s])/.exec(doc.sliceString(from, from + 80));
  return { from, to: from + (word?.[0].length ?? 0) };
}

/** The end of the text for a line beyond it, the end of the line for a column beyond that. */
export function offsetOf(doc: Text, { line, column }: Spot): number {
  if (line > doc.lines) return doc.length;
  const { from, to } = doc.line(line);
  return Math.min(from + Math.max(0, column - 1), to);
}
