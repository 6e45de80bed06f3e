import { setDiagnostics } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { formatProblem, type Problem } from "../../../model/problem.ts";
import { styleNonce } from "../../services/services.ts";
import type { JsonLanguage, Remark } from "./json-language.ts";
import { lineSeparatorOf, makeEditorState } from "./make-state.ts";

export interface Spot {
  readonly line: number;
  readonly column: number;
}

interface TextEditorProps {
  /** What each file's editor was left with: outlives this component. */
  readonly kept: Map<string, EditorState>;
  readonly path: string;
  readonly text: string;
  readonly label: string;
  readonly language: JsonLanguage;
  readonly readOnly: boolean;
  /** What is wrong with this text; undefined while it is not checked as it stands. */
  readonly problems: readonly Problem[] | undefined;
  /** Where the cursor is to be; a new object takes it there. */
  readonly spot: Spot | undefined;
  readonly onChange: (path: string, text: string) => void;
}

/** The text of one file. Each keeps its history and cursor while others are looked at. */
export function TextEditor(props: TextEditorProps) {
  const { kept, path, text, label, language, readOnly, problems, spot } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useLayoutEffect(() => {
    if (place.current === null) return;
    // Its own styles come with the first state, which has to have the nonce already.
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
        readOnly,
        nonce: styleNonce(),
        changed: (next) => latest.current.onChange(path, next),
      }),
    [path, label, language, readOnly],
  );

  useLayoutEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    editor.setState(kept.get(path) ?? made(latest.current.text));
    return () => void kept.set(path, editor.state);
  }, [kept, path, made]);

  // A text that came from elsewhere: the newer one on disk, the one before.
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
      // By the document's own count, in which every line ends with one character.
      const written = doc.toString();
      const marks = marksOf(written, problems, await language.remarks(written));
      const editor = view.current;
      if (!isLatest || editor === undefined || !editor.state.doc.eq(doc)) return;
      const diagnostics = marks.map((one) => ({
        from: one.from,
        to: one.to,
        message: one.text,
        severity: "error" as const,
      }));
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
    const at = offsetOf(editor.state.doc.toString(), spot.line, spot.column);
    editor.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: "center" }),
    });
    editor.focus();
  }, [spot]);

  return <div ref={place} className="config-editor" />;
}

/**
 * What is underlined: the server's problems of this text, and what the schema alone knows where the server says nothing
 * of the same place. Where the server finds nothing wrong, nothing is.
 */
export function marksOf(
  text: string,
  problems: readonly Problem[],
  remarks: readonly Remark[],
): readonly Remark[] {
  const marks = problems.map((problem) => ({ ...rangeOf(text, problem), text: formatProblem(problem) }));
  const touches = (one: Remark) => marks.some(({ from, to }) => one.from <= to && from <= one.to);
  const more = marks.length === 0 ? [] : remarks.filter((one) => !touches(one));
  return [...marks, ...more].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Where a problem stands in the text; one about a place takes the word or sign that stands there. */
export function rangeOf(
  text: string,
  { line, column, length = 0 }: Pick<Problem, "line" | "column"> & { readonly length?: number },
): { readonly from: number; readonly to: number } {
  const from = offsetOf(text, line, column);
  if (length > 0) return { from, to: Math.min(text.length, from + length) };
  const word = /^(?:[\w$-]+|[^\s])/.exec(text.slice(from, from + 80));
  return { from, to: from + (word?.[0].length ?? 0) };
}

/** 1-based line and column to an offset; what is beyond the text is its end. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + Math.max(0, column - 1), end < 0 ? text.length : end);
}
