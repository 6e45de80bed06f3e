import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { BusyError, UnknownOutcomeError } from "../store-errors.ts";
import type { WriteAccess } from "./access.ts";
import {
  databaseTroubleOf,
  isAway,
  isConflict,
  type Observe,
  type Query,
  queryOn,
  stateOf,
  withClient,
} from "./connection.ts";
import { makePending, type PendingWrites, type WrittenEntry } from "./pending-writes.ts";

/** An open transaction that writes. */
export interface OpenTransaction {
  /** Runs an operation after those that were begun before it: each is whole before the next begins. */
  operate<T>(operation: (access: Pick<WriteAccess, "query" | "pending">) => Promise<T>): Promise<T>;
  /** Runs a part: where it rejects, only what it did is undone. */
  part<T>(work: () => Promise<T>): Promise<T>;
}

interface TransactionOptions {
  readonly pool: pg.Pool;
  /** Asks what is committed now. */
  readonly committed: Query;
  /** How often shapes were applied when the tables were made that the work uses; undefined where it uses none. */
  readonly shapes: () => number | undefined;
  /** Takes others' number for it where the tables are still those of this server's shapes. */
  readonly followShapes: () => Promise<void>;
  readonly observe: Observe | undefined;
  /** Called with each connection as its transaction begins, and when it is over. */
  readonly using: (client: pg.PoolClient, isOver: boolean) => void;
}

/** Another server has applied shapes that this one does not know. */
class OtherShapesError extends Error {
  override readonly name = "OtherShapesError";
}

/** The database failed, and not the work: `cause` says how. */
export class DatabaseFailure extends Error {}

const TRIES_AMONG_OTHERS = 3;
const MAX_TRIES = 8;
const MAX_PAUSE_MS = 20;
/** This server may have applied them a moment ago, and not be told yet that they are stored. */
const SHAPES_PAUSE_MS = 25;

interface WrittenValue<T> {
  readonly value: T;
  /** How many rows it added to the counts. */
  readonly added: number;
}

/**
 * Runs work in a SERIALIZABLE transaction, again and again while another one comes in between. After a few times it runs alone: the
 * others wait at the gate. That is locked before the transaction's first query, so that its snapshot has all that was committed
 * until then.
 */
