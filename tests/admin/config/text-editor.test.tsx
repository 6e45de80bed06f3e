import { undo } from "@codemirror/commands";
import { forEachDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { render, screen, waitFor } from "@testing-library/react";
import { type ComponentProps, createRef } from "react";
import { expect, it, vi } from "vitest";
import type { JsonLanguage, Remark } from "../../../src/admin/config/editor/json-language.ts";
import { TextEditor } from "../../../src/admin/config/editor/text-editor.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";
import type { Problem } from "../../../src/model/problem.ts";
import messages from "../../fixtures/library/messages.json";
import { silenceSelection } from "./selection-change.ts";

silenceSelection();

type Given = Partial<ComponentProps<typeof TextEditor>>;

/** The editor of a file, beside a box that may have the focus. */
function open(first: Given = {}) {
  const onChange = vi.fn();
  const kept = new Map<string, EditorState>();
  const say = makeSay(messages.en);
  /** What the schema remarks, once the test says so. */
  const waiting: ((remarks: readonly Remark[]) => void)[] = [];
  const language: JsonLanguage = {
    remarks: () => new Promise((resolve) => waiting.push(resolve)),
    proposals: async () => [],
    explain: async () => undefined,
  };
  const box = createRef<HTMLInputElement>();
  const editor = (given: Given) => (
    <>
      <input ref={box} />
      <TextEditor
        kept={kept}
        path="a.json"
        text='{ "a": 1 }'
        label="The text"
        language={language}
        say={say}
        readOnly={false}
        problems={undefined}
        spot={undefined}
        onChange={onChange}
        {...given}
      />
    </>
  );
  const { rerender, container, unmount } = render(editor(first));
  const view = () => {
    const found = EditorView.findFromDOM(container);
    if (found === null) throw new Error("There is no editor.");
    return found;
  };
  return {
    box,
    waiting,
    onChange,
    unmount,
    view,
    give: (given: Given) => rerender(editor(given)),
    text: () => view().state.sliceDoc(),
    write: (text: string) => view().dispatch(view().state.replaceSelection(text)),
    cursor: (anchor?: number) => {
      if (anchor !== undefined) view().dispatch({ selection: { anchor } });
      const { from, to, head } = view().state.selection.main;
      return [from, to, head];
    },
    /** As a person types it. */
    type(text: string) {
      const { from, to } = view().state.selection.main;
      const insert = () => view().state.update({ changes: { from, to, insert: text } });
      const isTaken = view()
        .state.facet(EditorView.inputHandler)
        .some((handle) => handle(view(), from, to, text, insert));
      if (!isTaken) view().dispatch(view().state.replaceSelection(text));
    },
    marks() {
      const found: unknown[] = [];
      forEachDiagnostic(view().state, ({ message, severity }, from, to) =>
        found.push([view().state.sliceDoc(from, to), message, severity]),
      );
      return found;
    },
  };
}

const problem = (column: number, length: number, message: string): Problem => ({
  code: "WRONG_TYPE",
  file: "a.json",
  line: 1,
  column,
  length,
  path: "",
  subject: [],
  message,
  hint: "Mend it.",
});

it("is named, is reached by Tab, and says what is typed but not where the cursor goes", () => {
  const { view, write, cursor, onChange } = open();
  const { contentDOM } = view();
  expect([contentDOM.getAttribute("aria-label"), contentDOM.tabIndex]).toEqual(["The text", 0]);
  cursor(1);
  expect(onChange).not.toHaveBeenCalled();
  write("x");
  expect(onChange.mock.calls).toEqual([["a.json", '{x "a": 1 }']]);
  expect(view().state.phrase("Completions")).toBe(messages.en["config.proposals"]);
});

it("is hidden until it knows how high its lines are", async () => {
  const { view, give } = open();
  const isHidden = () => view().dom.style.visibility === "hidden";
  expect(isHidden()).toBe(true);
  await waitFor(() => expect(isHidden()).toBe(false));
  give({ path: "b.json" });
  expect(isHidden()).toBe(true);
  await waitFor(() => expect(isHidden()).toBe(false));
});

it("each file keeps its history and its cursor while others are shown", () => {
  const { give, write, text, cursor, view, onChange } = open();
  cursor(2);
  write("new ");
  const edited = text();
  give({ path: "b.json", text: "{}" });
  expect([text(), cursor()]).toEqual(["{}", [0, 0, 0]]);
  write(" ");
  expect(onChange.mock.lastCall).toEqual(["b.json", " {}"]);
  give({ text: edited });
  expect([text(), cursor()]).toEqual([edited, [6, 6, 6]]);
  expect(undo(view())).toBe(true);
  expect(text()).toBe('{ "a": 1 }');
  expect(onChange.mock.lastCall).toEqual(["a.json", '{ "a": 1 }']);
});

it("shows a text that was written elsewhere; the cursor stays where there is text", () => {
  const { give, text, cursor } = open();
  cursor(9);
  give({ text: '{ "b": 12 }' });
  expect([text(), cursor()]).toEqual(['{ "b": 12 }', [9, 9, 9]]);
  give({ text: "{}" });
  expect([text(), cursor()]).toEqual(["{}", [2, 2, 2]]);
});

it("lines keep their ends, and take those of a text that was written elsewhere", () => {
  const { give, text, view, write } = open({ text: "{\r\n}" });
  expect([text(), view().state.lineBreak]).toEqual(["{\r\n}", "\r\n"]);
  write("\r\n");
  expect(text()).toBe("\r\n{\r\n}");
  give({ text: "{\n}" });
  expect([text(), view().state.lineBreak]).toEqual(["{\n}", "\n"]);
});

it("cannot be written where it can only be looked at, and brackets close where it can", () => {
  const first = open({ text: "", readOnly: true });
  const isMarked = ({ view }: ReturnType<typeof open>) =>
    view().dom.querySelector(".cm-gutter-lint") !== null;
  expect([first.view().state.readOnly, isMarked(first)]).toEqual([true, false]);
  first.unmount();
  const second = open({ text: "" });
  const { type, text, give, cursor } = second;
  expect(isMarked(second)).toBe(true);
  type("{");
  expect([text(), cursor()]).toEqual(["{}", [1, 1, 1]]);
  // The closing one is there: an opening one was replaced.
  give({ text: ' "a": [ ] }' });
  cursor(0);
  type("{");
  expect([text(), cursor()]).toEqual(['{ "a": [ ] }', [1, 1, 1]]);
});

it("a place is selected from its end on, no further than the text goes, and takes the focus unless it is quiet", async () => {
  const { give, cursor, box, view } = open();
  box.current?.focus();
  give({ spot: { line: 1, column: 3, length: 3, isQuiet: true } });
  expect(cursor()).toEqual([2, 5, 2]);
  await new Promise<void>((write) => view().requestMeasure({ read: () => {}, write: () => write() }));
  expect(document.activeElement).toBe(box.current);
  give({ spot: { line: 1, column: 9, length: 50 } });
  expect(cursor()).toEqual([8, 10, 8]);
  await waitFor(() => expect(document.activeElement).toBe(view().contentDOM));
  give({ spot: { line: 1, column: 1 } });
  expect(cursor()).toEqual([0, 0, 0]);
});

it("what is wrong is marked once it was checked, with what the schema says of other places", async () => {
  const { give, marks, waiting, write, cursor } = open();
  expect(waiting).toHaveLength(0);
  give({ problems: [problem(3, 3, "Wrong key.")] });
  waiting[0]?.([{ from: 7, to: 8, text: "Wrong number." }]);
  const shown = [
    ['"a"', expect.stringContaining("Wrong key."), "error"],
    ["1", "Wrong number.", "error"],
  ];
  await waitFor(() => expect(marks()).toEqual(shown));
  // Until it is checked again, what was wrong stays.
  give({ problems: undefined });
  expect(marks()).toEqual(shown);
  give({ problems: [] });
  waiting[1]?.([]);
  await waitFor(() => expect(marks()).toEqual([]));
  // What comes of an earlier check, or for a text that has changed since, is not shown.
  give({ problems: [problem(3, 3, "Late.")] });
  give({ problems: [problem(8, 1, "Latest.")] });
  waiting[3]?.([]);
  await waitFor(() => expect(marks()).toHaveLength(1));
  waiting[2]?.([]);
  await Promise.resolve();
  await Promise.resolve();
  expect(marks()).toEqual([["1", expect.stringContaining("Latest."), "error"]]);
  give({ problems: [] });
  cursor(0);
  write(" ");
  waiting[4]?.([]);
  await Promise.resolve();
  await Promise.resolve();
  expect(marks()).toHaveLength(1);
});

it("nothing is marked any more once it has gone", async () => {
  const { give, waiting, unmount, view } = open();
  give({ problems: [problem(3, 3, "Wrong.")] });
  const { dom } = view();
  unmount();
  waiting[0]?.([]);
  await Promise.resolve();
  expect(dom.isConnected).toBe(false);
  expect(screen.queryByRole("textbox", { name: "The text" })).toBeNull();
});
