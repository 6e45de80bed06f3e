import { finished } from "node:stream";
import type { RecordPlace } from "../../wire/changes.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import type { Effects } from "../effects.ts";
import { ApiError, busy, describeError } from "../http/api-error.ts";
import type { ClientLimits } from "../http/client-limits.ts";
import type { Account } from "../http/request.ts";
import { turnWhenDue } from "../in-turns.ts";
import { findSession, type SessionParts } from "../sessions/find-account.ts";
import { isStoreTrouble } from "../store/store-errors.ts";
import { type ChangeBatch, lastPosition, readBatch } from "./change-batch.ts";
import { type ChangeStream, makeChangeStream } from "./change-stream.ts";
import { makePeerStreams } from "./peer-streams.ts";
import { makePresence } from "./presence.ts";
import { toldChanges } from "./told-changes.ts";
import { viewersFor } from "./told-viewers.ts";

interface FeedParts extends SessionParts {
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  readonly limits: Pick<
    ClientLimits,
    "streams" | "streamsPerAccount" | "streamBytes" | "streamBeatMs" | "streamUnheardBeats"
  >;
  log(text: string): void;
}

/** What happens together is told together. */
const GATHER_MS = 50;

export type ChangeFeed = ReturnType<typeof makeChangeFeed>;

/**
 * Tells the open streams what is changed. It is woken by each transaction of this process and each swap of the config, reads the
 * journal once for all streams, and asks for the session and the rights of each before it tells anything. Changes of other
 * processes are found with the next beat. Without a stream it does nothing but hear which records are open at other servers.
 */
