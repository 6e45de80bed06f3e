import type { StoreTransaction, StoreView } from "../store/store.ts";

/**
 * Texts by the path of a config file, in the store's settings, so that one backup holds them and the records. Each has a
 * setting of its own: what changes one file of a large config writes no more than that one.
 */
interface StoredFiles {
  /** Empty where none were ever written. */
  read(view: StoreView): Promise<ReadonlyMap<string, string>>;
  /** @param before what `read` answered last: what is there already is not written again */
  write(
    transaction: StoreTransaction,
    after: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string>,
  ): Promise<void>;
}

/**
 * @param name of the settings
 * @param readOld reads the one text in which versions until November 2026 kept all of them, under the bare name
 */
export function storedFiles(
  name: string,
  readOld: (text: string) => ReadonlyMap<string, string>,
): StoredFiles {
  const prefix = `${name}/`;
  return {
    async read(view) {
      const old = await view.setting(name);
      return old === undefined ? view.settings(prefix) : readOld(old);
    },
    async write(transaction, after, before) {
      const isOld = (await transaction.setting(name)) !== undefined;
      if (isOld) await transaction.setSetting(name, undefined);
      const known = isOld ? new Map<string, string>() : before;
      for (const path of new Set([...known.keys(), ...after.keys()])) {
        const text = after.get(path);
        if (text !== known.get(path)) await transaction.setSetting(prefix + path, text);
      }
    },
  };
}
