import { type ReactNode, useContext, useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { isRefused } from "../shell/access.ts";
import { LeaveContext } from "../shell/leave.tsx";
import { useGate } from "./router.tsx";

/**
 * Between the address and the screens. A step to an address that the account may not open shows an error and is not made;
 * where one is there already, `/` opens. A screen with a question (`LeaveSlot`) is left only after the answer, also when the
 * account may not open it any more. `children` draws the screen.
 */
export function Guard({ children }: { readonly children: (location: Location) => ReactNode }) {
  const { view, user } = useApp();
  const say = useMessage();
  const { toasts } = useServices();
  const navigate = useNavigate();
  const slot = useContext(LeaveContext);
  const location = useLocation();
  const { pathname } = location;
  const shown = useRef<string>(undefined);
  const stays = shown.current === pathname && slot.current !== undefined;
  const isOut = !stays && isRefused(pathname, view, user);

  useGate((to) => {
    if (to.pathname === pathname) return true;
    if (isRefused(to.pathname, view, user)) {
      toasts.show("error", say("shell.noPermission"), "screen");
      return false;
    }
    return slot.current?.ask() ?? true;
  });

  useEffect(() => {
    if (isOut) {
      // It outlives the navigation.
      toasts.show("error", say("shell.noPermission"));
      navigate("/", { replace: true });
      return;
    }
    shown.current = pathname;
  }, [isOut, pathname, navigate, say, toasts]);
  // What a toast was about is over when its screen is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each screen
  useEffect(() => () => toasts.clearCause(), [toasts, pathname]);

  return isOut ? undefined : children(location);
}