export function makeChangeFeed({ store, holder, effects, extensions, limits, log }: FeedParts) {
  const streams = new Map<string, ChangeStream>();
  const presence = makePresence();
  const closing = new AbortController();
  let beating: AbortController | undefined;
  let isWanted = false;
  let isRunning = false;
  let unwatch = () => {};
  /** A server that says nothing of a stream for longer is gone. */
  const maxUntoldMs = limits.streamBeatMs * (limits.streamUnheardBeats + 1);
  const peers = makePeerStreams(store.peers, {
    onAsked: ({ stream, accountId, record }) => void openedHere(stream, accountId, record),
    onTold({ stream, accountId, record }) {
      if (streams.has(stream)) return;
      presence.put(stream, accountId, record ?? undefined, effects.elapsed() + maxUntoldMs);
      wake();
    },
  });

  function wake(): void {
    isWanted = true;
    if (!isRunning) void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted && streams.size > 0 && !closing.signal.aborted) {
      await effects.wait(GATHER_MS, closing.signal).catch(() => undefined);
      isWanted = false;
      try {
        await tellAll();
      } catch (error) {
        // The next wake or beat tries again: no stream was told that it has all.
        if (!closing.signal.aborted && !isStoreTrouble(error))
          log(`changes are not told: ${describeError(error)}`);
      }
    }
    isRunning = false;
  }

  async function tellAll(): Promise<void> {
    await holder.swapping;
    if (closing.signal.aborted) return;
    const batches = new Map<number, Promise<ChangeBatch>>();
    const turn = turnWhenDue(effects);
    for (const stream of [...streams.values()]) {
      const batch = batches.get(stream.position) ?? readBatch(store, stream.position);
      batches.set(stream.position, batch);
      await tell(stream, await batch);
      await turn();
    }
  }

  async function tell(stream: ChangeStream, batch: ChangeBatch): Promise<void> {
    const runtime = holder.current;
    const { app } = runtime.config;
    const found = await findSession({ store, effects, extensions }, app, stream.account.tokenHash);
    if (found === undefined) return stream.end();
    const isFirst = stream.hash === undefined;
    const hasOtherRights = rightsKey(found.account) !== rightsKey(stream.account);
    stream.account = found.account;
    const told = await toldChanges(runtime, found.account, batch);
    const place = presence.of(stream.id);
    const viewers = place && (await viewersFor(runtime, found.account, batch, { place, presence }));
    const isNews = JSON.stringify(viewers) !== stream.viewers;
    const message = {
      position: batch.position,
      ...(isFirst ? { stream: stream.id } : {}),
      ...(stream.hash === runtime.hash ? {} : { config: runtime.hash }),
      ...(hasOtherRights ? { account: true as const } : {}),
      ...told,
      ...(isNews && viewers !== undefined ? { viewers } : {}),
    };
    stream.position = batch.position;
    stream.hash = runtime.hash;
    stream.viewers = JSON.stringify(viewers);
    if (Object.keys(message).length > 1) stream.send(message);
  }

  /** While there are streams. */
  async function beat(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await effects.wait(limits.streamBeatMs, ended).catch(() => undefined);
      if (ended.aborted) return;
      for (const stream of [...streams.values()]) {
        stream.unheard += 1;
        if (stream.unheard > limits.streamUnheardBeats) drop(stream);
        // What it is told first says which stream it is.
        else if (stream.hash !== undefined) stream.send({ position: stream.position });
      }
      presence.forget(effects.elapsed());
      wake();
    }
  }

  function begin(): void {
    const stop = store.watch(wake);
    holder.onSwap = wake;
    unwatch = () => {
      stop();
      delete holder.onSwap;
    };
    beating = new AbortController();
    void beat(beating.signal);
  }

  /** Its place is free at once, whenever the system finds out that the line is dead. A client that lives comes back. */
  function drop(stream: ChangeStream): void {
    stream.end();
    forget(stream);
  }

  function forget(stream: ChangeStream): void {
    const { id } = stream;
    if (!streams.delete(id)) return;
    sayGone(stream);
    presence.put(id, "", undefined);
    // Those who see the same record are told.
    if (streams.size > 0) wake();
    else quit();
  }

  function sayGone({ id, account }: ChangeStream): void {
    if (presence.of(id) !== undefined) peers.tell({ stream: id, accountId: account._id, record: null });
  }

  function quit(): void {
    unwatch();
    beating?.abort();
  }

  /** False where this is no stream of ours and the account's. */
  function openedHere(id: string, accountId: string, record: RecordPlace | null): boolean {
    const stream = streams.get(id);
    if (stream?.account._id !== accountId) return false;
    stream.unheard = 0;
    const before = presence.of(id);
    if (before !== undefined || record !== null) peers.tell({ stream: id, accountId, record });
    if (before?.entity === record?.entity && before?._id === record?._id) return true;
    presence.put(id, accountId, record ?? undefined);
    delete stream.viewers;
    wake();
    return true;
  }

  return {
    /** @param after what an earlier stream told last; undefined: only what comes. Throws TOO_MANY_TRIES, BUSY. */
    async open(account: Account, after: number | undefined): Promise<ChangeStream["body"]> {
      const position = after ?? (await lastPosition(store));
      const own = [...streams.values()].filter((one) => one.account._id === account._id);
      if (own.length >= limits.streamsPerAccount)
        throw new ApiError("TOO_MANY_TRIES", {
          key: "server.tooManyStreams",
          headers: { "retry-after": "60" },
        });
      if (streams.size >= limits.streams || closing.signal.aborted) throw busy();
      const stream = makeChangeStream({ id: effects.randomToken(), account, position }, limits.streamBytes);
      finished(stream.body, () => forget(stream));
      if (streams.size === 0) begin();
      streams.set(stream.id, stream);
      wake();
      return stream.body;
    },
    /**
     * The client is there, and has this record open; null: none. False where the account has no such stream: where there are other
     * servers, one of them may have what is not ours.
     * @param record one that the account sees
     */
    opened({ _id: accountId }: Account, id: string, record: RecordPlace | null): boolean {
      if (openedHere(id, accountId, record)) return true;
      if (streams.has(id) || !peers.areThere) return false;
      peers.ask({ stream: id, accountId, record });
      return true;
    },
    /** Ends all streams. */
    close(): void {
      closing.abort();
      for (const stream of streams.values()) sayGone(stream);
      peers.close();
      quit();
      for (const stream of streams.values()) stream.end();
    },
  };
}

const rightsKey = ({ role, permissions }: Account) => JSON.stringify([role, permissions]);
