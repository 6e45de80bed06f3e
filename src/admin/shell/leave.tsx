import { createContext, useContext, useLayoutEffect, useRef } from "react";

/** What of a screen is kept on the device. */
interface KeptInput {
  /** Has it forgotten. */
  discard(): void;
  /** Says what is never kept of the rest, such as passwords; undefined: there is no rest. */
  readonly missing: string | undefined;
}

/** What is lost when a screen is left. */
interface Unsaved {
  /** As people call it: the heading of the screen. */
  readonly name: string;
  /** Asked before the screen is left; resolves to true when the person may go. */
  ask(): Promise<boolean>;
  /** What of it is kept now; undefined: nothing. */
  kept(): KeptInput | undefined;
}

/** Has what is not saved on the open screen. One for the app. */
export interface LeaveSlot {
  current: Unsaved | undefined;
  /** What is typed here is not kept, so nobody is asked. */
  readonly forgets?: true;
  /** Called when there begins to be something. */
  readonly onUnsaved?: () => void;
}

export const LeaveContext = createContext<LeaveSlot>({ current: undefined });

/**
 * While `ask` is given, it is asked before this screen is left; closing the tab asks the browser's own question.
 * @param name of what is not saved
 * @param kept without it nothing is
 */
export function useLeaveGuard(name: string, ask: Unsaved["ask"] | undefined, kept?: Unsaved["kept"]): void {
  const slot = useContext(LeaveContext);
  const latest = useRef({ ask, kept });
  latest.current = { ask, kept };
  const asks = ask !== undefined;
  // A layout effect: a step that follows at once does not ask about the screen that has gone.
  useLayoutEffect(() => {
    if (!asks || slot.forgets) return;
    const unsaved: Unsaved = {
      name,
      kept: () => latest.current.kept?.(),
      ask: () => latest.current.ask?.() ?? Promise.resolve(true),
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    slot.current = unsaved;
    slot.onUnsaved?.();
    window.addEventListener("beforeunload", warn);
    return () => {
      if (slot.current === unsaved) slot.current = undefined;
      window.removeEventListener("beforeunload", warn);
    };
  }, [slot, asks, name]);
}
