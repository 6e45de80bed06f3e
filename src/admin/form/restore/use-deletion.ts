import { useEffect, useState } from "react";
import type { HistoryEntry } from "../../../wire/journal.ts";
import type { OpenEntity } from "../../../wire/views.ts";
import { getJournal, restoreRecord } from "../../api/journal.ts";
import type { Say } from "../../messages/say.ts";
import { useServices } from "../../services/services.ts";
import { useOutdateLists } from "../../services/use-list.ts";
import { useFailureToast } from "../../shell/toast.tsx";

/**
 * The deletion of a record, as far as this person may know of it, and the way back.
 * @param onTried after an attempt to restore it; else somebody else may have done so
 */
export function useDeletion(
  { entity }: OpenEntity,
  id: string,
  say: Say,
  onTried: (isRestored: boolean) => void,
) {
  const { client, overlays, toasts } = useServices();
  const outdateLists = useOutdateLists();
  const failed = useFailureToast(say, "screen");
  const [deletion, setDeletion] = useState<HistoryEntry>();
  useEffect(() => {
    const ended = new AbortController();
    getJournal(client, { entity: entity.id, id, limit: "1" }, undefined, ended.signal)
      .then(({ entries: [last] }) => {
        if (!ended.signal.aborted) setDeletion(last?.kind === "delete" ? last : undefined);
      })
      // Who may not know of it is offered nothing.
      .catch(() => undefined);
    return () => ended.abort();
  }, [client, entity.id, id]);

  async function restore(): Promise<void> {
    toasts.clearCause("screen");
    let isRestored = false;
    try {
      const notRestored = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => restoreRecord(client, entity.id, id, signal),
        { cancel: say("overlay.cancel"), language: entity.language },
      );
      isRestored = true;
      toasts.show("success", say("bin.restored", { title: deletion?.title ?? "" }));
      for (const one of notRestored) toasts.show("warning", one);
    } catch (error) {
      failed("bin.restoreFailed", error);
    } finally {
      onTried(isRestored);
      await outdateLists();
    }
  }
  return { deletion, restore: () => void restore() };
}
