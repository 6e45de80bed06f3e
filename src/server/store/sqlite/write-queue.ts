import { REAL_TURNS } from "../../in-turns.ts";
import type { Connection } from "./driver.ts";

/** Most writes that share one commit: more save hardly anything, and the first of them waits for the last. */
export const MAX_GROUP_WRITES = 32;
/** A group also ends after writing so much: its commit blocks the event loop for 3 ms a megabyte. */
export const MAX_GROUP_LENGTH = 4 * 1024 * 1024;

/** After writing more, moving it from the journal into the file is a step of its own: in one with the commit it takes twice as long. */
const MAX_MOVED_LENGTH = 1024 * 1024;

/**
 * Runs writes one after another in the order asked. Those that wait at the same time share a transaction, and so one
 * fsync: their group commits when no write waits any more or the group is full.
 */
export interface WriteQueue {
  /**
   * Runs work in a savepoint of the group's transaction. Settles when the group is committed, a rejection too: its cause may
   * be an earlier write of the group. Where `work` rejects, only its own changes are undone. Where the transaction is lost,
   * all writes of the group reject with the reason, and nothing of them remains.
   */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** The job has the connection to itself and may begin a transaction. One that it leaves open is rolled back. */
  exclusive<T>(job: (connection: Connection) => Promise<T>): Promise<T>;
}

interface GroupedWrite {
  readonly kind: "write";
  /** Runs it in the open transaction. Answers what settles its promise after the commit; rejects where the transaction is lost. */
  run(): Promise<() => void>;
  reject(reason: unknown): void;
}

interface ExclusiveJob {
  readonly kind: "exclusive";
  /** Never rejects. */
  run(): Promise<void>;
}

/**
 * @param connection throws once the store is closed: nothing is begun or committed any more
 * @param ended called after a transaction or exclusive job, before any promise settles; false: not all of it is committed
 */
export function makeWriteQueue(
  connection: () => Connection,
  ended: (isCommitted: boolean) => void,
): WriteQueue {
  const waiting: (GroupedWrite | ExclusiveJob)[] = [];
  let isRunning = false;

  function add(job: GroupedWrite | ExclusiveJob): void {
    waiting.push(job);
    if (isRunning) return;
    isRunning = true;
    queueMicrotask(runAll);
  }

  async function runAll(): Promise<void> {
    for (let [job] = waiting; job !== undefined; [job] = waiting)
      if (job.kind === "write") await runGroup();
      else {
        waiting.shift();
        await job.run();
      }
    isRunning = false;
  }

  async function runGroup(): Promise<void> {
    const members: GroupedWrite[] = [];
    const answers: (() => void)[] = [];
    let isMoved = true;
    try {
      beginTransaction(connection());
      const before = connection().given;
      const isFull = () =>
        members.length === MAX_GROUP_WRITES || connection().given - before > MAX_GROUP_LENGTH;
      for (let write = takeWrite(); write !== undefined; write = await nextWrite(isFull())) {
        members.push(write);
        answers.push(await write.run());
      }
      isMoved = connection().given - before <= MAX_MOVED_LENGTH;
      if (!isMoved) {
        connection().exec("pragma wal_autocheckpoint = 0");
        // The end of a large write took its time too.
        await nextTurn();
      }
      connection().runText("commit", []);
    } catch (error) {
      rollBack(connection);
      ended(false);
      // Where no transaction could begin, those that wait would only wait as long for the next.
      if (members.length === 0) members.push(...takeWrites());
      for (const { reject } of members) reject(error);
      if (!isMoved) await moveIntoFile(connection);
      return;
    }
    ended(true);
    for (const answer of answers) answer();
    if (!isMoved) await moveIntoFile(connection);
  }

  function takeWrite(): GroupedWrite | undefined {
    const [job] = waiting;
    if (job?.kind !== "write") return undefined;
    waiting.shift();
    return job;
  }

  function takeWrites(): GroupedWrite[] {
    const taken: GroupedWrite[] = [];
    for (let write = takeWrite(); write !== undefined; write = takeWrite()) {
      taken.push(write);
      if (taken.length === MAX_GROUP_WRITES) break;
    }
    return taken;
  }

  /** Before a group ends, requests that have arrived get one turn of the event loop to join it. */
  async function nextWrite(isFull: boolean): Promise<GroupedWrite | undefined> {
    if (isFull) return undefined;
    if (waiting.length === 0) await nextTurn();
    return takeWrite();
  }

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        const run = () =>
          inSavepoint(connection, work).then((outcome) =>
            "error" in outcome ? () => reject(outcome.error) : () => resolve(outcome.value),
          );
        add({ kind: "write", run, reject });
      }),
    exclusive: (job) =>
      new Promise((resolve, reject) => {
        async function run() {
          try {
            const value = await job(connection());
            ended(true);
            resolve(value);
          } catch (error) {
            rollBack(connection);
            ended(false);
            reject(error);
          }
        }
        add({ kind: "exclusive", run });
      }),
  };
}

/** Runs work in its own transaction, in an exclusive job. `committed` runs in the same tick as the commit. */
export async function inTransaction<T>(
  connection: () => Connection,
  work: () => Promise<T>,
  committed?: (value: T) => void,
): Promise<T> {
  beginTransaction(connection());
  const value = await work();
  connection().runText("commit", []);
  committed?.(value);
  return value;
}

/** Moves what was committed from the journal into the file; where that fails, a later commit does. Until then it is as safe in the journal. */
async function moveIntoFile(connection: () => Connection): Promise<void> {
  await nextTurn();
  try {
    connection().exec("pragma wal_autocheckpoint = 1000");
    connection().rows("pragma wal_checkpoint(passive)", []);
  } catch {
    // The store was closed meanwhile, or its disk is full, which the next write reports.
  }
}

const { turn: nextTurn } = REAL_TURNS;

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/** Undoes what rejected work did; savepoints may be nested. Rejects where the transaction around it is lost. */
export async function inSavepoint<T>(
  connection: () => Connection,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  connection().exec("savepoint work");
  const outcome = await outcomeOf(work);
  const { inTransaction, exec } = connection();
  // SQLite itself rolls the whole transaction back after some errors: a full or unreadable disk, no memory.
  if (!inTransaction) throw lossOf(outcome);
  if ("error" in outcome) exec("rollback to work");
  exec("release work");
  return outcome;
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/** Why the transaction is lost, for all writes of the group: an error of SQLite, never one of a single write. */
function lossOf(outcome: Outcome<unknown>): unknown {
  const thrown = "error" in outcome ? outcome.error : undefined;
  for (let error = thrown; error instanceof Error; error = error.cause)
    if ("code" in error && String(error.code).startsWith("SQLITE_")) return error;
  return new Error("The transaction was rolled back by the engine.", { cause: thrown });
}

function beginTransaction(connection: Connection): void {
  // One that could not be rolled back before.
  if (connection.inTransaction) connection.runText("rollback", []);
  connection.runText("begin immediate", []);
}

function rollBack(connection: () => Connection): void {
  try {
    const { inTransaction, runText } = connection();
    if (inTransaction) runText("rollback", []);
  } catch {
    // The reason of the rollback is reported already. The next transaction, or closing the store, rolls back again.
  }
}
