import { createContext, useContext, useEffect, useRef } from "react";

/** Asked before the screen is left; resolves to true when the person may go. */
export type AskToLeave = () => Promise<boolean>;

/** Where the screen that must be asked has put its question. One for the app. */
export interface LeaveSlot {
  current: AskToLeave | undefined;
  /** What is typed here is not meant to be kept: nobody is asked. */
  readonly forgets?: true;
}

export const LeaveContext = createContext<LeaveSlot>({ current: undefined });

/**
 * While `ask` is given, every way out of this screen (link, back button, the app's own navigation) asks it first;
 * closing the tab asks the browser's question. Give undefined once there is nothing to lose, before navigating away.
 */
export function useLeaveGuard(ask: AskToLeave | undefined): void {
  const slot = useContext(LeaveContext);
  const latest = useRef(ask);
  latest.current = ask;
  const asks = ask !== undefined;
  useEffect(() => {
    if (!asks || slot.forgets) return;
    const question: AskToLeave = () => latest.current?.() ?? Promise.resolve(true);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    slot.current = question;
    window.addEventListener("beforeunload", warn);
    return () => {
      if (slot.current === question) slot.current = undefined;
      window.removeEventListener("beforeunload", warn);
    };
  }, [slot, asks]);
}
