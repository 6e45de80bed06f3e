/** What a person chose in this browser, whoever is logged in. */
export interface Preferences {
  /** undefined: nothing was chosen. */
  readonly sidebar: () => "collapsed" | "expanded" | undefined;
  chooseSidebar(state: "collapsed" | "expanded"): void;
}

const SIDEBAR = "sidebar";

export function makePreferences(storage: Pick<Storage, "getItem" | "setItem">): Preferences {
  return {
    sidebar() {
      const stored = storage.getItem(SIDEBAR);
      return stored === "collapsed" || stored === "expanded" ? stored : undefined;
    },
    chooseSidebar(state) {
      try {
        storage.setItem(SIDEBAR, state);
      } catch {
        // Where nothing can be stored it holds for this page.
      }
    },
  };
}
