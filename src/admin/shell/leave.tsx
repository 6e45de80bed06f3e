import { createContext, useContext, useEffect, useRef } from "react";

/** What is lost when a screen is left. */
interface Unsaved {
  /** As people call it: the heading of the screen. */
  readonly name: string;
  /** Asked before the screen is left; resolves to true when the person may go. */
  ask(): Promise<boolean>;
  /** Has what was typed forgotten; undefined where it is not kept on the device. */
  readonly discard: (() => void) | undefined;
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
 */
export function useLeaveGuard(
  name: string,
  ask: Unsaved["ask"] | undefined,
  { discard }: Pick<Unsaved, "discard"> = { discard: undefined },
): void {
  const slot = useContext(LeaveContext);
  const latest = useRef(ask);
  latest.current = ask;
  const asks = ask !== undefined;
  useEffect(() => {
    if (!asks || slot.forgets) return;
    const unsaved: Unsaved = { name, discard, ask: () => latest.current?.() ?? Promise.resolve(true) };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    slot.current = unsaved;
    slot.onUnsaved?.();
    window.addEventListener("beforeunload", warn);
    return () => {
      if (slot.current === unsaved) slot.current = undefined;
      window.removeEventListener("beforeunload", warn);
    };
  }, [slot, asks, name, discard]);
}
