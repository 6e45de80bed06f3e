import "../shell/undo.css";
import { useEffect } from "react";
import type { Say } from "../messages/say.ts";
import { useServices } from "../services/services.ts";

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
