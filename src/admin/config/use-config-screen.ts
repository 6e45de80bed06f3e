import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { useFailureToast } from "../shell/toast.tsx";
import { type ConfigState, conflicts, edits, listedFiles } from "./config-state.ts";
import { type ConfigStore, useConfigStore } from "./config-store.ts";
import type { Spot } from "./editor/text-editor.tsx";
import { APP_FILE, entityFile, entityOf, fileKind, samplesFile } from "./file-kind.ts";
import type { ListedFile } from "./file-list.tsx";
import { menuGroups, newEntityText, withMenuEntry, withoutMenuEntry } from "./new-entity.ts";
import type { NewEntity } from "./new-entity-dialog.tsx";

export type SideTabId = "list" | "form" | "changes" | "problems";

interface ConfigScreenState {
  readonly store: ConfigStore;
  readonly state: ConfigState;
  readonly actions: ConfigActions;
  readonly listed: readonly ListedFile[];
  readonly choose: (file: string) => void;
  /** Where the address leads to in the file that is open. */
  readonly spot: Spot | undefined;
  readonly tab: SideTabId;
  readonly openTab: (tab: SideTabId) => void;
}

/** What the page shows: by its address the file, by the store its text and what saving it would come to. */
export function useConfigScreen(): ConfigScreenState {
  const [store, state] = useConfigStore();
  const [params, setParams] = useSearchParams();
  const [tab, openTab] = useState<SideTabId>("list");
  const choose = useCallback((file: string) => setParams({ file }, { replace: true }), [setParams]);
  const openProblems = useCallback(() => openTab("problems"), []);
  const actions = useConfigActions(store, state, choose, openProblems);

  const listed = listedFiles(state);
  const wanted = params.get("file") ?? APP_FILE;
  const chosen = listed.some(({ path }) => path === wanted) ? wanted : APP_FILE;
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
  return { store, state, actions, listed, choose, spot, tab, openTab };
}

/** What the person can do on the page, with its questions and answers. */
export interface ConfigActions {
  save(): Promise<void>;
  discard(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  giveBack(path: string): Promise<void>;
  create(entity: NewEntity): void;
}

/** What an entity's file took with it. */
interface GoneWithEntity {
  readonly samples: string;
  readonly menuBefore: string;
  readonly menuAfter: string;
}

/**
 * @param onFile another file is to be looked at
 * @param onProblems nothing was saved: the problems are to be looked at
 */
function useConfigActions(
  store: ConfigStore,
  state: ConfigState,
  onFile: (path: string) => void,
  onProblems: () => void,
): ConfigActions {
  const say = useMessage();
  const failed = useFailureToast(say, "save");
  const { toasts, confirms, session } = useServices();
  const { view, locale } = useApp();
  const removed = useRef(new Map<string, GoneWithEntity>());
  const isDirty = edits(state).size > 0;

  useLeaveGuard(
    isDirty
      ? () =>
          session.get() === undefined
            ? Promise.resolve(true)
            : confirms.ask({
                title: say("config.leaveTitle"),
                text: say("config.leave"),
                confirm: say("config.leaveYes"),
                cancel: say("config.leaveNo"),
                danger: true,
              })
      : undefined,
  );

  const report = useCallback(
    (outcome: "stale" | "problems") => {
      toasts.show("error", say(outcome === "stale" ? "config.changedMeanwhile" : "config.notSaved"), "save");
      const [first] = conflicts(store.get());
      if (outcome === "problems") onProblems();
      else if (first !== undefined) onFile(first.path);
    },
    [toasts, say, store, onFile, onProblems],
  );

  const save = useCallback(async () => {
    try {
      const outcome = await store.save();
      if (outcome === "nothing") return;
      if (outcome !== "saved") return report(outcome);
      toasts.clearCause("save");
      toasts.show("success", say("config.saved"));
    } catch (error) {
      failed("config.saveFailed", error);
    }
  }, [store, report, toasts, say, failed]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!event.isComposing && !event.repeat) void save();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [save]);

  const ask = (title: string, text: string, confirm: string) =>
    confirms.ask({ title, text, confirm, cancel: say("config.cancel"), danger: true });

  return {
    save,
    async discard(path) {
      const sure = await ask(
        say("config.discardTitle"),
        say("config.discardAsk", { file: path }),
        say("config.discard"),
      );
      if (!sure) return;
      store.discard(path);
      // What went with the entity comes back with it.
      const gone = removed.current.get(path);
      removed.current.delete(path);
      if (gone === undefined) return;
      store.discard(gone.samples);
      if (store.get().open.get(APP_FILE)?.text === gone.menuAfter) store.edit(APP_FILE, gone.menuBefore);
    },
    async remove(path) {
      const sure = await ask(
        say("config.deleteTitle"),
        say(fileKind(path) === "entity" ? "config.deleteEntityAsk" : "config.deleteAsk", { file: path }),
        say("config.delete"),
      );
      if (!sure) return;
      const id = entityOf(path);
      if (fileKind(path) === "entity" && id !== undefined) {
        const samples = samplesFile(id);
        await Promise.all([store.load(APP_FILE), store.load(samples)]);
        const menuBefore = store.get().open.get(APP_FILE)?.text ?? "";
        const menuAfter = withoutMenuEntry(menuBefore, id);
        removed.current.set(path, { samples, menuBefore, menuAfter });
        store.remove(samples);
        if (menuAfter !== menuBefore) store.edit(APP_FILE, menuAfter);
      }
      store.remove(path);
    },
    async giveBack(path) {
      const before = state.files?.files.find((file) => file.path === path)?.before;
      if (before === undefined) return;
      const at = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(
        new Date(before.savedAt),
      );
      const sure = await ask(
        say("config.returnTitle"),
        say("config.returnAsk", { file: path, by: before.savedBy, at }),
        say("config.return"),
      );
      if (!sure) return;
      try {
        const outcome = await store.giveBack(path);
        if (outcome !== "returned") return report(outcome);
        toasts.clearCause("save");
        toasts.show("success", say("config.returned"));
      } catch (error) {
        failed("config.returnFailed", error);
      }
    },
    create({ id, label, language, group }) {
      const text = store.get().open.get(APP_FILE)?.text ?? "";
      const permission = menuGroups(text)[group]?.permission ?? "";
      store.create(entityFile(id), newEntityText({ id, label, language }, permission, view));
      const menu = withMenuEntry(text, group, id);
      if (menu !== undefined) store.edit(APP_FILE, menu);
      onFile(entityFile(id));
    },
  };
}
