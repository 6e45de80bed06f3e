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
  const waiting = new Set<{ readonly milliseconds: number; run(): void }>();
  const shortest = () => [...waiting].sort((one, other) => one.milliseconds - other.milliseconds)[0];
  let visible = true;
  const watching = new Set<() => void>();
  const lines = new Set<() => void>();
  const effects: PageEffects = {
    after(milliseconds, run) {
      const one = { milliseconds, run };
      waiting.add(one);
      return () => waiting.delete(one);
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
    isWaiting: () => shortest() !== undefined,
    /** All times that are waited for. */
    waitsFor: () => [...waiting].map(({ milliseconds }) => milliseconds),
    /** The shortest time that is waited for is over. */
    pass() {
      const next = shortest();
      if (next !== undefined) waiting.delete(next);
      next?.run();
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
