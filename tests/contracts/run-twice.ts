import { setTimeout } from "node:timers/promises";
import type { ChangeOrigin } from "../../src/server/store/journal.ts";
import type { Store, StoreTransaction } from "../../src/server/store/store.ts";

/** Ends a run that does not count. */
class Again extends Error {}

/**
 * The store with the work of every write run twice, as an engine may: what the first run did in its transaction is
 * undone, what it answered or threw is not told. Work with an effect outside its transaction has it twice.
 */
export function runTwice(store: Store): Store {
  const underWay = new Set<Promise<unknown>>();

  async function write<T>(
    work: (transaction: StoreTransaction) => Promise<T>,
    origin: ChangeOrigin | undefined,
  ): Promise<T> {
    let runs = 0;
    const first = store.write(async (transaction) => {
      runs += 1;
      await work(transaction);
      throw new Again();
    }, origin);
    await first.catch((error: unknown) => {
      // Not the work's: the store did not get as far as running it.
      if (runs === 0) throw error;
    });
    return store.write(work, origin);
  }

  return {
    ...store,
    write(work, origin) {
      const written = write(work, origin);
      const end = () => void underWay.delete(written);
      underWay.add(written);
      written.then(end, end);
      return written;
    },
    async close(timeoutMs) {
      const ended = Promise.allSettled(underWay);
      await (timeoutMs === undefined ? ended : Promise.race([ended, setTimeout(timeoutMs)]));
      await store.close(timeoutMs);
    },
  };
}
