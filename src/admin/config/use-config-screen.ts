import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { ownValue } from "../../record/json.ts";
import { formatMoment } from "../../record/moment.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { asksToSave } from "../shell/save-keys.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { type ConfigState, conflicts, edits, listedFiles } from "./config-state.ts";
import { type ConfigStore, useConfigStore } from "./config-store.ts";
import { knownNames } from "./editor/names-at.ts";
import type { Spot } from "./editor/text-editor.tsx";
import { type Rename, withOldName } from "./field-rename.ts";
import { APP_FILE, entityFile, entityOf, fileKind, samplesFile } from "./file-kind.ts";
import { newEntityText, withMenuEntry, withoutMenuEntry } from "./new-entity.ts";
import type { NewEntity } from "./new-entity-dialog.tsx";
import { type PreviewScreen, placeOf, type ScreenPart } from "./screen-part.ts";

type SideTabId = PreviewScreen | "changes" | "problems";

/** The state of the page. `spot`: the place in the open file that the address names. */
export function useConfigScreen() {
  const [store, state] = useConfigStore();
  const [params, setParams] = useSearchParams();
  const [tab, openTab] = useState<SideTabId>("list");
  const choose = useCallback((file: string) => setParams({ file }, { replace: true }), [setParams]);
  const actions = useConfigActions(store, state, choose, () => openTab("problems"));

  const listed = listedFiles(state);
  const wanted = params.get("file") ?? APP_FILE;
  const chosen = listed.some(({ path }) => path === wanted) ? wanted : APP_FILE;
  const isReady = state.files !== undefined;
  useEffect(() => {
    if (!isReady) return;
    void store.choose(chosen);
    // Its names are proposed in every file.
    if (chosen !== APP_FILE) void store.load(APP_FILE);
  }, [store, isReady, chosen]);

  const isThere = state.current === chosen;
  const { key, state: shown } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place a second time is a new one
  const spot = useMemo((): Spot | undefined => {
    const line = Number(params.get("line"));
    if (!isThere || line <= 0) return undefined;
    const length = Number(ownValue(shown, "length")) || 0;
    const isQuiet = ownValue(shown, "isQuiet") === true;
    return { line, column: Number(params.get("column")) || 1, length, isQuiet };
  }, [params, isThere, shown, key]);
  const showPart = useCallback(
    async (entity: string, part: ScreenPart, isQuiet: boolean) => {
      const file = part.tile === true ? APP_FILE : entityFile(entity);
      await store.load(file);
      const text = store.get().open.get(file)?.text;
      if (typeof text !== "string") return;
      const { line, column, length } = placeOf(text, part);
      const address = { file, line: String(line), column: String(column) };
      setParams(address, { replace: true, state: { length, isQuiet } });
    },
    [store, setParams],
  );
  return { store, state, actions, listed, chosen, choose, spot, showPart, tab, openTab };
}

