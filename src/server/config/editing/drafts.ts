import type { Store } from "../../store/store.ts";
import type { Runtime } from "../runtime.ts";

/** Each holds a whole runtime. */
const MAX_DRAFTS = 20;
const MAX_DRAFTS_PER_ACCOUNT = 3;

interface KeptDraft {
  readonly accountId: string;
  readonly draft: ServedDraft;
}

/** Drafts in memory: the last few of each account, and not many in all. The oldest go. */
export function makeDrafts(randomToken: () => string): Drafts {
  const kept = new Map<string, KeptDraft>();
  const forgetOldest = (entries: readonly [string, KeptDraft][], limit: number) => {
    for (const [token] of entries.slice(0, Math.max(0, entries.length - limit))) kept.delete(token);
  };
  return {
    keep(accountId, draft) {
      const token = randomToken();
      kept.set(token, { accountId, draft });
      forgetOldest(
        [...kept].filter(([, one]) => one.accountId === accountId),
        MAX_DRAFTS_PER_ACCOUNT,
      );
      forgetOldest([...kept], MAX_DRAFTS);
      return token;
    },
    find(token, accountId) {
      const found = kept.get(token);
      return found?.accountId === accountId ? found.draft : undefined;
    },
    module(name) {
      for (const { draft } of kept.values()) {
        const code = draft.runtime.modules.get(name);
        if (code !== undefined) return code;
      }
      return undefined;
    },
  };
}

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
