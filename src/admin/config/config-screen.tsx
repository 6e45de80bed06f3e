import { useState } from "react";
import { failureText } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { useApp } from "../services/app-context.tsx";
import { configPath } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { ProblemList } from "../shell/problem-list.tsx";
import { Screen } from "../shell/screen.tsx";
import { ChangesView } from "./changes-view.tsx";
import { allProblems, changesHidden, undoneFiles } from "./config-state.ts";
import { knownNames } from "./editor/names-at.ts";
import { EditorPane } from "./editor-pane.tsx";
import { APP_FILE, entityOf } from "./file-kind.ts";
import { FileList } from "./file-list.tsx";
import { menuGroups } from "./new-entity.ts";
import { NewEntityDialog } from "./new-entity-dialog.tsx";
import type { Screens } from "./preview.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { SaveLine } from "./save-line.tsx";
import { SidePanel, type SideTab } from "./side-panel.tsx";
import { type SideTabId, useConfigScreen } from "./use-config-screen.ts";
import "./config.css";

/** /config: the config's files, an editor for them, and beside it what saving would change. */
export default function ConfigScreen({ Screens }: { readonly Screens: Screens }) {
  const say = useMessage();
  const { view } = useApp();
  const { store, state, actions, listed, choose, spot, tab, openTab } = useConfigScreen();
  const [isMaking, setMaking] = useState(false);
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
        <div className="config-body">
          <FileList files={listed} current={state.current} onChoose={choose} />
          <EditorPane store={store} state={state} actions={actions} spot={spot} />
          <Beside Screens={Screens} store={store} state={state} tab={tab} openTab={openTab} />
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
  extends Pick<ReturnType<typeof useConfigScreen>, "store" | "state" | "tab" | "openTab"> {
  readonly Screens: Screens;
}

/** Beside the editor: the entity's screens, where the file has one; what saving would change; the problems. */
function Beside({ Screens, store, state, tab, openTab }: BesideProps) {
  const say = useMessage();
  const problems = allProblems(state);
  const entity = entityOf(state.current ?? "");
  const shown = entity === undefined && (tab === "list" || tab === "form") ? "changes" : tab;
  const changes = state.answer?.changes ?? [];
  const screens: readonly SideTab<SideTabId>[] = [
    { id: "list", label: say("config.list") },
    { id: "form", label: say("config.form") },
  ];
  return (
    <SidePanel
      label={say("config.beside")}
      tabs={[
        ...(entity === undefined ? [] : screens),
        { id: "changes", label: say("config.changes"), count: changes.length },
        { id: "problems", label: say("config.problemsTab"), count: problems.length },
      ]}
      open={shown}
      onOpen={openTab}
    >
      {(shown === "list" || shown === "form") && entity !== undefined && (
        <PreviewPane
          Screens={Screens}
          store={store}
          state={state}
          entity={entity}
          screen={shown}
          onScreen={openTab}
        />
      )}
      {shown === "changes" && (
        <ChangesView
          changes={changes}
          more={state.answer?.more ?? 0}
          hidden={changesHidden(state)}
          undone={undoneFiles(state)}
        />
      )}
      {shown === "problems" &&
        (problems.length === 0 ? (
          <p className="config-quiet">{say("config.noProblems")}</p>
        ) : (
          <ProblemList problems={problems} label={say("config.problemsList")} addressOf={configPath} />
        ))}
    </SidePanel>
  );
}