/** What the person can do on the page, with its questions and notices. */
export interface ConfigActions {
  save(): Promise<void>;
  discard(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  giveBack(path: string): Promise<void>;
  create(entity: NewEntity): void;
  /** Gives a field the name back by which its values are stored. */
  undoRename(rename: Rename): void;
}

/** What was edited together with an entity's file, which is new or going. */
interface EditedWithEntity {
  readonly samples: string;
  readonly menuBefore: string;
  readonly menuAfter: string;
}

/**
 * @param showFile shows another file
 * @param showProblems shows the problems that kept the edits from being saved
 */
function useConfigActions(
  store: ConfigStore,
  state: ConfigState,
  showFile: (path: string) => void,
  showProblems: () => void,
): ConfigActions {
  const say = useMessage();
  const failed = useFailureToast(say, "save");
  const { toasts, confirms, session } = useServices();
  const { view } = useApp();
  const together = useRef(new Map<string, EditedWithEntity>());

  const ask = (title: string, text: string, confirm: string, cancel = say("config.cancel")) =>
    confirms.ask({ title, text, confirm, cancel, danger: true });
  const askToLeave = async () =>
    session.get() === undefined ||
    ask(say("config.leaveTitle"), say("config.leave"), say("config.leaveYes"), say("config.leaveNo"));
  useLeaveGuard(say("shell.config"), edits(state).size > 0 ? askToLeave : undefined);

  /** Reports what came of a request to change files. */
  async function report(
    request: ReturnType<ConfigStore["save"]>,
    saved: "config.saved" | "config.returned",
    failure: "config.saveFailed" | "config.returnFailed",
  ): Promise<void> {
    try {
      const outcome = await request;
      if (outcome === "nothing") return;
      if (outcome === "saved" || outcome === "held") {
        toasts.clearCause("save");
        toasts.show("success", say(outcome === "held" ? "config.savedHeld" : saved));
        return;
      }
      toasts.show("error", say(outcome === "stale" ? "config.changedMeanwhile" : "config.notSaved"), "save");
      const [first] = conflicts(store.get());
      if (outcome === "problems") showProblems();
      else if (first !== undefined) showFile(first.path);
    } catch (error) {
      failed(failure, error);
    }
  }

  const save = () => report(store.save(), "config.saved", "config.saveFailed");
  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!asksToSave(event)) return;
      event.preventDefault();
      if (!event.isComposing && !event.repeat) void latestSave.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return {
    save,
    async discard(path) {
      const text = say("config.discardAsk", { file: path });
      if (!(await ask(say("config.discardTitle"), text, say("config.discard")))) return;
      store.discard(path);
      const others = together.current.get(path);
      together.current.delete(path);
      if (others === undefined) return;
      store.discard(others.samples);
      if (store.get().open.get(APP_FILE)?.text === others.menuAfter) store.edit(APP_FILE, others.menuBefore);
    },
    async remove(path) {
      const isEntity = fileKind(path) === "entity";
      const text = say(isEntity ? "config.deleteEntityAsk" : "config.deleteAsk", { file: path });
      if (!(await ask(say("config.deleteTitle"), text, say("config.delete")))) return;
      const id = entityOf(path);
      if (isEntity && id !== undefined) {
        const samples = samplesFile(id);
        await Promise.all([store.load(APP_FILE), store.load(samples)]);
        const menuBefore = store.get().open.get(APP_FILE)?.text ?? "";
        const menuAfter = withoutMenuEntry(menuBefore, id);
        together.current.set(path, { samples, menuBefore, menuAfter });
        store.remove(samples);
        if (menuAfter !== menuBefore) store.edit(APP_FILE, menuAfter);
      }
      store.remove(path);
    },
    async giveBack(path) {
      const files = state.files?.files ?? [];
      const before = files.find((file) => file.path === path)?.before;
      if (before === undefined) return;
      const at = formatMoment(before.savedAt, view);
      // What was saved together goes back together.
      const together = files.filter(({ before: own }) => own?.savedAt === before.savedAt);
      const file = new Intl.ListFormat(view.language).format(together.map((one) => one.path));
      const text = say("config.returnAsk", { file, by: before.savedBy, at });
      if (!(await ask(say("config.returnTitle"), text, say("config.return")))) return;
      await report(store.giveBack(path), "config.returned", "config.returnFailed");
    },
    create({ group, ...names }) {
      const [path, samples] = [entityFile(names.id), samplesFile(names.id)];
      const [permission = ""] = [group?.permission, ...knownNames(store.get(), view).permissions].filter(
        Boolean,
      );
      store.create(path, newEntityText(names, permission, view));
      const menuBefore = store.get().open.get(APP_FILE)?.text ?? "";
      const menuAfter = group && withMenuEntry(menuBefore, group.index, names.id);
      if (menuAfter !== undefined) {
        store.edit(APP_FILE, menuAfter);
        together.current.set(path, { samples, menuBefore, menuAfter });
      }
      showFile(path);
    },
    undoRename(rename) {
      // Other texts do not name the new field: there is none yet.
      for (const [path, text] of edits(store.get()))
        if (text !== null) store.edit(path, withOldName(path, text, rename));
    },
  };
}
