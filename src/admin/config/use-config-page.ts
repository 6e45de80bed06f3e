import { useCallback, useEffect, useRef } from "react";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useLeaveGuard } from "../shell/leave.tsx";
import { useFailureToast } from "../shell/toast.tsx";
import { type ConfigState, conflicts, edits } from "./config-state.ts";
import type { ConfigStore } from "./config-store.ts";
import { APP_FILE, entityFile, entityOf, kindOf, samplesFile } from "./file-kind.ts";
import { menuGroups, newEntityText, withMenuEntry, withoutMenuEntry } from "./new-entity.ts";
import type { NewEntity } from "./new-entity-dialog.tsx";

/** What the person can do on the page, with its questions and answers. */
export interface ConfigPage {
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
export function useConfigPage(
  store: ConfigStore,
  state: ConfigState,
  onFile: (path: string) => void,
  onProblems: () => void,
): ConfigPage {
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

  const tell = useCallback(
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
      if (outcome !== "saved") return tell(outcome);
      toasts.clearCause("save");
      toasts.show("success", say("config.saved"));
    } catch (error) {
      failed("config.saveFailed", error);
    }
  }, [store, tell, toasts, say, failed]);

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
        say(kindOf(path) === "entity" ? "config.deleteEntityAsk" : "config.deleteAsk", { file: path }),
        say("config.delete"),
      );
      if (!sure) return;
      const id = entityOf(path);
      if (kindOf(path) === "entity" && id !== undefined) {
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
        if (outcome !== "returned") return tell(outcome);
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
