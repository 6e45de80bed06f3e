import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import type { Json } from "../../../model/record.ts";
import { isObject } from "../../../record/json.ts";
import type { Peers } from "../peers.ts";
import { serversLock } from "./advisory-locks.ts";
import { clientConfig, type Query, queryOn } from "./connection.ts";

/** Listeners are woken, and others told, at most so often. */
const INTERVAL_MS = 100;
/** How often the journal is looked at, and a connection tried, while none listens. */
const POLL_MS = 1000;
/** PostgreSQL takes up to 8,000 bytes at once. */
const MAX_PAYLOAD_BYTES = 7_900;
const MAX_MESSAGE_BYTES = 7_000;

interface WakeOptions {
  readonly url: string;
  readonly schema: string;
  readonly query: Query;
}

/**
 * Tells listeners that another server has committed something, by NOTIFY. That only wakes them: what happened is in the journal.
 * While the connection that listens is lost, the journal is polled, and read again once there is another. What servers tell each other
 * goes the same way, and is lost meanwhile.
 */
export function makeWake({ url, schema, query }: WakeOptions) {
  const own = randomUUID();
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

  const callAll = atMostEvery(INTERVAL_MS, () => {
    for (const listener of listeners) listener();
  });
  const tell = atMostEvery(INTERVAL_MS, () => {
    query(sql`select pg_notify(${channel}, ${own})`).catch(() => undefined);
  });
  const tellPeers = atMostEvery(INTERVAL_MS, () => {
    const told = untold;
    untold = [];
    for (const payload of packed(told.map((message) => `${own} ${message}`)))
      query(sql`select pg_notify(${peersChannel}, ${payload})`).catch(() => undefined);
  });

  function hearPeers(payload: string): void {
    for (const line of payload.split("\n")) {
      if (line.startsWith(own)) continue;
      const told: unknown = JSON.parse(line.slice(own.length));
      if (!isObject(told)) continue;
      const { topic, message } = told as { topic: string; message: Json };
      for (const listener of heard.get(topic) ?? []) listener(message);
    }
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
      next.end().catch(() => undefined);
      startPolling();
    };
    next.on("error", lose);
    next.on("end", lose);
    next.on("notification", ({ channel: on, payload }) => {
      if (on === peersChannel) hearPeers(payload ?? "");
      else if (payload !== own) callAll.soon();
    });
    try {
      await next.connect();
      client = next;
      await next.query(`listen "${channel}"; listen "${peersChannel}"`);
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

  const peers: Peers = {
    tell(topic, message) {
      const told = JSON.stringify({ topic, message });
      if (isClosed || Buffer.byteLength(told) > MAX_MESSAGE_BYTES) return;
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
      callAll.stop();
      tell.stop();
      tellPeers.stop();
      const ending = client;
      client = undefined;
      ending?.end().catch(() => undefined);
    },
  };
}

/** The lines in as few texts as they fit in. */
function packed(lines: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const joined = texts.length === 0 ? line : `${texts.at(-1)}\n${line}`;
    if (texts.length > 0 && Buffer.byteLength(joined) <= MAX_PAYLOAD_BYTES) texts[texts.length - 1] = joined;
    else texts.push(line);
  }
  return texts;
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
