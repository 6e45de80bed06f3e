import { useState } from "react";
import type { Field } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import { formatMoment } from "../../record/moment.ts";
import type { HistoryEntry, KeptChange } from "../../wire/journal.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { ApiFailure } from "../api/failure.ts";
import { restoreVersion } from "../api/journal.ts";
import { updateRecord, type VersionedRecord } from "../api/records.ts";
import { readKept, undoChange } from "../api/undo.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useOutdateLists } from "../services/use-list.ts";
import { keptLines } from "../shell/kept-lines.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { useUndo } from "../shell/use-undo.tsx";

interface WaysBackParts {
  readonly entry: HistoryEntry;
  readonly open: OpenEntity;
  readonly say: Say;
  /** Of what `say` says. */
  readonly language: string;
  /** Something was changed back, or is not as it is shown. */
  readonly onChanged: () => void;
}

interface NamedKept extends KeptChange {
  /** Of its fields that stand in the way. */
  readonly lines: readonly string[];
}

/** What stood in the way the last time. */
export interface Stopped {
  readonly kept: readonly NamedKept[];
  /** The rest of the change can be undone, and changes this record back. */
  readonly hasRest: boolean;
  /** Where only records did that the reader may not see. */
  readonly reason?: string;
}

/** The ways back from a change, as new writes: all that it did, the value of one field, the whole record as it was after it. */
export function useWaysBack({ entry, open: { entity }, say, language, onChanged }: WaysBackParts) {
  const { client, toasts, confirms, overlays } = useServices();
  const { view } = useApp();
  const outdateLists = useOutdateLists();
  const failed = useFailureToast(say, "screen");
  const undoAction = useUndo(say, language);
  const [stopped, setStopped] = useState<Stopped>();
  const words = { cancel: say("overlay.cancel"), language };

  async function undo(rest: boolean): Promise<void> {
    if (deletes(entry) && !(await isSure())) return;
    toasts.clearCause("screen");
    setStopped(undefined);
    try {
      const { kept: left, notRestored } = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => undoChange(client, { changeId: entry.changeId, rest }, signal),
        words,
      );
      toasts.show("success", say("history.undone"));
      for (const { title, reason } of notRestored)
        toasts.show("warning", say("undo.keptItem", { title, reason }));
      if (left.length > 0) setStopped({ kept: await named(left), hasRest: false });
    } catch (error) {
      const { kept, hasRest } = readKept(error instanceof ApiFailure ? error.body : undefined);
      const isOpen = kept.every(({ _id, partly }) => _id !== entry._id || partly === true);
      if (kept.length > 0) setStopped({ kept: await named(kept), hasRest: hasRest && isOpen });
      else if (hasRest && error instanceof ApiFailure)
        setStopped({ kept: [], hasRest, reason: error.message });
      else failed("history.undoFailed", error);
    } finally {
      onChanged();
      await outdateLists();
    }
  }

  const named = (kept: readonly KeptChange[]) =>
    Promise.all(kept.map(async (one) => ({ ...one, lines: await keptLines(one, { client, view, say }) })));

  const isSure = () =>
    confirms.ask({
      title: say("history.undo"),
      text: say("history.undoCreate", { title: entry.title }),
      confirm: say("list.deleteYes"),
      cancel: say("list.deleteNo"),
      danger: true,
      language,
    });

  async function restoreAll(shown: VersionedRecord): Promise<void> {
    toasts.clearCause("screen");
    try {
      const { notRestored, changeId } = await overlays.run(
        say("form.saving"),
        ({ signal }) => restoreVersion(client, entity.id, shown, entry.position, signal),
        words,
      );
      const at = formatMoment(entry.at, view);
      toasts.show("success", say("history.restoredAll", { at }), undefined, undoAction(changeId));
      for (const one of notRestored) toasts.show("warning", one);
    } catch (error) {
      refused("history.restoreAllFailed", error);
    } finally {
      onChanged();
      await outdateLists();
    }
  }

  /** With the reasons at the fields, which are not on this screen. */
  function refused(key: "history.takeBackFailed" | "history.restoreAllFailed", error: unknown): void {
    const broken = error instanceof ApiFailure ? (error.errors ?? []) : [];
    const reason = broken.map(({ message }) => message).join(" ");
    if (reason === "") failed(key, error);
    else toasts.show("error", say(key, { reason }), "screen");
  }

  async function takeBack(shown: VersionedRecord, { name, label }: Field, was: Json): Promise<void> {
    toasts.clearCause("screen");
    try {
      const { changeId } = await overlays.run(
        say("form.saving"),
        ({ signal }) => updateRecord(client, entity, shown, { [name]: was }, signal),
        words,
      );
      toasts.show("success", say("history.takenBack", { label }), undefined, undoAction(changeId));
    } catch (error) {
      refused("history.takeBackFailed", error);
    } finally {
      onChanged();
      await outdateLists();
    }
  }

  return {
    stopped,
    undo: (rest = false) => void undo(rest),
    /** From the version of the record that is shown. */
    restoreAll: (shown: VersionedRecord) => void restoreAll(shown),
    takeBack: (shown: VersionedRecord, field: Field, was: Json) => void takeBack(shown, field, was),
  };
}

/** Whether the record is deleted where the change is undone. */
export function deletes({ kind }: HistoryEntry): boolean {
  return kind === "create" || kind === "restore";
}
