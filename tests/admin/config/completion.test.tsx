import {
  acceptCompletion,
  completionStatus,
  currentCompletions,
  selectedCompletionIndex,
  setSelectedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import { EditorView } from "@codemirror/view";
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { makeJsonLanguage } from "../../../src/admin/config/editor/json-language.ts";
import { makeEditorState } from "../../../src/admin/config/editor/make-state.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";
import messages from "../../fixtures/library/messages.json";

const language = makeJsonLanguage(
  {
    type: "object",
    properties: {
      order: { enum: ["asc", "desc"], description: "Which comes first." },
      open: { type: "boolean" },
      label: { type: "string" },
    },
  },
  () => ({
    entities: [],
    permissions: [],
    roles: [],
    languages: [],
    fieldsOf: () => [],
    columnsOf: () => [],
  }),
);
const views: EditorView[] = [];
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
});

/** A text in the editor, with the cursor at `|`. */
function edit(marked: string, readOnly = false) {
  const state = makeEditorState({
    text: marked.replace("|", ""),
    label: "Text",
    language,
    say: makeSay(messages.en),
    readOnly,
    changed: () => {},
  });
  const view = new EditorView({ state, parent: document.body });
  views.push(view);
  view.dispatch({ selection: { anchor: marked.indexOf("|") } });
  const settled = () => waitFor(() => expect(completionStatus(view.state)).not.toBe("pending"));
  const labels = () => currentCompletions(view.state).map(({ label }) => label);
  return {
    view,
    settled,
    labels,
    text: () => view.state.sliceDoc(),
    type: (text: string) => view.dispatch(view.state.replaceSelection(text), { userEvent: "input.type" }),
    async asked() {
      startCompletion(view);
      await waitFor(() => expect(completionStatus(view.state)).toBe("active"));
      return labels();
    },
    /** Once the list has been there long enough to be meant. */
    take: (label: string) =>
      waitFor(() => {
        view.dispatch({ effects: setSelectedCompletion(labels().indexOf(label)) });
        expect(labels()[selectedCompletionIndex(view.state) ?? -1]).toBe(label);
        expect(acceptCompletion(view)).toBe(true);
      }),
  };
}

it("nothing is proposed where nothing is begun, unless it is asked for", async () => {
  const { type, settled, view, asked, labels } = edit("{|}");
  type(" ");
  expect(completionStatus(view.state)).toBe("pending");
  await settled();
  expect(labels()).toEqual([]);
  expect(await asked()).toEqual(["order", "open", "label"]);
  const [order, open] = currentCompletions(view.state);
  expect([order?.info, open?.info]).toEqual(["Which comes first.", undefined]);
  expect(document.querySelector(".cm-completionIcon")).toBeNull();
});

it("a key is proposed as it is typed, in the order of need, and found inside its quotes", async () => {
  const { type, labels, settled } = edit("{ | }");
  type('"');
  await settled();
  expect(labels()).toEqual(["order", "open", "label"]);
  type("l");
  await settled();
  expect(labels()).toEqual(["label"]);
});

it("a key goes on with what its value may be; a value ends it", async () => {
  const { asked, take, text, labels, view, settled } = edit('{ "o|" }');
  expect(await asked()).toEqual(["order", "open"]);
  await take("order");
  expect(text()).toBe('{ "order": "" }');
  await waitFor(() => expect(labels()).toEqual(["asc", "desc"]));
  await take("desc");
  expect(text()).toBe('{ "order": "desc" }');
  await settled();
  expect(completionStatus(view.state)).toBeNull();
});

it("a value without quotes is proposed with them", async () => {
  const { asked, take, text } = edit('{ "order": | }');
  expect(await asked()).toEqual(['"asc"', '"desc"']);
  await take('"asc"');
  expect(text()).toBe('{ "order": "asc" }');
  // Before one that is there.
  expect(await edit('{ "order": |"asc" }').asked()).toEqual(['"asc"', '"desc"']);
});

it("what was typed since a proposal was asked for is replaced with it", async () => {
  const { asked, take, text, type } = edit('{ "o|", "a": 1 }');
  await asked();
  type("pe");
  await take("open");
  expect(text()).toBe('{ "open": true, "a": 1 }');
});

it("whole parts are proposed in the words of the screen, whatever is typed as their name", async () => {
  const { asked, take, text } = edit('{ "schema": { "properties": { "shelf|" "b": {} } } }');
  const label = messages.en["config.snippetYesNo"];
  expect(await asked()).toContain(label);
  await take(label);
  expect(JSON.parse(text()).schema.properties).toEqual({ shelf: { type: "boolean", title: "" }, b: {} });
});

it("a whole part goes on with what is filled in first; it is not proposed unasked", async () => {
  const { asked, take, text, labels } = edit(
    '{ "list": { "columns": [|] }, "schema": { "properties": { "name": {} } } }',
  );
  const label = messages.en["config.snippetColumn"];
  await asked();
  await take(label);
  expect(text()).toContain('[{ "field": "" }]');
  await waitFor(() => expect(labels()).toEqual(["name"]));
  const other = edit('{ "schema": { "properties": {|} } }');
  other.type(" ");
  await other.settled();
  expect(other.labels()).toEqual([]);
});

it("nothing is proposed for a text that can only be looked at", async () => {
  const { view, type } = edit('{ "o|" }', true);
  startCompletion(view);
  type("p");
  expect(completionStatus(view.state)).toBeNull();
  expect([view.state.readOnly, edit("|").view.state.readOnly]).toEqual([true, false]);
});
