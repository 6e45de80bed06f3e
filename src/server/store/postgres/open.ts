import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { ChangeOrigin } from "../journal.ts";
import type { Store, StoreTransaction, StoreTrouble, WriteTrouble } from "../store.ts";
import { BusyError, NotReadError, NotStoredError } from "../store-errors.ts";
import type { TableShape } from "../table-shape.ts";
import { writeProbe } from "../write-probe.ts";
import type { Access } from "./access.ts";
import { makeCountCompaction } from "./compact-counts.ts";
import {
  ANY_TIME,
  databaseTroubleOf,
  isAway,
  isConflict,
  isTooSlow,
  makePool,
  type Observe,
  type Query,
  queryOn,
  withClient,
} from "./connection.ts";
import { prepareDatabase } from "./prepare-database.ts";
import {
  applyTables,
  followShapes,
  NO_TABLES,
  refusedByShapes,
  type ShapedTables,
} from "./shapes/apply-tables.ts";
import { makeSlots } from "./slots.ts";
import { makeSnapshotReads } from "./snapshots.ts";
import { makeStoreView, runWork } from "./store-view.ts";
import { DatabaseFailure, writeSerializably } from "./transactions.ts";
import { makeTroubleWatch } from "./trouble-watch.ts";
import { makeWake } from "./wake.ts";
import { within } from "./within.ts";

interface PostgresStoreOptions {
  /** postgres://… */
  readonly url: string;
  /** In which its tables are; lower case letters, digits and `_`. */
  readonly schema?: string;
  /** Called with the text and the values of every statement, but those that begin and end transactions. */
  readonly observe?: Observe;
  /** Called once when the store can no longer be written, and with undefined when it can again. */
  readonly onTrouble?: (trouble: StoreTrouble | undefined) => void;
}

/**
 * The writes of one server run one after another, in the order asked, as SQLite's do: so none of them makes another run again. Those
 * of several servers run beside each other.
 */
const MAX_WRITERS = 1;
const MAX_READERS = 6;

/**
 * A store in a PostgreSQL database, which several servers may share. Its tables are created where there are none.
 *
 * Every write is a SERIALIZABLE transaction, which runs again where another server's came in between. A connection outside of it
 * reads what is committed: the last position of the journal.
 */
