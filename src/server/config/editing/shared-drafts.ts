import type { Store } from "../../store/store.ts";
import { unlessNotStored } from "../../store/store-errors.ts";
import type { Runtime } from "../runtime.ts";
import { MAX_DRAFTS_PER_ACCOUNT } from "./drafts.ts";

export type DraftTexts = ReadonlyMap<string, string | null>;

/** As it is stored, with the names of the validators that only it has. */
interface StoredDraft {
  readonly token: string;
  readonly texts: readonly (readonly [path: string, text: string | null])[];
  readonly modules: readonly string[];
}

const DRAFTS = "config-draft/";
const MODULES = "config-draft-module/";

/**
 * The texts of drafts in the database of several servers: each can make a draft whose token another one gave. Their validators
 * too, since an import says neither whose it is nor of which draft. A server alone keeps none.
 */
export function makeSharedDrafts(store: Store) {
  const isAlone = store.peers === undefined;
  const draftsOf = (stored: string | undefined): readonly StoredDraft[] => JSON.parse(stored ?? "[]");

  return {
    /** @param served what it has, every server has */
    async put(
      accountId: string,
      made: { readonly token: string; readonly texts: DraftTexts; readonly runtime: Runtime },
      served: Runtime,
    ): Promise<void> {
      if (isAlone) return;
      const { token, texts, runtime } = made;
      const own = [...runtime.modules].filter(([name]) => !served.modules.has(name));
      const draft: StoredDraft = { token, texts: [...texts], modules: own.map(([name]) => name) };
      const written = store.write(async (transaction) => {
        const before = draftsOf(await transaction.setting(DRAFTS + accountId));
        const kept = [...before, draft].slice(-MAX_DRAFTS_PER_ACCOUNT);
        const named = new Set(kept.flatMap(({ modules }) => modules));
        for (const name of new Set(before.flatMap(({ modules }) => modules)))
          if (!named.has(name)) await transaction.setSetting(MODULES + name, undefined);
        for (const [name, code] of own) await transaction.setSetting(MODULES + name, code);
        await transaction.setSetting(DRAFTS + accountId, JSON.stringify(kept));
      });
      // Then it is this server's own.
      await written.catch(unlessNotStored);
    },
    /** undefined for one that is not among the account's last ones. */
    async texts(accountId: string, token: string): Promise<DraftTexts | undefined> {
      if (isAlone) return undefined;
      const stored = await store.read((view) => view.setting(DRAFTS + accountId));
      const found = draftsOf(stored).find((draft) => draft.token === token);
      return found && new Map(found.texts);
    },
    /** The validator module of this file name, from any draft. */
    async module(name: string): Promise<string | undefined> {
      return isAlone ? undefined : store.read((view) => view.setting(MODULES + name));
    },
  };
}
