import { setTimeout } from "node:timers/promises";
import { inTurns, REAL_TURNS } from "../../in-turns.ts";
import type { Store, StoreTransaction, StoreTrouble, TableShape } from "../store.ts";
import { applyShapes, followedTables, makeTables } from "./apply-shapes.ts";
import { readSeen } from "./convert-columns.ts";
import { type Connection, openConnection } from "./driver.ts";
import { closeFile } from "./file/close-file.ts";
import { createStoreFile } from "./file/create.ts";
import { watchStoreFile } from "./file/file-watch.ts";
import { isWorthShrinking, releasePages } from "./file/shrink.ts";
import { inspectStoreFile, noStore } from "./file/store-file.ts";
import { STORE_VERSION } from "./file/upgrade-steps.ts";
import { makeSnapshots } from "./search/snapshots.ts";
import { makeSessionCache } from "./session-cache.ts";
import type { Tables } from "./table.ts";
import { findUnconvertible } from "./unconvertible.ts";
import { makeView, runTransaction } from "./views.ts";
import { inTransaction, makeWriteQueue } from "./write-queue.ts";

export interface SqliteStoreOptions {
  readonly file: string;
  /** Hears the text of every statement that reads or writes. */
  readonly observe?: (statement: string) => void;
  /** Called once when the store can no longer be read or written, and with undefined when it can again. */
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
  /** Another process may run on the file: closing waits for nothing that it reads. Default false: then the one file is the whole store. */
  readonly isGuest?: boolean;
}

const PROBE_SETTING = "probe";

/**
 * A store in one SQLite file, made (readable by its owner only) where it is missing. Rejects with StoreFileError where
 * the file is anything but a store of this version, and changes nothing then.
 *
 * Three connections: one writes, transaction after transaction, each of them the writes that waited at the same time; the
 * others read what is committed and never wait for it, one in a single statement or few, one in many steps.
 * Other processes may have the same file open: their transactions and ours wait for each other, up to five seconds.
 */
export async function openSqliteStore({
  file,
  observe,
  onTrouble,
  isGuest = false,
}: SqliteStoreOptions): Promise<Store> {
  makeIfMissing(file);
  const writing = openConnection(file, observe);
  const reading = openConnection(file, observe);
  reading.exec("pragma query_only = on");
  const stepping = openConnection(file, observe);
  stepping.exec("pragma query_only = on");
  let tables: Tables = new Map();
  let followed: readonly TableShape[] = [];
  let isClosing = false;
  let isClosed = false;
  // Of the writing connection, the number tells the commits of all connections but itself; the other one commits nothing.
  const sessions = makeSessionCache(() => Number(writing.rows("pragma data_version", [])[0]?.[0]));

  const contextOf = (connection: Connection) => () => {
    if (isClosed) throw new Error("The store is closed.");
    return { connection, tables };
  };
  const onWriting = contextOf(writing);
  const onReading = contextOf(reading);
  const snapshots = makeSnapshots(stepping, contextOf(stepping));
  const view = makeView(onReading, snapshots.run, sessions.find);
  const toWrite = () => onWriting().connection;
  const queue = makeWriteQueue(toWrite, sessions.end);

  function refuseClosing(): void {
    if (isClosing) throw new Error("The store is closed.");
  }

  async function write<T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T> {
    refuseClosing();
    return queue.write(() => runTransaction(onWriting, sessions.changes, work));
  }

  /** Has the writing connection to itself; whatever is in the file may be another afterwards. */
  async function exclusive<T>(job: (connection: Connection) => Promise<T>): Promise<T> {
    refuseClosing();
    return queue.exclusive((connection) => {
      sessions.changes.addAll();
      return job(connection);
    });
  }

  const watch = watchStoreFile({
    file,
    probe: () => write(writeProbe),
    report: onTrouble,
  });

  function follow(shapes: readonly TableShape[], made: Tables): void {
    tables = made;
    followed = shapes;
  }

  return {
    applyShapes: (shapes) =>
      watch
        .during(() =>
          exclusive((connection) =>
            inTransaction(
              toWrite,
              () => applyShapes(connection, shapes),
              (prepared) => follow(shapes, prepared),
            ),
          ),
        )
        .then(() => undefined),
    async resume(shapes) {
      const found = followedTables(onReading().connection, shapes);
      if (found !== undefined) follow(shapes, found);
      return found !== undefined;
    },
    async trouble() {
      onReading();
      return watch.trouble();
    },
    async unconvertible(shapes) {
      const { connection } = onReading();
      const seen = readSeen(connection);
      await REAL_TURNS.turn();
      const tables = await inTurns(makeTables(shapes, seen), REAL_TURNS);
      return findUnconvertible(connection, tables.values(), seen);
    },
    appliedShapes: () => followed,
    read: async (work) => work(view),
    write: (work) => watch.during(() => write(work)),
    async maintain() {
      const step = () =>
        watch.during(() =>
          exclusive((connection) => inTransaction(toWrite, async () => releasePages(connection))),
        );
      try {
        if (!isWorthShrinking(onReading().connection)) return;
        while (await step()) {
          // What a step moved reaches the file at once, so that it is never much for one of the commits that come.
          onReading().connection.rows("pragma wal_checkpoint(passive)", []);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } catch (error) {
        if (!isClosing) throw error;
      }
    },
    async close(timeoutMs) {
      isClosing = true;
      const ended = queue.exclusive(async () => undefined).catch(() => undefined);
      await (timeoutMs === undefined ? ended : Promise.race([ended, setTimeout(timeoutMs)]));
      if (isClosed) return;
      isClosed = true;
      watch.close();
      await snapshots.ended();
      stepping.close();
      closeFile(writing, reading, isGuest);
    },
  };
}

function makeIfMissing(file: string): void {
  const found = inspectStoreFile(file);
  if (found.state === "missing") createStoreFile(file);
  else if (found.state !== "store" || found.version !== STORE_VERSION) throw noStore(found, file);
}

/** Writes to see whether anything can be written. Another value each time: the same one would not reach the disk. */
async function writeProbe(transaction: StoreTransaction): Promise<void> {
  const last = await transaction.setting(PROBE_SETTING);
  await transaction.setSetting(PROBE_SETTING, last === "0" ? "1" : "0");
}