export async function openPostgresStore({
  url,
  schema = "public",
  observe,
  onTrouble,
}: PostgresStoreOptions): Promise<Store> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema))
    throw new Error(`${JSON.stringify(schema)} is no name of a schema.`);
  // Sequential scans would make a write depend on all records of a table.
  const settings = ["enable_seqscan=off"];
  const writing = makePool({ url, schema, max: MAX_WRITERS + 1, settings });
  const reading = makePool({ url, schema, max: MAX_READERS });
  const apart = makePool({ url, schema, max: 2 });
  const pools = [writing, reading, apart];
  try {
    await prepareDatabase(apart, schema);
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.end()));
    throw error;
  }
  const committed = queryOn(apart);
  const slots = makeSlots(MAX_WRITERS);
  const reads = makeSnapshotReads(reading, observe);
  const wake = makeWake({ url, schema, query: reads.once });
  const compaction = makeCountCompaction(apart);
  const writers = new Set<pg.PoolClient>();
  let shaped: ShapedTables = NO_TABLES;
  let isClosing = false;
  let isClosed = false;

  const closedError = () => new Error("The store is closed.");
  function refuseClosed(): void {
    if (isClosed) throw closedError();
  }
  const accessBy = (query: Query): Access => {
    refuseClosed();
    const { tables, derived } = shaped;
    return { query, tables, derivedOf: (table) => derived.get(table) ?? [] };
  };
  const readable = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((error: unknown) => {
      if (isClosed) throw error;
      if (isTooSlow(error)) throw new BusyError("", { cause: error });
      if (!isAway(error)) throw error;
      troubles.noteAway();
      throw new NotReadError("The database cannot be reached.", { cause: error });
    });
  const once = async <T>(work: (access: Access) => Promise<T>) => readable(work(accessBy(reads.once)));
  const together = async <T>(work: (access: Access) => Promise<T>) => {
    refuseClosed();
    return readable(reads.together((query) => work(accessBy(query))));
  };
  const view = makeStoreView({ once, together, counts: together, journal: together });

  async function transact<T>(
    work: (transaction: StoreTransaction) => Promise<T>,
    origin: ChangeOrigin | undefined,
    { isTold } = { isTold: true },
  ): Promise<T> {
    let isCommitted = false;
    try {
      const { value, added } = await writeSerializably(
        {
          pool: writing,
          committed,
          shapes: () => (shaped === NO_TABLES ? undefined : shaped.version),
          followShapes: followOthers,
          observe,
          using: (client, isOver) => void (isOver ? writers.delete(client) : writers.add(client)),
        },
        (transaction) =>
          runWork(transaction, ({ query, pending }) => ({ ...accessBy(query), pending }), work, origin),
      );
      isCommitted = true;
      compaction.noteAdded(added);
      return value;
    } finally {
      if (isTold) wake.ended(isCommitted);
    }
  }

  /** Others may have applied these shapes again. */
  async function followOthers(): Promise<void> {
    const before = shaped;
    const found = await reads.together((query) => followShapes(query, before.shapes));
    if (found !== undefined && shaped === before) shaped = found;
  }

  /** Tells what the database says of itself from all else. */
  function refusal(error: unknown): unknown {
    if (isClosed) return closedError();
    if (isTooSlow(error)) return new BusyError("", { cause: error });
    const trouble = databaseTroubleOf(error);
    return trouble === undefined ? error : new NotStoredError(trouble, { cause: error });
  }

  async function write<T>(...asked: Parameters<typeof transact<T>>): Promise<T> {
    if (isClosing) throw closedError();
    return slots
      .run(async () => {
        refuseClosed();
        return transact(...asked);
      })
      .catch((error: unknown) => {
        // An error of the work's own may look like one of the database's.
        if (error instanceof DatabaseFailure) throw refusal(error.cause);
        throw isClosed ? closedError() : error;
      });
  }

  /** Runs alone: all writes wait, of other servers too. */
  async function alone<T>(work: (query: Query) => Promise<T>): Promise<T> {
    if (isClosing) throw closedError();
    try {
      return await withClient(writing, async ({ client }) => {
        writers.add(client);
        try {
          const begin = `begin isolation level read committed; set local statement_timeout = 0;
            set local idle_in_transaction_session_timeout = 0; set local enable_seqscan = on;
            lock table write_gate in exclusive mode`;
          await client.query({ text: begin, ...ANY_TIME });
          const value = await work(queryOn(client, observe, ANY_TIME));
          await client.query("commit");
          return value;
        } finally {
          writers.delete(client);
        }
      });
    } finally {
      wake.ended(true);
    }
  }

  async function applyAlone(shapes: readonly TableShape[]): Promise<void> {
    const apply = () => alone((query) => applyTables(query, queryOn(apart, observe), shapes));
    // Who read several tables may have been in the way.
    const applying = apply().catch((error: unknown) => {
      if (isConflict(error)) return apply();
      throw error;
    });
    shaped = { ...(await slots.alongside(applying)), shapes };
  }

  /** Others need not hear of it. */
  const probe = () => write(writeProbe, undefined, { isTold: false });
  const troubles = makeTroubleWatch({ probe, report: onTrouble });
  let probing: Promise<void> | undefined;
  /** Where one hangs, who asks later waits for the same one. */
  function probeOnce(): Promise<void> {
    probing ??= troubles.during(probe).finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return {
    applyShapes: (shapes) =>
      troubles.during(() =>
        applyAlone(shapes).catch((error: unknown) => {
          throw refusal(error);
        }),
      ),
    async resume(shapes) {
      refuseClosed();
      const found = await reads.together((query) => followShapes(query, shapes));
      if (found !== undefined) shaped = found;
      return found !== undefined;
    },
    async unconvertible(shapes) {
      refuseClosed();
      return reads.together((query) => refusedByShapes(query, shapes));
    },
    appliedShapes: () => shaped.shapes,
    read: async (work) => work(view),
    write: (work, origin) => troubles.during(() => write(work, origin)),
    watch: wake.watch,
    peers: wake.peers,
    async maintain() {
      if (!isClosing) await compaction.now();
    },
    async measure(now) {
      refuseClosed();
      const [found] = await reads.once(
        sql<{ bytes: string; sessions: string }>`select pg_database_size(current_database()) as bytes,
          (select count(*) from sessions where expires_at > ${now}) as sessions`,
      );
      return { bytes: Number(found?.bytes), sessions: Number(found?.sessions) };
    },
    async trouble() {
      refuseClosed();
      try {
        await within(PROBE_TIMEOUT_MS, probeOnce());
        return undefined;
      } catch (error) {
        const isReadable = await within(READ_TIMEOUT_MS, reads.once(sql`select 1`)).then(
          () => true,
          () => false,
        );
        return isReadable ? troubleOf(error) : "away";
      }
    },
    async close(timeoutMs) {
      isClosing = true;
      const ended = slots.ended();
      await (timeoutMs === undefined ? ended : Promise.race([ended, setTimeout(timeoutMs)]));
      if (isClosed) return;
      isClosed = true;
      slots.refuseWaiting(closedError());
      troubles.close();
      wake.close();
      // Their transactions are undone with their connections.
      const isHung = writers.size > 0;
      for (const client of writers) client.end().catch(() => undefined);
      await compaction.ended();
      const ending = pools.map((pool) => pool.end().catch(() => undefined));
      await Promise.all(isHung ? ending.slice(1) : ending);
    },
  };
}

/** Who asks after the store's health does not wait for long: a container's check has five seconds. */
const PROBE_TIMEOUT_MS = 2_500;
const READ_TIMEOUT_MS = 1_000;

function troubleOf(error: unknown): WriteTrouble {
  return error instanceof NotStoredError ? error.trouble : "failed";
}
