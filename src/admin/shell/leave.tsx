import { createContext, useContext, useEffect, useRef } from "react";

/** Asked before the screen is left; resolves to true when the person may go. */
type AskToLeave = () => Promise<boolean>;

/** Has the question of the open screen. One for the app. */
export interface LeaveSlot {
  current: AskToLeave | undefined;
  /** What is typed here is not kept, so nobody is asked. */
  readonly forgets?: true;
}

export const LeaveContext = createContext<LeaveSlot>({ current: undefined });

/** While `ask` is given, it is asked before this screen is left; closing the tab asks the browser's own question. */
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
