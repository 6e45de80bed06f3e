import type { EditorState } from "@codemirror/state";
import { useMemo, useRef, useState } from "react";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { KindIcon } from "../shell/glyphs.tsx";
import { type ConfigState, checkedProblems, type DiskText, isEdited } from "./config-state.ts";
import type { ConfigStore } from "./config-store.ts";
import { makeJsonLanguage } from "./editor/json-language.ts";
import { knownNames } from "./editor/names-at.ts";
import { type Spot, TextEditor } from "./editor/text-editor.tsx";
import { APP_FILE, fileKind } from "./file-kind.ts";
import type { ConfigActions } from "./use-config-screen.ts";

interface EditorPaneProps {
  readonly store: ConfigStore;
  readonly state: ConfigState;
  readonly actions: ConfigActions;
  readonly spot: Spot | undefined;
}

/** The file in the editor, with what can be done with it. */
export function EditorPane({ store, state, actions, spot }: EditorPaneProps) {
  const say = useMessage();
  const kept = useRef(new Map<string, EditorState>());
  const path = state.current ?? "";
  const file = state.open.get(path);
  const kind = fileKind(path);
  const schemas = state.files?.schemas;
  // By what it says: every look at the files brings a new object that says the same.
  const schema = useMemo(() => JSON.stringify(schemas?.[kind] ?? {}), [schemas, kind]);
  const { view } = useApp();
  const names = useRef(() => knownNames(state, view));
  names.current = () => knownNames(state, view);
  const language = useMemo(() => makeJsonLanguage(JSON.parse(schema), () => names.current()), [schema]);
  const problems = useMemo(
    () => (file === undefined ? undefined : checkedProblems(state, file)),
    [state, file],
  );
  if (file === undefined) return <div className="config-pane" aria-busy={state.failure === undefined} />;

  const before = state.files?.files.find((one) => one.path === path)?.before;
  const edited = isEdited(file);
  const mayGo = path !== APP_FILE && kind !== "messages" && file.text !== null;
  return (
    <section className="config-pane" aria-label={path}>
      <div className="config-pane-head">
        <h2 className="config-pane-path">{path}</h2>
        {edited && (
          <button type="button" className="button button-quiet" onClick={() => actions.discard(path)}>
            {say("config.discard")}
          </button>
        )}
        {!edited && before !== undefined && (
          <button type="button" className="button button-quiet" onClick={() => actions.giveBack(path)}>
            {say("config.return")}
          </button>
        )}
        {mayGo && (
          <button type="button" className="button button-quiet" onClick={() => actions.remove(path)}>
            {say("config.delete")}
          </button>
        )}
      </div>
      {file.newer !== undefined && (
        <NewerNotice
          path={path}
          newer={file.newer}
          takeTheirs={() => actions.discard(path)}
          keepMine={() => store.keepMine(path)}
        />
      )}
      {file.text === null ? (
        <p className="config-quiet">{say(edited ? "config.going" : "config.gone")}</p>
      ) : (
        <TextEditor
          kept={kept.current}
          path={path}
          text={file.text}
          label={say("config.editor", { file: path })}
          language={language}
          readOnly={state.files?.writable === false}
          problems={problems}
          spot={spot}
          onChange={store.edit}
        />
      )}
    </section>
  );
}

interface NewerNoticeProps {
  readonly path: string;
  readonly newer: DiskText;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/** Somebody changed the file on disk since the edits began: both are there to look at, and neither is lost unasked. */
export function NewerNotice({ path, newer, takeTheirs, keepMine }: NewerNoticeProps) {
  const say = useMessage();
  const [shown, setShown] = useState(false);
  return (
    <div className="config-newer" role="status">
      <p>
        <KindIcon kind="warning" />
        {say(newer.text === null ? "config.newerGone" : "config.newer", { file: path })}
      </p>
      <div className="config-newer-ways">
        {newer.text !== null && (
          <button type="button" className="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {say(shown ? "config.newerHide" : "config.newerShow")}
          </button>
        )}
        <button type="button" className="button" onClick={takeTheirs}>
          {say("config.newerTake")}
        </button>
        <button type="button" className="button" onClick={keepMine}>
          {say("config.newerKeep")}
        </button>
      </div>
      {shown && newer.text !== null && (
        <textarea
          className="config-newer-text"
          aria-label={say("config.newerText")}
          readOnly
          rows={12}
          value={newer.text}
        />
      )}
    </div>
  );
}
