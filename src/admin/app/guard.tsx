import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { isRefused } from "../shell/access.ts";
import { LeaveContext } from "../shell/leave.tsx";

/**
 * Stands between the address and the screens. An address that the account may not open shows an error and the screen
 * stays as it was, address included (`/` where there was none); a screen that must be asked before it is left is
 * asked, and is not left when the account loses it meanwhile. `children` draws the screen of the address that holds.
 */
export function Guard({ children }: { readonly children: (location: Location) => ReactNode }) {
  const { view, user } = useApp();
  const say = useMessage();
  const { toasts } = useServices();
  const navigate = useNavigate();
  const slot = useContext(LeaveContext);
  const location = useLocation();
  const shown = useRef<Location>(undefined);
  const shownIndex = useRef<number>(undefined);
  const navigation = useNavigationType();
  const asked = useRef<string>(undefined);
  const [allowedToLeave, setAllowedToLeave] = useState<string>();

  const mayStand = useCallback(
    ({ pathname }: Location) => {
      const asks = shown.current?.pathname === pathname && slot.current !== undefined;
      return asks || !isRefused(pathname, view, user);
    },
    [view, user, slot],
  );
  const refused = !mayStand(location);
  const elsewhere = shown.current !== undefined && shown.current.pathname !== location.pathname;
  const held = !refused && elsewhere && slot.current !== undefined && allowedToLeave !== location.key;
  /** The screen shown, unless the account has lost it with its permission meanwhile. */
  const standing = useCallback(
    () => (shown.current && mayStand(shown.current) ? shown.current : undefined),
    [mayStand],
  );
  const current = refused || held ? standing() : location;

  useEffect(() => {
    if (refused) {
      const back = standing();
      // Where there is nothing to stay at, the sentence outlives the way from here.
      toasts.show("error", say("shell.noPermission"), back && "screen");
      navigate(back ?? "/", { replace: true });
      return;
    }
    // A form that was saved in the same breath has nothing to ask any more.
    if (held && slot.current !== undefined) {
      if (asked.current === location.key) return;
      asked.current = location.key;
      const index = historyIndex();
      slot.current().then((leaves) => {
        if (leaves) setAllowedToLeave(location.key);
        else if (navigation === "POP" && shownIndex.current !== undefined && index !== undefined)
          navigate(shownIndex.current - index);
        else if (shown.current !== undefined) navigate(shown.current, { replace: true });
      });
      return;
    }
    if (held) setAllowedToLeave(location.key);
    else {
      if (elsewhere) toasts.clearCause();
      shown.current = location;
      shownIndex.current = historyIndex();
      // Going back in history leads to the same key again, and is asked again.
      asked.current = undefined;
    }
  }, [refused, held, elsewhere, location, navigation, navigate, say, toasts, slot, standing]);
  useEffect(() => () => toasts.clearCause(), [toasts]);

  return current && children(current);
}

/** Where the browser's router stands in the tab's history; undefined where it does not keep it there. */
function historyIndex(): number | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== "object" || state === null || !("idx" in state)) return undefined;
  return typeof state.idx === "number" ? state.idx : undefined;
}
