import "./undo.css";
import { useCallback } from "react";
import { useSWRConfig } from "swr";
import type { ErrorCode } from "../../wire/error.ts";
import type { KeptChange } from "../../wire/journal.ts";
import { ApiFailure } from "../api/failure.ts";
import { readKept, undoChange } from "../api/undo.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import type { ToastAction } from "../services/toast-store.ts";
import { useFailureToast } from "./toast.tsx";

const NOT_UNDONE = "NOT_UNDONE" satisfies ErrorCode;

/**
 * The action of a toast that takes a change back; none of a change without an id. What stands in its way is listed, with the
 * rest of the change to be taken back, where there is one. Works after its screen was left.
 */
export function useUndo(
  say: Say,
  language: string,
): (changeId: string | undefined) => ToastAction | undefined {
  const { client, toasts, confirms, overlays } = useServices();
  const failed = useFailureToast(say);
  const { mutate } = useSWRConfig();
  const { view } = useApp();
  return useCallback(
    (changeId) => {
      if (changeId === undefined) return undefined;

      async function undo(changeId: string, rest: boolean): Promise<void> {
        let lost: readonly KeptChange[] = [];
        try {
          ({ notRestored: lost } = await overlays.run(
            say("overlay.processing"),
            ({ signal }) => undoChange(client, { changeId, rest }, signal),
            { cancel: say("overlay.cancel"), language },
          ));
        } catch (error) {
          if (error instanceof ApiFailure && error.code === NOT_UNDONE) await explain(changeId, error);
          else failed("undo.failed", error);
          return;
        }
        toasts.show("success", say("undo.done"));
        for (const { title, reason } of lost) toasts.show("warning", say("undo.keptItem", { title, reason }));
        // What is shown says itself what failed of it; once the session has ended there is no cache.
        await mutate(() => true).catch(() => undefined);
      }

      async function explain(changeId: string, failure: ApiFailure): Promise<void> {
        const { kept, hasRest } = readKept(failure.body);
        // What names values is not loaded before there is something to name.
        const { keptLines } = await import("./kept-lines.ts");
        const items: string[] = [];
        for (const one of kept) {
          const { title, reason } = one;
          items.push(say("undo.keptItem", { title, reason }));
          items.push(...(await keptLines(one, { client, view, say })));
        }
        const takesRest = await confirms.ask({
          title: say("undo.keptTitle"),
          text: failure.message,
          items,
          confirm: hasRest ? say("undo.rest") : undefined,
          cancel: say("undo.close"),
          language,
        });
        if (takesRest) await undo(changeId, true);
      }

      return (leave) => (
        <button
          type="button"
          className="button toast-action"
          onClick={() => {
            leave();
            void undo(changeId, false);
          }}
        >
          {say("undo.undo")}
        </button>
      );
    },
    [say, language, client, toasts, confirms, overlays, failed, mutate, view],
  );
}
