import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { isObject } from "../../record/json.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { isRefused, languageOf } from "../shell/access.ts";
import { LeaveContext } from "../shell/leave.tsx";

/**
 * Between the address and the screens. For an address that the account may not open there is an error, and screen and
 * address stay as they were (`/` where there was none). A screen with a question (`LeaveSlot`) is left only after the
 * answer, also when the account may not open it any more. `children` draws the screen.
 */
export function Guard({ children }: { readonly children: (location: Location) => ReactNode }) {
  const { view, user } = useApp();
  const { toasts } = useServices();
  const navigate = useNavigate();
  const slot = useContext(LeaveContext);
  const location = useLocation();
  const language = languageOf(location.pathname, view);
  const say = useMessage(language === undefined ? undefined : { language });
  const shown = useRef<Location>(undefined);
  const shownIndex = useRef<number>(undefined);
  const navigation = useNavigationType();
  const asked = useRef<string>(undefined);
  const [allowedToLeave, setAllowedToLeave] = useState<string>();

  const mayStay = ({ pathname }: Location) => {
    const asks = shown.current?.pathname === pathname && slot.current !== undefined;
    return asks || !isRefused(pathname, view, user);
  };
  const refused = !mayStay(location);
  const elsewhere = shown.current !== undefined && shown.current.pathname !== location.pathname;
  const waits = !refused && elsewhere && slot.current !== undefined && allowedToLeave !== location.key;
  /** The screen that is shown, unless the account may not open it any more. */
  const back = shown.current && mayStay(shown.current) ? shown.current : undefined;
  const current = refused || waits ? back : location;

  useEffect(() => {
    if (refused) {
      // Without a screen to stay at, the toast outlives the navigation.
      toasts.show("error", say("shell.noPermission"), back && "screen");
      void navigate(back ?? "/", { replace: true });
      return;
    }
    // A form that was saved meanwhile has no question any more.
    if (waits && slot.current !== undefined) {
      if (asked.current === location.key) return;
      asked.current = location.key;
      const index = historyIndex();
      slot.current().then((leaves) => {
        if (leaves) setAllowedToLeave(location.key);
        else if (navigation === "POP" && shownIndex.current !== undefined && index !== undefined)
          void navigate(shownIndex.current - index);
        else if (shown.current !== undefined) void navigate(shown.current, { replace: true });
      });
      return;
    }
    if (waits) setAllowedToLeave(location.key);
    else {
      if (elsewhere) toasts.clearCause();
      shown.current = location;
      shownIndex.current = historyIndex();
      // Going back in history has the same key again, and is asked again.
      asked.current = undefined;
    }
  }, [refused, waits, elsewhere, location, navigation, navigate, say, toasts, slot, back]);
  useEffect(() => () => toasts.clearCause(), [toasts]);

  return current && children(current);
}

/** The router's position in the tab's history; undefined where the router does not store it there. */
function historyIndex(): number | undefined {
  const state: unknown = window.history.state;
  return isObject(state) && typeof state.idx === "number" ? state.idx : undefined;
}
