import "./undo.css";
import { useCallback, useContext, useEffect } from "react";
import { useSWRConfig } from "swr";
import type { Say } from "../messages/say.ts";
import { AppContext } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import type { ToastAction } from "../services/toast-store.ts";
import { useFailureToast } from "./toast.tsx";

/** The action of a toast that takes a change back; none of a change without an id. Works after its screen was left. */
export function useUndo(
  say: Say,
  language: string,
): (changeId: string | undefined) => ToastAction | undefined {
  const services = useServices();
  const failedWith = useFailureToast(say);
  const { mutate } = useSWRConfig();
  // A form in the gallery or in a test of a widget stands outside the app: nothing is taken back there.
  const view = useContext(AppContext)?.view;
  return useCallback(
    (changeId) => {
      if (changeId === undefined || view === undefined) return undefined;
      const failed = (error: unknown) => failedWith("undo.failed", error);
      const refresh = () => mutate(() => true);
      const parts = { services, view, language, say, failed, refresh };
      return (leave) => (
        <button
          type="button"
          className="button toast-action"
          onClick={() => {
            leave();
            // Its code is not loaded before it is wanted.
            import("./take-back.ts").then(({ takeBack }) => takeBack(changeId, parts)).catch(failed);
          }}
        >
          {say("undo.undo")}
        </button>
      );
    },
    [say, language, services, failedWith, mutate, view],
  );
}

/** A toast as long as others have changed what a screen shows, and it does not show it yet: it offers to. @param show does not change */
export function useNewsToast(isHeld: boolean, show: () => void, say: Say): void {
  const { toasts } = useServices();
  useEffect(() => {
    if (!isHeld) return;
    toasts.show("news", say("list.changed"), "news", (leave) => (
      <button
        type="button"
        className="button toast-action"
        onClick={() => {
          leave();
          show();
        }}
      >
        {say("list.showChanges")}
      </button>
    ));
    return () => toasts.clearCause("news");
  }, [isHeld, toasts, say, show]);
}
