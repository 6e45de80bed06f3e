import type { Store, StoreTransaction } from "../store/store.ts";
import type { ConfigFolder } from "./config-source.ts";
import { changedFiles, type Files } from "./served-files.ts";
import { storedFiles } from "./stored-files.ts";

/** The config of all servers on one database: what was published last counts, whatever folder a server has. */
export interface PublishedFolder extends ConfigFolder {
  /** Changes with each publication: quick to ask. */
  version(): Promise<string | undefined>;
  /** The files of this server's folder that are others than the published ones. */
  differences(): Promise<readonly string[]>;
  /** Publishes this server's folder. */
  publish(): Promise<void>;
  /** The same where nothing was ever published. */
  publishFirst(): Promise<void>;
  /** Of a store that came back from a database to a file: nothing is published, its server's folder counts. */
  forget(): Promise<void>;
}

const published = storedFiles("config.published", () => new Map());
const VERSION = "config.publishedVersion";

/**
 * @param local the folder of this server: what is published from it, and the pictures of samples
 * @param newVersion never the same twice
 */
export function publishedFolder(
  store: Store,
  local: ConfigFolder,
  newVersion: () => string,
): PublishedFolder {
  const read = () => store.read(published.read);

  async function put(transaction: StoreTransaction, files: Files, before: Files): Promise<void> {
    await published.write(transaction, files, before);
    await transaction.setSetting(VERSION, newVersion());
  }

  async function publish(isWanted: (before: Files) => boolean): Promise<void> {
    const files = await local.read();
    await store.write(async (transaction) => {
      const before = await published.read(transaction);
      if (isWanted(before)) await put(transaction, files, before);
    });
  }
  return {
    read,
    pictures: () => local.pictures(),
    isWritable: async () => true,
    async write(files) {
      await store.write(async (transaction) => {
        const before = await published.read(transaction);
        const after = new Map(before);
        for (const [path, text] of files)
          if (text === null) after.delete(path);
          else after.set(path, text);
        await put(transaction, after, before);
      });
    },
    version: () => store.read((view) => view.setting(VERSION)),
    differences: async () => changedFiles(await read(), await local.read()),
    publish: () => publish(() => true),
    publishFirst: () => publish((before) => before.size === 0),
    async forget() {
      const before = await read();
      if (before.size === 0) return;
      await store.write(async (transaction) => {
        await published.write(transaction, new Map(), before);
        await transaction.setSetting(VERSION, undefined);
      });
    },
  };
}
