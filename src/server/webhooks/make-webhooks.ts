import type { WebhookState } from "../../wire/webhooks.ts";
import { bounded } from "../bounded.ts";
import type { RuntimeHolder } from "../config/runtime.ts";
import type { Effects } from "../effects.ts";
import { describeError } from "../http/api-error.ts";
import { lastPosition } from "../live/change-batch.ts";
import type { JournalEntry } from "../store/journal.ts";
import type { Store } from "../store/store.ts";
import { isStoreTrouble } from "../store/store-errors.ts";
import { countWaiting, nextEntries } from "./waiting-entries.ts";
import { type Webhook, webhooksOf } from "./webhook.ts";
import { messageId, signedHeaders, webhookBody } from "./webhook-message.ts";
import {
  beginProgress,
  forgetBackoff,
  forgetOtherWebhooks,
  keepTold,
  readProgress,
  skipTo,
  takeLease,
  waitBefore,
} from "./webhook-progress.ts";

/** What the operator allows. */
interface WebhookSending {
  /** As a URL writes them, with the port where it is not the usual one. */
  readonly hosts: ReadonlySet<string>;
  readonly secrets: readonly string[];
  /**
   * The one gate to other servers: sends to exactly this address and follows no redirect. Resolves to the status of the answer; rejects
   * where there is none within some seconds, and when the signal is aborted.
   */
  post(request: WebhookRequest): Promise<number>;
}

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

interface WebhookParts {
  readonly store: Store;
  readonly holder: RuntimeHolder;
  readonly effects: Pick<Effects, "now" | "elapsed" | "wait" | "randomToken">;
  /** undefined: the operator names no hosts. */
  readonly sending: WebhookSending | undefined;
  /** An attempt that failed, for the operator's log. */
  onFailed(facts: Readonly<Record<string, string | number | null>>): void;
  log(text: string): void;
}

export interface Webhooks {
  /** Sends from now on what waits, and what comes. Resolves when new webhooks have their beginning in the journal. */
  begin(): Promise<void>;
  /** Ends what is under way, which is sent again after the next start. */
  stop(): Promise<void>;
  states(): Promise<readonly WebhookState[]>;
  /** Sends what waits at once; resolves when that is done, or after some seconds. False: there is no such webhook. */
  tryNow(id: string): Promise<boolean>;
}

/** What happens together is read together. */
const GATHER_MS = 50;
/** So often is looked also when nothing happens here: another process may write to the store, or have been killed while it sent. */
const LOOK_MS = 60_000;
/** A person waits no longer for what came of it. */
const TRY_MS = 5_000;
/** Requests under way. */
const MAX_AT_ONCE = 8;
/** Only after so many entries is it written down that a webhook is told of none of them. */
const MIN_SKIPPED = 1_000;

/** A webhook while this server runs. */
interface Reader {
  /** One at a time: a second one would send the same again. */
  run: Promise<void> | undefined;
  /** By `elapsed`: not before. */
  due: number;
  /** Up to here nothing waits. */
  seen: number;
}

