import type { PageEffects } from "../../src/admin/api/config-follower.ts";
import type { SessionPlace } from "../../src/admin/api/session-store.ts";

/** A place for sessions as a browser has it, shared by the tabs made on it. */
export function makePlace() {
  const stored = new Map<string, string>();
  const tabs = new EventTarget();
  const storage: SessionPlace["storage"] = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
  return { storage, tabs, stored };
}

/** A page that is looked at, whose clock goes by hand. */
export function makePage() {
  let waiting: (() => void) | undefined;
  let visible = true;
  const watching = new Set<() => void>();
  const lines = new Set<() => void>();
  const effects: PageEffects = {
    after(_, run) {
      waiting = run;
      return () => {
        if (waiting === run) waiting = undefined;
      };
    },
    isVisible: () => visible,
    onVisibility(run) {
      watching.add(run);
      return () => watching.delete(run);
    },
    onConnection(run) {
      lines.add(run);
      return () => lines.delete(run);
    },
  };
  return {
    ...effects,
    /** Whether the clock would call. */
    isWaiting: () => waiting !== undefined,
    /** The time is over. */
    pass() {
      const run = waiting;
      waiting = undefined;
      run?.();
    },
    /** The browser notices that its connection came or went. */
    connection() {
      for (const run of [...lines]) run();
    },
    show(shown: boolean) {
      visible = shown;
      for (const run of [...watching]) run();
    },
  };
}
