import { useState } from "react";
import { failureText } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { useApp } from "../services/app-context.tsx";
import { Icon } from "../shell/glyphs.tsx";
import { Screen } from "../shell/screen.tsx";
import { ChangesView } from "./changes-view.tsx";
import { allProblems, changesHidden, toFix, undoneFiles } from "./config-state.ts";
import { knownNames } from "./editor/names-at.ts";
import { EditorPane } from "./editor-pane.tsx";
import { type Rename, renamesIn } from "./field-rename.ts";
import { APP_FILE, entityOf } from "./file-kind.ts";
import { FileList } from "./file-list.tsx";
import { menuGroups } from "./new-entity.ts";
import { NewEntityDialog } from "./new-entity-dialog.tsx";
import type { Screens } from "./preview.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { ProblemsView } from "./problems-view.tsx";
import { SaveLine } from "./save-line.tsx";
import type { PreviewScreen } from "./screen-part.ts";
import { SidePanel } from "./side-panel.tsx";
import { useConfigScreen } from "./use-config-screen.ts";
import "./config.css";

/** /config: the config's files, an editor for them, and beside it what saving would change. */
export default function ConfigScreen({ Screens }: { readonly Screens: Screens }) {
  const say = useMessage();
  const { view } = useApp();
  const screen = useConfigScreen();
  const { store, state, actions, listed, chosen, choose, spot, tab } = screen;
  const [isMaking, setMaking] = useState(false);
  const [isWide, setWide] = useState(false);
  const isPreview = screensOf(chosen).some((one) => one === tab);
  const { files, failure } = state;
  const startNew = async () => {
    await store.load(APP_FILE);
    setMaking(true);
  };
  return (
    <Screen
      name="config"
      title={say("shell.config")}
      toolbar={
        files !== undefined && (
          <>
            <button type="button" className="button" onClick={startNew}>
              <Icon name="plus" />
              {say("config.new")}
            </button>
            <SaveLine state={state} save={actions.save} />
          </>
        )
      }
    >
      {failure !== undefined &&
        (files === undefined ? (
          <ProblemNotice
            text={failureText(failure, say)}
            action={{ label: say("app.retry"), run: () => void store.refresh() }}
          />
        ) : (
          <p className="config-failure" role="status">
            {failureText(failure, say)}
          </p>
        ))}
      {files && (
        <div className={isWide && isPreview ? "config-body config-body-wide" : "config-body"}>
          <FileList files={listed} current={state.current} onChoose={choose} />
          <EditorPane store={store} state={state} actions={actions} spot={spot} />
          <Beside {...screen} Screens={Screens} isWide={isWide} onWide={setWide} />
        </div>
      )}
      {isMaking && (
        <NewEntityDialog
          groups={menuGroups(state.open.get(APP_FILE)?.text ?? "")}
          languages={knownNames(state, view).languages}
          language={view.language}
          taken={new Set(listed.flatMap(({ path }) => entityOf(path) ?? []))}
          onAnswer={(made) => {
            setMaking(false);
            if (made !== undefined) actions.create(made);
          }}
        />
      )}
    </Screen>
  );
}

interface BesideProps
  extends Pick<
    ReturnType<typeof useConfigScreen>,
    "store" | "state" | "actions" | "chosen" | "tab" | "openTab" | "showPart"
  > {
  readonly Screens: Screens;
  readonly isWide: boolean;
  readonly onWide: (isWide: boolean) => void;
}

/** Beside the editor: the screens that the file makes; what saving would change; the problems. */
function Beside({
  Screens,
  store,
  state,
  actions,
  chosen,
  tab,
  openTab,
  showPart,
  isWide,
  onWide,
}: BesideProps) {
  const say = useMessage();
  const problems = allProblems(state);
  // Not that of the editor, which loads its text first.
  const entity = entityOf(chosen);
  const own = screensOf(chosen);
  const isPreview = tab !== "changes" && tab !== "problems";
  // A file that does not make the screen that was looked at shows its first one.
  const preview = isPreview ? (own.find((one) => one === tab) ?? own[0]) : undefined;
  const shown = preview ?? (tab === "problems" ? tab : "changes");
  const changes = state.answer?.changes ?? [];
  const hidden = changesHidden(state);
  const onOldName = (rename: Rename) => {
    actions.undoRename(rename);
    const { file, field = "" } = rename.gone;
    void showPart(entityOf(file) ?? "", { field, label: "" }, false);
  };
  const labels = { home: say("config.home"), list: say("config.list"), form: say("config.form") };
  return (
    <SidePanel
      label={say("config.beside")}
      tabs={[
        ...own.map((id) => ({ id, label: labels[id] })),
        { id: "changes", label: say("config.changes"), count: hidden === undefined ? changes.length : 0 },
        { id: "problems", label: say("config.problemsTab"), count: problems.length },
      ]}
      open={shown}
      onOpen={openTab}
    >
      {preview !== undefined && (
        <PreviewPane
          Screens={Screens}
          store={store}
          state={state}
          entity={entity ?? ""}
          screen={preview}
          onScreen={openTab}
          onPart={(part, isUsed) => void showPart(entity ?? "", part, isUsed)}
          isWide={isWide}
          onWide={onWide}
        />
      )}
      {shown === "changes" && (
        <ChangesView
          changes={changes}
          more={state.answer?.more ?? 0}
          hidden={hidden}
          undone={undoneFiles(state)}
          onOldName={onOldName}
        />
      )}
      {shown === "problems" && (
        <ProblemsView
          problems={problems}
          toFix={toFix(state)}
          renames={hidden === "problems" ? renamesIn(changes) : []}
          onOldName={onOldName}
        />
      )}
    </SidePanel>
  );
}

/** What of the app a file makes. */
function screensOf(file: string): readonly PreviewScreen[] {
  if (file === APP_FILE) return ["home"];
  return entityOf(file) === undefined ? [] : ["list", "form"];
}
