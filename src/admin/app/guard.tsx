import { type ReactNode, useCallback, useContext, useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router-dom";
import { useSpeaking } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { isRefused, speakerOf } from "../shell/access.ts";
import { LeaveContext } from "../shell/leave.tsx";
import { useGate } from "./router.tsx";

/**
 * Between the address and the screens. A step to an address that the account may not open shows an error and is not made;
 * where one is there already, `/` opens. A screen with a question (`LeaveSlot`) is left only after the answer, also when the
 * account may not open it any more. `children` draws the screen.
 */
export function Guard({ children }: { readonly children: (location: Location) => ReactNode }) {
  const { view, user } = useApp();
  const speaking = useSpeaking();
  const { toasts } = useServices();
  const navigate = useNavigate();
  const slot = useContext(LeaveContext);
  const location = useLocation();
  const { pathname } = location;
  const shown = useRef<string>(undefined);
  const isAsking = useRef(false);
  const stays = shown.current === pathname && slot.current !== undefined;
  const isOut = !stays && isRefused(pathname, view, user);

  const refuse = useCallback(
    (to: string, cause?: "screen") => {
      const { language, messages } = speakerOf(to, view) ?? {};
      toasts.show("error", speaking(language, messages)("shell.noPermission"), cause);
    },
    [toasts, speaking, view],
  );

  useGate((to) => {
    if (to.pathname === pathname) return true;
    if (isRefused(to.pathname, view, user)) {
      refuse(to.pathname, "screen");
      return false;
    }
    if (slot.current === undefined) return true;
    // One question at a time: a second click can come before the first one's question is on the screen.
    if (isAsking.current) return false;
    isAsking.current = true;
    return slot.current.ask().finally(() => {
      isAsking.current = false;
    });
  });

  useEffect(() => {
    if (isOut) {
      // It outlives the navigation.
      refuse(pathname);
      void navigate("/", { replace: true });
      return;
    }
    shown.current = pathname;
  }, [isOut, pathname, navigate, refuse]);

  return isOut ? undefined : children(location);
}
