import type { Store } from "../../store/store.ts";
import type { Runtime } from "../runtime.ts";

/** Each has a whole runtime in memory. */
const MAX_DRAFTS = 20;
export const MAX_DRAFTS_PER_ACCOUNT = 3;

/** A draft of the config with which GETs can be answered. */
export interface ServedDraft {
  readonly runtime: Runtime;
  /** The stored records as they would be. Its `write` is never called: the dispatch refuses whatever is no GET. */
  readonly store: Store;
}

/** The last drafts of each account. Older ones are deleted; a browser then makes its draft again. */
export function makeDrafts(randomToken: () => string) {
  const kept = new Map<string, { readonly accountId: string; readonly draft: ServedDraft }>();
  const deleteOldest = (tokens: readonly string[], limit: number) => {
    for (const token of tokens.slice(0, -limit)) kept.delete(token);
  };
  return {
    /**
     * @param token one that another server gave; default: a new one
     * @returns the token for `find`
     */
    keep(accountId: string, draft: ServedDraft, token = randomToken()): string {
      kept.set(token, { accountId, draft });
      const own = [...kept.keys()].filter((one) => kept.get(one)?.accountId === accountId);
      deleteOldest(own, MAX_DRAFTS_PER_ACCOUNT);
      deleteOldest([...kept.keys()], MAX_DRAFTS);
      return token;
    },
    /** undefined for a deleted draft, and for another account's. */
    find(token: string, accountId: string): ServedDraft | undefined {
      const found = kept.get(token);
      return found?.accountId === accountId ? found.draft : undefined;
    },
    /** The validator module of this file name, from any draft. */
    module(name: string): string | undefined {
      const modules = [...kept.values()].map(({ draft }) => draft.runtime.modules.get(name));
      return modules.find((code) => code !== undefined);
    },
  };
}

export type Drafts = ReturnType<typeof makeDrafts>;
