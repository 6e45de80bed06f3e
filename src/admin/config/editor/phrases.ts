import { EditorState, type Extension } from "@codemirror/state";
import type { MessageName } from "../../../model/message-keys.ts";
import type { Say } from "../../messages/say.ts";

/** The words of CodeMirror's own parts, as it asks for them, and our message for each. */
const PHRASES = {
  Find: "config.find",
  next: "config.findNext",
  previous: "config.findPrevious",
  all: "config.findAll",
  "match case": "config.findCase",
  regexp: "config.findPattern",
  "by word": "config.findWord",
  close: "config.findClose",
  "current match": "config.findCurrent",
  "on line": "config.findLine",
  Replace: "config.replace",
  replace: "config.replaceOne",
  "replace all": "config.replaceAll",
  "replaced match on line $": "config.replacedLine",
  "replaced $ matches": "config.replacedAll",
  "Go to line": "config.goToLine",
  go: "config.goToLineYes",
  Completions: "config.proposals",
  Diagnostics: "config.diagnostics",
  "No diagnostics": "config.noDiagnostics",
  "Selection deleted": "config.selectionDeleted",
  "Control character": "config.controlCharacter",
} as const satisfies Record<string, MessageName>;

/** The editor's own parts, such as its search, speak as the screen does. */
export function phrases(say: Say): Extension {
  // "$" is CodeMirror's placeholder.
  const values = { line: "$", count: "$" };
  const said = Object.entries(PHRASES).map(([phrase, name]) => [phrase, say(name, values)]);
  return EditorState.phrases.of(Object.fromEntries(said));
}