export async function writeSerializably<T>(
  options: TransactionOptions,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<WrittenValue<T>> {
  for (let tries = 1; ; tries += 1) {
    const isAlone = tries > TRIES_AMONG_OTHERS;
    try {
      return await attempt(options, work, isAlone);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (tries === MAX_TRIES)
        throw new DatabaseFailure("", { cause: new BusyError("", { cause: error.cause }) });
      if (error.cause instanceof OtherShapesError) {
        await setTimeout(SHAPES_PAUSE_MS * tries);
        // Where it cannot, the next try finds out why.
        await options.followShapes().catch(() => undefined);
      } else if (!isAlone) await setTimeout(Math.random() * MAX_PAUSE_MS * tries);
    }
  }
}

class Conflict extends Error {}

async function attempt<T>(
  { pool, committed, shapes, observe, using }: TransactionOptions,
  work: (transaction: OpenTransaction) => Promise<T>,
  isAlone: boolean,
): Promise<WrittenValue<T>> {
  /** Why the transaction can only be rolled back: what the work makes of the error does not matter. */
  let failure: { readonly error: unknown } | undefined;
  const noted = async <R>(asked: Promise<R>): Promise<R> => {
    try {
      return await asked;
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  let isConnected = false;
  const written = withClient(pool, async ({ client }) => {
    isConnected = true;
    using(client, false);
    const ask = queryOn(client, observe);
    const query: Query = async (asked) => {
      if (failure !== undefined) throw failure.error;
      return noted(ask(asked));
    };
    try {
      const version = await noted(begin(client, isAlone));
      // This server's own, which waited for this one to end, are known in a moment.
      const known = shapes();
      if (known !== undefined && version !== known)
        throw new Conflict("", { cause: new OtherShapesError("Another server has applied other shapes.") });
      // Asked by another connection, whose loss ends this transaction too.
      const pending = makePending(query, (asked) => noted(committed(asked)));
      const value = await work(
        makeTransaction(query, pending, {
          get: () => failure,
          clear: () => {
            failure = undefined;
          },
        }),
      );
      if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
      await pending.writeCounts();
      await pending.writeEntries();
      await commit(ask, committed, pending.lastEntry).catch((error: unknown) => {
        failure ??= { error };
        throw error;
      });
      return { value, added: pending.added };
    } catch (error) {
      if (failure === undefined) throw error;
      const { error: cause } = failure as { readonly error: unknown };
      throw isConflict(cause) ? new Conflict("", { cause }) : new DatabaseFailure("", { cause });
    } finally {
      using(client, true);
    }
  });
  return written.catch((error: unknown) => {
    throw isConnected ? error : new DatabaseFailure("", { cause: error });
  });
}

/** How long it is tried to learn whether a transaction was committed. */
const MAX_ASKS = 20;
const ASK_PAUSE_MS = 250;

/** Where the answer is lost, the database is asked by another connection what became of it. */
async function commit(query: Query, committed: Query, last: WrittenEntry | undefined): Promise<void> {
  try {
    await query(sql`commit`);
  } catch (error) {
    if (!isAway(error)) throw error;
    const outcome = last === undefined ? undefined : await outcomeOf(committed, last);
    if (outcome === "stored") return;
    if (outcome === "notStored") throw error;
    throw new UnknownOutcomeError("The database did not say whether it was stored.", { cause: error });
  }
}

/** undefined where the database does not say in time. */
async function outcomeOf(committed: Query, entry: WrittenEntry): Promise<"stored" | "notStored" | undefined> {
  for (let asks = 0; asks < MAX_ASKS; asks += 1) {
    try {
      const found = await committed(
        sql<{ status: string | null }>`select pg_xact_status(${entry.transactionId}::xid8) as status`,
      );
      if (found[0]?.status === "aborted") return "notStored";
      // By a statement of its own: its snapshot is later than the end of the transaction.
      if (found[0]?.status !== "in progress")
        return (await isThere(committed, entry)) ? "stored" : "notStored";
    } catch (error) {
      if (stateOf(error) === NUMBER_NOT_GIVEN) return "notStored";
    }
    await setTimeout(ASK_PAUSE_MS);
  }
  return undefined;
}

/** The database has crashed, and does not know the transaction's number any more: it was lost with it. */
const NUMBER_NOT_GIVEN = "22023";

async function isThere(committed: Query, { position, changeId, recordId }: WrittenEntry): Promise<boolean> {
  const found = await committed(sql`select 1 from journal where position = ${position}
    and change_id = ${changeId} and record_id = ${recordId}`);
  return found.length > 0;
}

/** Answers how often shapes were applied. `lock` takes no snapshot: the query behind it does. */
async function begin(client: pg.PoolClient, isAlone: boolean): Promise<number> {
  const results: unknown = await client.query(`begin isolation level serializable;
    lock table write_gate in ${isAlone ? "exclusive" : "row share"} mode;
    select version from shapes_version`);
  // The driver's types know no query of several statements.
  const last = (results as readonly pg.QueryResult<{ version: number }>[]).at(-1);
  return last?.rows[0]?.version ?? 0;
}

interface Failure {
  get(): { readonly error: unknown } | undefined;
  clear(): void;
}

function makeTransaction(query: Query, pending: PendingWrites, failure: Failure): OpenTransaction {
  let last: Promise<unknown> = Promise.resolve();
  function next<T>(run: () => Promise<T>): Promise<T> {
    const running = last.then(run);
    last = running.catch(() => undefined);
    return running;
  }
  return {
    operate: (operation) => next(() => operation({ query, pending })),
    async part(work) {
      const undo = await next(async () => {
        await query(sql`savepoint work`);
        return pending.mark();
      });
      try {
        const value = await work();
        await next(() => query(sql`release savepoint work`));
        return value;
      } catch (error) {
        await next(async () => {
          const failed = failure.get();
          // What came in between undoes all of it; an error of the part alone does not.
          if (
            failed !== undefined &&
            (isConflict(failed.error) || databaseTroubleOf(failed.error) !== undefined)
          )
            throw failed.error;
          failure.clear();
          await query(sql`rollback to savepoint work`);
          await query(sql`release savepoint work`);
          undo();
        });
        throw error;
      }
    },
  };
}
