import type { Store, StoreTransaction, StoreView } from "../store/store.ts";

/** How far a webhook is, as the store keeps it. Times are milliseconds since 1970. */
interface WebhookProgress {
  /** Of the last entry that it was told of, or that it is not told of. */
  readonly position: number;
  /** Attempts that failed since the last one that did not. */
  readonly failures: number;
  readonly nextTry?: number;
  readonly last?: { readonly at: number; readonly status: number | null };
  /** Who sends now: of several servers on one store one alone. One that was killed keeps it until then. */
  readonly lease?: { readonly by: string; readonly until: number };
}

const PREFIX = "webhook.";
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 3_600_000;
/** Longer than an attempt may take, with what the store takes to write it down. */
const LEASE_MS = 30_000;

export async function readProgress(view: StoreView, id: string): Promise<WebhookProgress | undefined> {
  const text = await view.setting(PREFIX + id);
  return text === undefined ? undefined : JSON.parse(text);
}

function keep(transaction: StoreTransaction, id: string, progress: WebhookProgress): Promise<void> {
  return transaction.setSetting(PREFIX + id, JSON.stringify(progress));
}

/** Of a new webhook it begins here: what was before, it is not told of. */
export function beginProgress(store: Store, id: string, position: number): Promise<WebhookProgress> {
  return store.write(async (transaction) => {
    const known = await readProgress(transaction, id);
    if (known !== undefined) return known;
    const begun = { position, failures: 0 };
    await keep(transaction, id, begun);
    return begun;
  });
}

/** Forgets all webhooks but these. */
export async function forgetOtherWebhooks(store: Store, ids: ReadonlySet<string>): Promise<void> {
  const known = await store.read((view) => view.settings(PREFIX));
  const gone = [...known.keys()].filter((id) => !ids.has(id));
  if (gone.length === 0) return;
  await store.write(async (transaction) => {
    for (const id of gone) await transaction.setSetting(PREFIX + id, undefined);
  });
}

/**
 * How long to wait until it may be tried: after a failure, or while another server sends.
 * @param by who asks
 */
export function waitBefore({ nextTry = 0, lease }: WebhookProgress, now: number, by: string): number {
  // A time so far off is by a clock that was wrong; those of servers may differ by as long as a lease.
  const upTo = (until: number, most: number) => (until - now > most ? 0 : Math.max(0, until - now));
  const leased = lease === undefined || lease.by === by ? 0 : upTo(lease.until, 2 * LEASE_MS);
  return Math.max(upTo(nextTry, MAX_BACKOFF_MS), leased);
}

/** Takes the sending for this server; undefined: another one has it, or it is not yet time, or the webhook was forgotten. */
export function takeLease(
  store: Store,
  id: string,
  now: number,
  by: string,
): Promise<WebhookProgress | undefined> {
  return store.write(async (transaction) => {
    const known = await readProgress(transaction, id);
    if (known === undefined || waitBefore(known, now, by) > 0) return undefined;
    const taken = { ...known, lease: { by, until: now + LEASE_MS } };
    await keep(transaction, id, taken);
    return taken;
  });
}

/** What came of it: an answer, or the end of the turn. */
export type Told =
  | { readonly kind: "delivered"; readonly position: number; readonly status: number }
  | { readonly kind: "failed"; readonly status: number | null }
  | { readonly kind: "ended"; readonly position: number };

/** Writes it down while the lease is held; a turn that ended, or failed, gives it back. undefined: it was lost, and nothing is written. */
export function keepTold(
  store: Store,
  id: string,
  told: Told,
  now: number,
  by: string,
): Promise<WebhookProgress | undefined> {
  return store.write(async (transaction) => {
    const known = await readProgress(transaction, id);
    if (known?.lease?.by !== by) return undefined;
    const next = progressAfter(known, told, now, by);
    await keep(transaction, id, next);
    return next;
  });
}

function progressAfter(known: WebhookProgress, told: Told, now: number, by: string): WebhookProgress {
  const { lease: _, nextTry, ...rest } = known;
  switch (told.kind) {
    case "delivered":
      return {
        position: told.position,
        failures: 0,
        last: { at: now, status: told.status },
        lease: { by, until: now + LEASE_MS },
      };
    case "failed": {
      const failures = known.failures + 1;
      const delay = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 30), MAX_BACKOFF_MS);
      return { ...rest, failures, nextTry: now + delay, last: { at: now, status: told.status } };
    }
    case "ended":
      return {
        ...rest,
        ...(nextTry === undefined ? {} : { nextTry }),
        position: Math.max(known.position, told.position),
      };
  }
}

/** It is tried at once. False: there is none. */
export function forgetBackoff(store: Store, id: string): Promise<boolean> {
  return store.write(async (transaction) => {
    const known = await readProgress(transaction, id);
    if (known === undefined) return false;
    const { nextTry: _, ...rest } = known;
    await keep(transaction, id, rest);
    return true;
  });
}

/** It is not told of anything up to a position, unless a server just sends. */
export async function skipTo(store: Store, id: string, position: number): Promise<void> {
  await store.write(async (transaction) => {
    const known = await readProgress(transaction, id);
    if (known === undefined || known.lease !== undefined || known.position >= position) return;
    await keep(transaction, id, { ...known, position });
  });
}
