import { setTimeout } from "node:timers/promises";
import type { Store, StoreTransaction, StoreTrouble, TableShape } from "../store.ts";
import { closeFile } from "./close-file.ts";
import type { Context } from "./context.ts";
import { createStoreFile } from "./create.ts";
import { type Connection, openConnection } from "./driver.ts";
import { watchStoreFile } from "./file-watch.ts";
import { findMisfits } from "./misfits.ts";
import { followedTables, makeTables, prepareTables } from "./prepare.ts";
import { readSeen } from "./seen-columns.ts";
import { getSetting, setSetting } from "./settings.ts";
import { isWorthShrinking, releasePages } from "./shrink.ts";
import { inspectStoreFile, noStore } from "./store-file.ts";
import type { Tables } from "./table.ts";
import { STORE_VERSION } from "./upgrade-steps.ts";
import { makeTransaction, makeView } from "./views.ts";

export interface SqliteStoreOptions {
  readonly file: string;
  /** Hears the text of every statement that reads or writes. */
  readonly observe?: (statement: string) => void;
  /** Told once when the store can no longer be read or written, and with undefined when it can again. */
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
}

const PROBE_SETTING = "probe";

/**
 * A store in one SQLite file, made (readable by its owner only) where it is missing. Rejects with StoreFileError where
 * the file is anything but a store of this version, and changes nothing then.
 *
 * Two connections: one writes, transaction after transaction; the other reads what is committed and never waits for it.
 * Other processes may have the same file open: their transactions and ours wait for each other, up to five seconds.
 */
export async function openSqliteStore({ file, observe, onTrouble }: SqliteStoreOptions): Promise<Store> {
  makeIfMissing(file);
  const writing = openConnection(file, observe);
  const reading = openConnection(file, observe);
  reading.exec("pragma query_only = on");
  let tables: Tables = new Map();
  let followed: readonly TableShape[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const contextOf = (connection: Connection) => () => {
    if (closed) throw new Error("The store is closed.");
    return { connection, tables };
  };
  const view = makeView(contextOf(reading));

  /** Runs when all that was queued before has ended. `commit` runs in the very moment of committing. */
  function write<T>(
    work: (context: () => Context) => Promise<T>,
    committed?: (value: T) => void,
  ): Promise<T> {
    const result = queue.then(async () => {
      const context = contextOf(writing);
      context();
      let over = false;
      writing.exec("begin immediate");
      try {
        const value = await work(() => {
          if (over) throw new Error("The transaction is over: something in it was not awaited.");
          // What comes after would be written, alone, outside of any.
          if (!writing.inTransaction) throw new Error("The transaction was rolled back by the engine.");
          return context();
        });
        // Closing may not have waited for it.
        context();
        writing.exec("commit");
        committed?.(value);
        return value;
      } catch (error) {
        if (!closed && writing.inTransaction) writing.exec("rollback");
        throw error;
      } finally {
        over = true;
      }
    });
    queue = result.catch(() => undefined);
    return result;
  }

  const watch = watchStoreFile({
    file,
    probe: () => write(async (context) => writeProbe(context())),
    tell: onTrouble,
  });

  function follow(shapes: readonly TableShape[], made: Tables): void {
    tables = made;
    followed = shapes;
  }

  return {
    prepare: (shapes) =>
      watch.during(async () => {
        await write(
          (context) => prepareTables(context().connection, shapes),
          (prepared) => follow(shapes, prepared),
        );
      }),
    async resume(shapes) {
      const found = followedTables(contextOf(reading)().connection, shapes);
      if (found !== undefined) follow(shapes, found);
      return found !== undefined;
    },
    async trouble() {
      contextOf(reading)();
      return watch.trouble();
    },
    async misfits(shapes) {
      const { connection } = contextOf(reading)();
      const seen = readSeen(connection);
      return findMisfits(connection, makeTables(shapes, seen).values(), seen);
    },
    prepared: () => followed,
    read: async (work) => work(view),
    write: <T>(work: (transaction: StoreTransaction) => Promise<T>) =>
      watch.during(() => write((context) => work(makeTransaction(context)))),
    async maintain() {
      const release = () => watch.during(() => write(async (context) => releasePages(context().connection)));
      try {
        if (!isWorthShrinking(contextOf(reading)().connection)) return;
        while (await release()) {
          // What a step moved reaches the file at once, so that it is never much for one of the commits that come.
          contextOf(reading)().connection.rows("pragma wal_checkpoint(passive)", []);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } catch (error) {
        if (!closed) throw error;
      }
    },
    async close(timeoutMs) {
      await (timeoutMs === undefined ? queue : Promise.race([queue, setTimeout(timeoutMs)]));
      if (closed) return;
      closed = true;
      watch.close();
      closeFile(writing, reading);
    },
  };
}

function makeIfMissing(file: string): void {
  const found = inspectStoreFile(file);
  if (found.state === "missing") createStoreFile(file);
  else if (found.state !== "store" || found.version !== STORE_VERSION) throw noStore(found, file);
}

/** Writes to see whether anything can be written. Another value each time: the same one would not reach the disk. */
function writeProbe(context: Context): void {
  setSetting(context, PROBE_SETTING, getSetting(context, PROBE_SETTING) === "0" ? "1" : "0");
}