/** Tells other programs of changes: each webhook reads the journal by itself, in order, at least once. */
export function makeWebhooks(parts: WebhookParts): Webhooks {
  const { store, holder, effects, sending, log } = parts;
  const ended = new AbortController();
  const { signal } = ended;
  const inPlace = bounded(MAX_AT_ONCE);
  const me = effects.randomToken();
  const now = () => effects.now().getTime();
  const current = () => webhooksOf(holder.current.config);
  const isAllowed = ({ url }: Webhook) => sending?.hosts.has(url.host) === true;
  const readers = new Map<string, Reader>();
  const running = new Set<Promise<void>>();
  let following: Promise<void> | undefined;
  let unwatch = () => {};
  let sleeping = new AbortController();
  let isWanted = true;

  function wake(): void {
    isWanted = true;
    sleeping.abort();
  }

  /** @param looked called after each look */
  async function follow(looked: () => void): Promise<void> {
    while (!signal.aborted) {
      isWanted = false;
      const delay = await look().catch((error: unknown) => {
        if (!signal.aborted && !isStoreTrouble(error)) log(`webhooks wait: ${describeError(error)}`);
        return LOOK_MS;
      });
      looked();
      sleeping = new AbortController();
      if (!isWanted) await effects.wait(delay, sleeping.signal).catch(() => undefined);
      await effects.wait(GATHER_MS, signal).catch(() => undefined);
    }
  }

  /** Begins what is due. Answers how long nothing else will be. */
  async function look(): Promise<number> {
    await holder.swapping;
    const webhooks = current();
    const ids = new Set(webhooks.map(({ id }) => id));
    if (readers.size === 0 || [...readers.keys()].some((id) => !ids.has(id)))
      await forgetOtherWebhooks(store, ids);
    for (const id of [...readers.keys()]) if (!ids.has(id)) readers.delete(id);
    const latest = webhooks.length === 0 ? 0 : await lastPosition(store);
    for (const webhook of webhooks) {
      const known = readers.get(webhook.id);
      const reader: Reader = known ?? { run: undefined, due: 0, seen: 0 };
      if (known === undefined) {
        reader.seen = await positionOf(webhook, latest);
        readers.set(webhook.id, reader);
      }
      const isDue = reader.due <= effects.elapsed() && reader.seen < latest;
      if (reader.run === undefined && isDue && isAllowed(webhook)) void start(webhook, reader, latest);
    }
    const waits = [...readers.values()].map(({ due }) => due - effects.elapsed()).filter((wait) => wait > 0);
    return Math.min(LOOK_MS, ...waits);
  }

  /** Ends when all up to a position is sent, or an attempt has failed. Never rejects. */
  function start(webhook: Webhook, reader: Reader, latest: number): Promise<void> {
    const run = inPlace(() => read(webhook, reader, latest))
      .catch((error: unknown) => {
        reader.due = effects.elapsed() + LOOK_MS;
        if (!signal.aborted) log(`a webhook of ${webhook.entity} waits: ${describeError(error)}`);
      })
      .finally(() => {
        reader.run = undefined;
        running.delete(run);
        wake();
      });
    reader.run = run;
    running.add(run);
    return run;
  }

  /** A new one begins with what comes. */
  async function positionOf({ id }: Webhook, latest: number): Promise<number> {
    const known = await store.read((view) => readProgress(view, id));
    return (known ?? (await beginProgress(store, id, latest))).position;
  }

  /** Sends what waits up to a position, until that is all or an attempt fails. */
  async function read(webhook: Webhook, reader: Reader, latest: number): Promise<void> {
    while (!signal.aborted && reader.seen < latest) {
      const { entries, until } = await nextEntries(store, webhook, reader.seen, latest);
      if (entries.length === 0) {
        const known = await store.read((view) => readProgress(view, webhook.id));
        if (known !== undefined && until - known.position >= MIN_SKIPPED)
          await skipTo(store, webhook.id, until);
        reader.seen = until;
        return;
      }
      const taken = await takeLease(store, webhook.id, now(), me);
      if (taken === undefined) {
        const known = await store.read((view) => readProgress(view, webhook.id));
        reader.due = known === undefined ? 0 : effects.elapsed() + waitBefore(known, now(), me);
        return;
      }
      // Another server may have sent some of them meanwhile.
      const waiting = entries.filter(({ position }) => position > taken.position);
      const isAll = await sendAll(webhook, reader, waiting, until);
      if (!isAll) return;
      reader.seen = until;
    }
  }

  /** With the lease, which it gives back. Answers whether all was delivered. */
  async function sendAll(
    webhook: Webhook,
    reader: Reader,
    entries: readonly JournalEntry[],
    until: number,
  ): Promise<boolean> {
    const { id } = webhook;
    for (const entry of entries) {
      // As it is by now: it may have left the config, or no longer send a field.
      const asked = current().find((one) => one.id === id);
      const status = asked === undefined || signal.aborted ? "ended" : await send(asked, entry);
      if (status === "ended") {
        await keepTold(store, id, { kind: "ended", position: 0 }, now(), me);
        return false;
      }
      const { position } = entry;
      if (status !== null && status >= 200 && status < 300) {
        const kept = await keepTold(store, id, { kind: "delivered", position, status }, now(), me);
        if (kept === undefined) return false;
        reader.seen = position;
      } else {
        const kept = await keepTold(store, id, { kind: "failed", status }, now(), me);
        if (kept === undefined) return false;
        reader.due = effects.elapsed() + waitBefore(kept, now(), me);
        const { entity, url } = webhook;
        const facts = { entity, host: url.host, entry: position, failures: kept.failures, status };
        parts.onFailed(facts);
        return false;
      }
    }
    await keepTold(store, id, { kind: "ended", position: until }, now(), me);
    return true;
  }

  /** The status of the answer; null: there was none. */
  async function send(webhook: Webhook, entry: JournalEntry): Promise<number | null | "ended"> {
    const target = holder.current.entities.get(webhook.entity);
    if (sending === undefined || target === undefined) return "ended";
    const body = await webhookBody(target, webhook, entry);
    const headers = signedHeaders(sending.secrets, messageId(entry), body, now());
    try {
      const status = await sending.post({ url: webhook.url, headers, body, signal });
      return signal.aborted ? "ended" : status;
    } catch {
      return signal.aborted ? "ended" : null;
    }
  }

  async function stateOf(webhook: Webhook): Promise<WebhookState> {
    const { id, entity, url, on } = webhook;
    const known = await store.read((view) => readProgress(view, id));
    const time = (at: number) => new Date(at).toISOString();
    const { failures = 0, nextTry, last } = known ?? {};
    return {
      id,
      entity,
      host: url.host,
      path: url.pathname,
      on: [...on],
      allowed: isAllowed(webhook),
      ...(known === undefined ? { waiting: 0 } : await countWaiting(store, webhook, known.position)),
      failures,
      nextTry: nextTry === undefined ? null : time(nextTry),
      last: last === undefined ? null : { at: time(last.at), status: last.status },
    };
  }

  return {
    begin() {
      unwatch = store.watch(wake);
      return new Promise((looked) => {
        following = follow(looked);
      });
    },
    async stop() {
      ended.abort();
      unwatch();
      wake();
      await following;
      await Promise.all(running);
    },
    async states() {
      const states: WebhookState[] = [];
      for (const webhook of current()) states.push(await stateOf(webhook));
      return states;
    },
    async tryNow(id) {
      const webhook = current().find((one) => one.id === id);
      if (webhook === undefined) return false;
      await forgetBackoff(store, id);
      const reader = readers.get(id);
      const latest = await lastPosition(store);
      if (reader === undefined || signal.aborted || !isAllowed(webhook)) return true;
      reader.due = 0;
      // It may have begun meanwhile.
      const run = reader.run ?? start(webhook, reader, latest);
      await Promise.race([run, effects.wait(TRY_MS, signal).catch(() => undefined)]);
      return true;
    },
  };
}
