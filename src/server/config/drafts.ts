import type { Runtime } from "../runtime.ts";
import type { Store } from "../store/store.ts";

/** A draft of the config with which GETs can be answered. */
export interface ServedDraft {
  readonly runtime: Runtime;
  /** The stored records as they would be. Its `write` is never asked: the dispatch refuses whatever is no GET. */
  readonly store: Store;
}

/** The drafts that accounts look at. The last few are kept; an older one is gone, and is made anew by whoever needs it. */
export interface Drafts {
  /** @returns the token by which `find` knows it */
  keep(accountId: string, draft: ServedDraft): string;
  /** undefined for a draft that is gone, and for another account's. */
  find(token: string, accountId: string): ServedDraft | undefined;
  /** The validator module of this file name, of any draft that is kept. */
  module(name: string): string | undefined;
}
