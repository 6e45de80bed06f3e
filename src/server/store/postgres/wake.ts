import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { serversLock } from "./advisory-locks.ts";
import { clientConfig, type Query, queryOn } from "./connection.ts";

/** Listeners are woken, and others told, at most so often. */
const INTERVAL_MS = 100;
/** How often the journal is looked at, and a connection tried, while none listens. */
const POLL_MS = 1000;

interface WakeOptions {
  readonly url: string;
  readonly schema: string;
  readonly query: Query;
}

/**
 * Tells listeners that another server has committed something, by NOTIFY. That only wakes them: what happened is in the journal.
 * While the connection that listens is lost, the journal is polled, and read again once there is another.
 */
export function makeWake({ url, schema, query }: WakeOptions) {
  const own = randomUUID();
  const channel = `store_${schema}`;
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let isStarted = false;
  let isClosed = false;
  let last: number | undefined;
  let poll: NodeJS.Timeout | undefined;

  const callAll = atMostEvery(INTERVAL_MS, () => {
    for (const listener of listeners) listener();
  });
  const tell = atMostEvery(INTERVAL_MS, () => {
    query(sql`select pg_notify(${channel}, ${own})`).catch(() => undefined);
  });

  async function listen(): Promise<void> {
    const next = new pg.Client(clientConfig({ url, schema }));
    const lose = () => {
      if (client !== next) return;
      client = undefined;
      next.end().catch(() => undefined);
      startPolling();
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", ({ payload }) => {
      if (payload !== own) callAll.soon();
    });
    try {
      await next.connect();
      client = next;
      await next.query(`listen "${channel}"`);
      // Until the connection ends: a move from the database refuses while a server runs.
      await queryOn(next)(sql`select pg_advisory_lock_shared(${serversLock(schema)})`);
    } catch (error) {
      if (client === next) client = undefined;
      next.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return void next.end().catch(() => undefined);
    clearInterval(poll);
    poll = undefined;
    // What was committed while nobody listened.
    callAll.soon();
  }

  function startPolling(): void {
    if (isClosed || poll !== undefined) return;
    let isTrying = false;
    poll = setInterval(async () => {
      if (isTrying) return;
      isTrying = true;
      await readPosition().catch(() => undefined);
      await listen().catch(() => undefined);
      isTrying = false;
    }, POLL_MS);
    poll.unref();
  }

  async function readPosition(): Promise<void> {
    const [found] = await query(
      sql<{ position: number | null }>`select max(position) as position from journal`,
    );
    if (last !== undefined && found?.position !== last) callAll.soon();
    last = found?.position ?? 0;
  }

  return {
    watch(listener: () => void): () => void {
      listeners.add(listener);
      if (!isStarted) {
        isStarted = true;
        listen().catch(startPolling);
      }
      return () => listeners.delete(listener);
    },
    /** After each transaction of this process. @param isCommitted whether there is something to tell others */
    ended(isCommitted: boolean): void {
      for (const listener of listeners) listener();
      if (isCommitted) tell.soon();
    },
    close(): void {
      isClosed = true;
      clearInterval(poll);
      callAll.stop();
      tell.stop();
      const ending = client;
      client = undefined;
      ending?.end().catch(() => undefined);
    },
  };
}

function atMostEvery(intervalMs: number, run: () => void): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let before = Number.NEGATIVE_INFINITY;
  return {
    soon() {
      if (timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          before = performance.now();
          run();
        },
        Math.max(0, before + intervalMs - performance.now()),
      );
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
