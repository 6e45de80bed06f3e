/** Follows what is published in the database, by whichever server. */
import type { PublishedFolder } from "../server/config/published-folder.ts";
import type { Effects } from "../server/effects.ts";
import type { Store } from "../server/store/store.ts";

interface WatchParts {
  readonly store: Pick<Store, "watch">;
  readonly folder: Pick<PublishedFolder, "version">;
  readonly effects: Pick<Effects, "wait">;
  /** Reads the published files and serves them. Answers whether that was possible. */
  look(): Promise<boolean>;
}

/** Tells the operator, once for each state, which files of this server's folder are not what is published. */
export function tellDifferences(
  folder: Pick<PublishedFolder, "differences">,
  log: (text: string) => void,
): () => Promise<void> {
  let told = "";
  return async () => {
    const paths = await folder.differences().catch(() => undefined);
    if (paths === undefined || paths.join() === told) return;
    told = paths.join();
    if (paths.length > 0)
      log(
        `config: CONFIG_DIR is not what is published and served: ${paths.join(", ")}. "npm run publish-config" publishes it.`,
      );
  };
}

/** Asked even where no commit was heard of. */
const LOOK_EVERY_MS = 5_000;
/** What is committed together is looked at together. */
const GATHER_MS = 100;

/** Calls `look` at the beginning, whenever another version is published, and again where that could not be served. */
export function watchPublished({ store, folder, effects, look }: WatchParts) {
  const closing = new AbortController();
  let heard = new AbortController();
  const unwatch = store.watch(() => heard.abort());

  async function watch(): Promise<void> {
    let seen: string | undefined;
    let isBehind = true;
    while (!closing.signal.aborted) {
      // Where the database is away, nothing is looked at. Before the files are read: what is published meanwhile causes another look.
      heard = new AbortController();
      const version = await folder.version().catch(() => seen);
      if (isBehind || version !== seen) isBehind = !(await look());
      seen = version;
      const either = AbortSignal.any([closing.signal, heard.signal]);
      await effects.wait(LOOK_EVERY_MS, either).catch(() => undefined);
      await effects.wait(GATHER_MS, closing.signal).catch(() => undefined);
    }
  }
  const watching = watch();
  return {
    /** Resolves after a look under way. */
    close(): Promise<void> {
      closing.abort();
      unwatch();
      return watching;
    },
  };
}
