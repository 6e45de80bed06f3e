import { setTimeout } from "node:timers/promises";
import { inTurns, REAL_TURNS } from "../../in-turns.ts";
import type { ChangeOrigin } from "../journal.ts";
import type { Store, StoreTransaction, StoreTrouble } from "../store.ts";
import type { TableShape } from "../table-shape.ts";
import { makeTables, type Tables } from "../tables/table.ts";
import { writeProbe } from "../write-probe.ts";
import { makeSessionCache } from "./accounts/session-cache.ts";
import { countSessions } from "./accounts/sessions.ts";
import { applyShapes, followedTables } from "./apply-shapes.ts";
import type { Context } from "./context.ts";
import { readSeen } from "./convert-columns.ts";
import { type Connection, openConnection } from "./driver.ts";
import { closeFile } from "./file/close-file.ts";
import { createStoreFile } from "./file/create.ts";
import { watchStoreFile } from "./file/file-watch.ts";
import { isWorthShrinking, releasePages } from "./file/shrink.ts";
import { inspectStoreFile, noStore } from "./file/store-file.ts";
import { STORE_VERSION } from "./file/upgrade-steps.ts";
import { makeChangedRows } from "./filter/changed-rows.ts";
import { makeKeptTotals } from "./filter/kept-totals.ts";
import { makeSnapshots } from "./search/snapshots.ts";
import { findUnconvertible } from "./unconvertible.ts";
import { makeView, operations, runTransaction } from "./views.ts";
import { inTransaction, makeWriteQueue } from "./write-queue.ts";

interface SqliteStoreOptions {
  readonly file: string;
  /** Called with the text of every statement. */
  readonly observe?: (statement: string) => void;
  /** Called once when the store can no longer be read or written, and with undefined when it can again. */
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
  /** Another process may run on the file: closing then does not wait until the file alone is the whole store. */
  readonly isGuest?: boolean;
}

/**
 * A store in one SQLite file, created (readable by its owner only) where it is missing. Rejects with StoreFileError, and
 * changes nothing, where the file is anything but a store of this version.
 *
 * One connection writes, and three read what is committed without waiting for it: one in few statements, one in many steps,
 * one in thousands, so that no list waits for these.
 * Transactions of other processes on the same file and ours wait for each other, up to five seconds.
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
  const grouping = openConnection(file, observe);
  // It reads each page once.
  grouping.exec("pragma query_only = on; pragma cache_size = -4000");
  let tables: Tables = new Map();
  let followed: readonly TableShape[] = [];
  let isClosing = false;
  let isClosed = false;
  // On the writing connection, the number changes with the commits of other processes: no other connection here commits.
  const others = () => Number(writing.rows("pragma data_version", [])[0]?.[0]);
  const sessions = makeSessionCache(others);
  const rows = makeChangedRows();
  const totals = makeKeptTotals(rows, others);

  const contextOf = (connection: Connection) => (): Context => {
    if (isClosed) throw new Error("The store is closed.");
    return { connection, tables };
  };
  const countingOn = (connection: Connection, isInSteps: boolean) => () => ({
    ...contextOf(connection)(),
    totals: totals.asOfNow(connection, isInSteps),
  });
  const onWriting = () => ({ ...contextOf(writing)(), changed: rows });
  const onReading = countingOn(reading, false);
  const snapshots = makeSnapshots(stepping, countingOn(stepping, true));
  const groups = makeSnapshots(grouping, contextOf(grouping));
  const view = makeView(operations(onReading), snapshots.run, sessions.find, groups.run);
  const toWrite = () => onWriting().connection;
  const listeners = new Set<() => void>();
  const queue = makeWriteQueue(toWrite, (isCommitted) => {
    sessions.end();
    rows.end(isCommitted);
    for (const listener of listeners) listener();
  });

  function refuseClosing(): void {
    if (isClosing) throw new Error("The store is closed.");
  }

  async function write<T>(
    work: (transaction: StoreTransaction) => Promise<T>,
    origin?: ChangeOrigin,
  ): Promise<T> {
    refuseClosing();
    return queue.write(() => runTransaction(onWriting, { changes: sessions.changes, rows }, work, origin));
  }

  /** Runs a transaction that shares its commit with no write and may change anything in the file. */
  async function transact<T>(
    work: (connection: Connection) => Promise<T>,
    committed?: (value: T) => void,
  ): Promise<T> {
    refuseClosing();
    return queue.exclusive((connection) => {
      sessions.changes.addAll();
      rows.addAll();
      return inTransaction(toWrite, () => work(connection), committed);
    });
  }

  const watch = watchStoreFile({ file, probe: () => write(writeProbe), report: onTrouble });

  function follow(shapes: readonly TableShape[], made: Tables): void {
    tables = made;
    followed = shapes;
  }

  return {
    async applyShapes(shapes) {
      const apply = (connection: Connection) => applyShapes(connection, shapes);
      await watch.during(() => transact(apply, (made) => follow(shapes, made)));
    },
    async resume(shapes) {
      const found = followedTables(onReading().connection, shapes);
      if (found !== undefined) follow(shapes, found);
      return found !== undefined;
    },
    async measure(now) {
      const context = onReading();
      const [row] = context.connection.rows(
        "select page_count * page_size from pragma_page_count, pragma_page_size",
        [],
      );
      return { bytes: Number(row?.[0]), sessions: countSessions(context, now) };
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
    write: (work, origin) => watch.during(() => write(work, origin)),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async maintain() {
      const step = () => watch.during(() => transact(async (connection) => releasePages(connection)));
      try {
        if (!isWorthShrinking(onReading().connection)) return;
        while (await step()) {
          // Writes what the step moved to the file now, so that no later commit has much of it to write.
          onReading().connection.rows("pragma wal_checkpoint(passive)", []);
          await REAL_TURNS.turn();
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
      await Promise.all([snapshots.ended(), groups.ended()]);
      stepping.close();
      grouping.close();
      totals.close();
      closeFile(writing, reading, isGuest);
    },
  };
}

function makeIfMissing(file: string): void {
  const found = inspectStoreFile(file);
  if (found.state === "missing") createStoreFile(file);
  else if (found.state !== "store" || found.version !== STORE_VERSION) throw noStore(found, file);
}
