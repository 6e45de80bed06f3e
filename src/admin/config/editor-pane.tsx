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

/** The file in the editor, and what can be done with it. */
export function EditorPane({ store, state, actions, spot }: EditorPaneProps) {
  const say = useMessage();
  const kept = useRef(new Map<string, EditorState>());
  const path = state.current ?? "";
  const file = state.open.get(path);
  const kind = fileKind(path);
  const schemas = state.files?.schemas;
  // As text: each answer of the server brings a new object with the same schema.
  const schema = useMemo(() => JSON.stringify(schemas?.[kind] ?? {}), [schemas, kind]);
  const { view } = useApp();
  const names = () => knownNames(state, view);
  const latestNames = useRef(names);
  latestNames.current = names;
  const language = useMemo(() => makeJsonLanguage(JSON.parse(schema), () => latestNames.current()), [schema]);
  const problems = useMemo(() => file && checkedProblems(state, file), [state, file]);
  if (file === undefined) return <div className="config-pane" aria-busy={state.failure === undefined} />;

  const before = state.files?.files.find((one) => one.path === path)?.before;
  const edited = isEdited(file);
  const mayBeDeleted = path !== APP_FILE && kind !== "messages" && file.text !== null;
  const button = (text: string, act: (path: string) => void) => (
    <button type="button" className="button button-quiet" onClick={() => act(path)}>
      {text}
    </button>
  );
  return (
    <section className="config-pane" aria-label={path}>
      <div className="config-pane-head">
        <h2 className="config-pane-path">{path}</h2>
        {edited && button(say("config.discard"), actions.discard)}
        {!edited && before !== undefined && button(say("config.return"), actions.giveBack)}
        {mayBeDeleted && button(say("config.delete"), actions.remove)}
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
          say={say}
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

/** Says that somebody changed the file on disk since the edits began, and lets the person choose between the two texts. */
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
