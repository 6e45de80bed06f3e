import { setTimeout } from "node:timers/promises";
import type { Store, StoreTransaction, TableShape } from "../store.ts";
import { closeFile } from "./close-file.ts";
import type { Context } from "./context.ts";
import { createStoreFile } from "./create.ts";
import { type Connection, openConnection } from "./driver.ts";
import { findMisfits } from "./misfits.ts";
import { makeTables, prepareTables } from "./prepare.ts";
import { readSeen } from "./seen-columns.ts";
import { isWorthShrinking, releasePages } from "./shrink.ts";
import { makeSnapshots } from "./snapshots.ts";
import { inspectStoreFile, noStore } from "./store-file.ts";
import type { Tables } from "./table.ts";
import { STORE_VERSION } from "./upgrade-steps.ts";
import { makeTransaction, makeView } from "./views.ts";

export interface SqliteStoreOptions {
  readonly file: string;
  /** Hears the text of every statement that reads or writes. */
  readonly observe?: (statement: string) => void;
}

/**
 * A store in one SQLite file, made (readable by its owner only) where it is missing. Rejects with StoreFileError where
 * the file is anything but a store of this version, and changes nothing then.
 *
 * Three connections: one writes, transaction after transaction; the others read what is committed and never wait for it,
 * one in a single statement or few, one in many steps.
 * Other processes may have the same file open: their transactions and ours wait for each other, up to five seconds.
 */
export async function openSqliteStore({ file, observe }: SqliteStoreOptions): Promise<Store> {
  makeIfMissing(file);
  const writing = openConnection(file, observe);
  const reading = openConnection(file, observe);
  reading.exec("pragma query_only = on");
  const stepping = openConnection(file, observe);
  stepping.exec("pragma query_only = on");
  let tables: Tables = new Map();
  let followed: readonly TableShape[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let closed = false;

  const contextOf = (connection: Connection) => () => {
    if (closed) throw new Error("The store is closed.");
    return { connection, tables };
  };
  const snapshots = makeSnapshots(stepping, contextOf(stepping));
  const view = makeView(contextOf(reading), snapshots.run);

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

  return {
    async prepare(shapes) {
      await write(
        (context) => prepareTables(context().connection, shapes),
        (prepared) => {
          tables = prepared;
          followed = shapes;
        },
      );
    },
    async misfits(shapes) {
      const { connection } = contextOf(reading)();
      const seen = readSeen(connection);
      return findMisfits(connection, makeTables(shapes, seen).values(), seen);
    },
    prepared: () => followed,
    read: async (work) => work(view),
    write: <T>(work: (transaction: StoreTransaction) => Promise<T>) =>
      write((context) => work(makeTransaction(context))),
    async maintain() {
      try {
        if (!isWorthShrinking(contextOf(reading)().connection)) return;
        while (await write(async (context) => releasePages(context().connection))) {
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
      await snapshots.ended();
      stepping.close();
      closeFile(writing, reading);
    },
  };
}

function makeIfMissing(file: string): void {
  const found = inspectStoreFile(file);
  if (found.state === "missing") createStoreFile(file);
  else if (found.state !== "store" || found.version !== STORE_VERSION) throw noStore(found, file);
}
