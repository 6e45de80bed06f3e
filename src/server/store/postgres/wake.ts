import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import type { Json } from "../../../model/record.ts";
import type { Peers } from "../peers.ts";
import { serversLock } from "./advisory-locks.ts";
import { clientConfig, type Query, queryOn } from "./connection.ts";
import { packed, readPeerMessages, writePeerMessage } from "./peer-messages.ts";
import { within } from "./within.ts";

/** Listeners are woken, and others told, at most so often. */
const INTERVAL_MS = 100;
/** How often the journal is looked at, and a connection tried, while none listens. */
const POLL_MS = 1000;
/**
 * How often a connection that listens has to hear this server itself, and how soon: it may be lost without a sign, or be one that
 * hears nothing.
 */
const BEATS = { everyMs: 10_000, heardWithinMs: 3_000 };
const BEAT = "beat";
interface WakeOptions {
  readonly url: string;
  readonly schema: string;
  readonly query: Query;
  readonly beats?: typeof BEATS;
}

/**
 * Tells listeners that another server has committed something, by NOTIFY. That only wakes them: what happened is in the journal.
 * While the connection that listens is lost, the journal is polled, and read again once there is another. What servers tell each other
 * goes the same way, and is lost meanwhile.
 */
export function makeWake({ url, schema, query, beats = BEATS }: WakeOptions) {
  const own = randomUUID();
  /** Says only that the server lives. */
  const ownBeat = `${BEAT} ${own}`;
  const channel = `store_${schema}`;
  const peersChannel = `peers_${schema}`;
  const heard = new Map<string, Set<(message: Json) => void>>();
  let untold: string[] = [];
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let isStarted = false;
  let isClosed = false;
  let last: number | undefined;
  let poll: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let hearOwn: (() => void) | undefined;

  const callAll = atMostEvery(INTERVAL_MS, () => {
    for (const listener of listeners) listener();
  });
  const tell = atMostEvery(INTERVAL_MS, () => {
    query(sql`select pg_notify(${channel}, ${own})`).catch(() => undefined);
  });
  const tellPeers = atMostEvery(INTERVAL_MS, () => {
    const told = untold;
    untold = [];
    for (const payload of packed(told))
      query(sql`select pg_notify(${peersChannel}, ${payload})`).catch(() => undefined);
  });

  function hearPeers(payload: string): void {
    for (const { topic, message } of readPeerMessages(payload, own))
      for (const listener of heard.get(topic) ?? []) listener(message);
  }

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    listen().catch(startPolling);
  }

  async function listen(): Promise<void> {
    const next = new pg.Client(clientConfig({ url, schema }));
    const lose = () => {
      if (client !== next) return;
      client = undefined;
      clearInterval(beat);
      next.end().catch(() => undefined);
      startPolling();
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", ({ channel: on, payload }) => {
      if (on === peersChannel) hearPeers(payload ?? "");
      else if (payload === ownBeat) hearOwn?.();
      else if (payload !== own && !payload?.startsWith(BEAT)) callAll.soon();
    });
    try {
      await next.connect();
      client = next;
      await next.query(`listen "${channel}"; listen "${peersChannel}"`);
      // Until the connection ends: a move from the database refuses while a server runs.
      await queryOn(next)(sql`select pg_advisory_lock_shared(${serversLock(schema)})`);
      await requireHeard();
    } catch (error) {
      if (client === next) client = undefined;
      next.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return void next.end().catch(() => undefined);
    clearInterval(poll);
    poll = undefined;
    beat = setInterval(() => requireHeard().catch(lose), beats.everyMs);
    beat.unref();
    // What was committed while nobody listened.
    callAll.soon();
  }

  /** Rejects where what this server says of itself is not heard by it. */
  async function requireHeard(): Promise<void> {
    const heard = new Promise<void>((resolve) => {
      hearOwn = resolve;
    });
    const told = query(sql`select pg_notify(${channel}, ${ownBeat})`);
    await within(beats.heardWithinMs, Promise.all([heard, told]));
  }

  function startPolling(): void {
    if (isClosed || poll !== undefined) return;
    const [read, tryAgain] = [readPosition, listen].map(oneAtATime);
    poll = setInterval(() => {
      read?.();
      tryAgain?.();
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

  const peers: Peers = {
    tell(topic, message) {
      const told = writePeerMessage(own, { topic, message });
      if (isClosed || told === undefined) return;
      untold.push(told);
      tellPeers.soon();
    },
    hear(topic, listener) {
      const listeners = heard.get(topic) ?? new Set();
      heard.set(topic, listeners.add(listener));
      start();
      return () => listeners.delete(listener);
    },
  };

  return {
    peers,
    watch(listener: () => void): () => void {
      listeners.add(listener);
      start();
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
      clearInterval(beat);
      callAll.stop();
      tell.stop();
      tellPeers.stop();
      const ending = client;
      client = undefined;
      ending?.end().catch(() => undefined);
    },
  };
}

/** Runs it unless it runs still. What goes wrong is found again the next time. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    run()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
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
