import type { Drafts, ServedDraft } from "../drafts.ts";

/** Each holds a whole runtime. */
const MOST = 20;
const MOST_OF_ONE = 3;

interface Kept {
  readonly accountId: string;
  readonly draft: ServedDraft;
}

/** Drafts in memory: the last few of each account, and not many in all. The oldest go. */
export function keptDrafts(randomToken: () => string): Drafts {
  const kept = new Map<string, Kept>();
  const forgetOldest = (entries: readonly [string, Kept][], most: number) => {
    for (const [token] of entries.slice(0, Math.max(0, entries.length - most))) kept.delete(token);
  };
  return {
    keep(accountId, draft) {
      const token = randomToken();
      kept.set(token, { accountId, draft });
      forgetOldest(
        [...kept].filter(([, one]) => one.accountId === accountId),
        MOST_OF_ONE,
      );
      forgetOldest([...kept], MOST);
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
