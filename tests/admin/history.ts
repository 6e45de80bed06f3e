import type { HistoryPlace } from "../../src/admin/app/router.tsx";

/** A tab's history in memory, which goes back and forth a moment later, as a browser's does. */
export function makeHistory(address: string) {
  const entries = [{ address, state: null as unknown }];
  const listeners = new Set<() => void>();
  let at = 0;
  const now = () => entries[at] ?? { address, state: null };
  const place: HistoryPlace = {
    get state() {
      return now().state;
    },
    get location() {
      return new URL(now().address, "http://tab.test");
    },
    pushState(state, _, next) {
      entries.splice(at + 1, entries.length, { address: next, state });
      at += 1;
    },
    replaceState(state, _, next) {
      entries[at] = { address: next, state };
    },
    go(steps) {
      setTimeout(() => {
        if (entries[at + steps] === undefined || steps === 0) return;
        at += steps;
        for (const run of listeners) run();
      });
    },
    onPop(run) {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  };
  return {
    place,
    /** Follows a link inside the page, of which the app hears by an event alone. */
    jump(address: string) {
      place.pushState(null, "", address);
      for (const run of listeners) run();
    },
    /** The address bar. */
    address: () => now().address,
    /** All entries, the present one in brackets. */
    entries: () => entries.map((entry, index) => (index === at ? `[${entry.address}]` : entry.address)),
  };
}
