import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { failureText } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { ProblemNotice } from "../problem/problem-notice.tsx";
import { useApp } from "../services/app-context.tsx";
import { configPath } from "../shell/access.ts";
import { Icon } from "../shell/glyphs.tsx";
import { ProblemList } from "../shell/problem-list.tsx";
import { ScreenHeading } from "../shell/screen.tsx";
import { ChangesView } from "./changes-view.tsx";
import { changesHidden, listedFiles, problemsOf, undoneFiles } from "./config-state.ts";
import { useConfigStore } from "./config-store.ts";
import { knownNames } from "./editor/names-at.ts";
import { EditorPane } from "./editor-pane.tsx";
import { APP_FILE, entityOf } from "./file-kind.ts";
import { FileList } from "./file-list.tsx";
import { menuGroups } from "./new-entity.ts";
import { NewEntityDialog } from "./new-entity-dialog.tsx";
import type { Screens } from "./preview.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { SaveLine } from "./save-line.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useConfigPage } from "./use-config-page.ts";
import "./config.css";

type SideTabId = "list" | "form" | "changes" | "problems";

interface ConfigScreenProps {
  readonly Screens: Screens;
}

/** /config: the config's files, an editor for them, and beside it what saving would come to. */
export default function ConfigScreen({ Screens }: ConfigScreenProps) {
  const say = useMessage();
  const { view } = useApp();
  const [store, state] = useConfigStore();
  const [params, setParams] = useSearchParams();
  const [tab, setTab] = useState<SideTabId>("list");
  const [isMaking, setMaking] = useState(false);

  const onFile = useCallback((file: string) => setParams({ file }, { replace: true }), [setParams]);
  const onProblems = useCallback(() => setTab("problems"), []);
  const page = useConfigPage(store, state, onFile, onProblems);

  const listed = listedFiles(state);
  const wanted = params.get("file") ?? APP_FILE;
  const isKnown = listed.some(({ path }) => path === wanted);
  const chosen = isKnown ? wanted : APP_FILE;
  const isReady = state.files !== undefined;
  useEffect(() => {
    if (!isReady) return;
    void store.choose(chosen);
    // What it calls things is proposed in every file.
    if (chosen !== APP_FILE) void store.load(APP_FILE);
  }, [store, isReady, chosen]);

  const isThere = state.current === chosen;
  const spot = useMemo(() => {
    const line = Number(params.get("line"));
    return isThere && line > 0 ? { line, column: Number(params.get("column")) || 1 } : undefined;
  }, [params, isThere]);

  if (state.files === undefined) {
    return (
      <>
        <ScreenHeading title={say("shell.config")} />
        {state.failure !== undefined && (
          <ProblemNotice
            text={failureText(state.failure, say)}
            action={{ label: say("app.retry"), run: () => void store.refresh() }}
          />
        )}
      </>
    );
  }

  const problems = problemsOf(state);
  const entity = entityOf(state.current ?? "");
  const shown = entity === undefined && (tab === "list" || tab === "form") ? "changes" : tab;
  const screens: readonly { readonly id: SideTabId; readonly label: string }[] =
    entity === undefined
      ? []
      : [
          { id: "list", label: say("config.list") },
          { id: "form", label: say("config.form") },
        ];
  const startNew = async () => {
    await store.load(APP_FILE);
    setMaking(true);
  };

  return (
    <div className="config-page">
      <div className="config-head">
        <ScreenHeading title={say("shell.config")} />
        <button type="button" className="button" onClick={startNew}>
          <Icon name="plus" />
          {say("config.new")}
        </button>
        <SaveLine state={state} save={page.save} />
      </div>
      {state.failure !== undefined && (
        <p className="config-failure" role="status">
          {failureText(state.failure, say)}
        </p>
      )}
      <div className="config-body">
        <FileList files={listed} current={state.current} onChoose={onFile} />
        <EditorPane store={store} state={state} page={page} spot={spot} />
        <SidePanel
          label={say("config.beside")}
          tabs={[
            ...screens,
            { id: "changes", label: say("config.changes"), count: state.answer?.changes.length ?? 0 },
            { id: "problems", label: say("config.problemsTab"), count: problems.length },
          ]}
          open={shown}
          onOpen={setTab}
        >
          {(shown === "list" || shown === "form") && entity !== undefined && (
            <PreviewPane
              Screens={Screens}
              store={store}
              state={state}
              entity={entity}
              screen={shown}
              onScreen={setTab}
            />
          )}
          {shown === "changes" && (
            <ChangesView
              changes={state.answer?.changes ?? []}
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
      </div>
      {isMaking && (
        <NewEntityDialog
          groups={menuGroups(state.open.get(APP_FILE)?.text ?? "")}
          languages={knownNames(state, view).languages}
          language={view.language}
          taken={new Set(listed.flatMap(({ path }) => entityOf(path) ?? []))}
          onAnswer={(made) => {
            setMaking(false);
            if (made !== undefined) page.create(made);
          }}
        />
      )}
    </div>
  );
}
