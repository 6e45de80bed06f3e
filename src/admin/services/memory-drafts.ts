import type { Draft, DraftStore } from "./drafts.ts";

/** FormDrafts that end with the page. */
export function makeMemoryDrafts(): DraftStore {
  const drafts = new Map<string, Draft>();
  const claimed = new Set<string>();
  const all = () => [...drafts.values()];
  const removeWhere = (test: (draft: Draft) => boolean) => {
    for (const draft of all()) if (test(draft)) drafts.delete(draft.id);
  };
  return {
    find: async (account, address) =>
      all()
        .filter((draft) => draft.account === account && draft.address === address)
        .sort((one, other) => other.typedAt - one.typedAt),
    list: async (account) =>
      all()
        .filter((draft) => draft.account === account)
        .sort((one, other) => other.typedAt - one.typedAt),
    async put(draft) {
      // Refuses what no browser could store. The clone is of no use: Node's of a file has no name.
      structuredClone(draft);
      drafts.set(draft.id, draft);
    },
    async remove(id) {
      drafts.delete(id);
    },
    async removeAll(account) {
      removeWhere((draft) => draft.account === account);
    },
    async expire(since) {
      removeWhere(({ typedAt }) => typedAt <= since);
      return drafts.size > 0;
    },
    async claim(id) {
      if (claimed.has(id)) return undefined;
      claimed.add(id);
      return async () => {
        claimed.delete(id);
      };
    },
    claimed: async () => new Set(claimed),
  };
}
