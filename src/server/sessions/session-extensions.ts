import { describeError } from "../http/api-error.ts";
import type { Store, StoredSession } from "../store/store.ts";
import { NotStoredError } from "../store/store-errors.ts";

/**
 * Moves the end of sessions that are used. Nobody waits for it and no request fails with it: what cannot be written
 * holds in this process, and is tried again a minute later. Why is logged, where the store does not report it already.
 */
export interface SessionExtensions {
  /** Whether the session has not ended by now. */
  isAlive(session: StoredSession, now: Date): boolean;
  /** A request of the session: its end moves, at most once a minute. The store has been asked to write when this returns. */
  extend(session: StoredSession, now: Date, hours: number): void;
}

interface Extension {
  readonly expiresAt: string;
  /** When it was asked for, in ms. */
  readonly at: number;
}

const SWEEP_ABOVE = 10_000;

export function makeSessionExtensions(store: Store, log: (text: string) => void): SessionExtensions {
  /** By token hash: those that the store does not hold yet. */
  const unwritten = new Map<string, Extension>();
  let loggedAt = Number.NEGATIVE_INFINITY;

  function endOf({ tokenHash, expiresAt }: StoredSession): string {
    const later = unwritten.get(tokenHash)?.expiresAt ?? "";
    return later > expiresAt ? later : expiresAt;
  }

  async function write(tokenHash: string, extension: Extension): Promise<void> {
    try {
      await store.write((transaction) => transaction.extendSession(tokenHash, extension.expiresAt));
      if (unwritten.get(tokenHash) === extension) unwritten.delete(tokenHash);
    } catch (error) {
      // The store itself reports what its disk is about.
      if (error instanceof NotStoredError) return;
      // Every session that is used fails alike: one line a minute says it.
      if (Math.abs(extension.at - loggedAt) < EXTEND_EVERY_MS) return;
      loggedAt = extension.at;
      log(`sessions are not prolonged: ${describeError(error)}`);
    }
  }

  function sweep(now: Date): void {
    const iso = now.toISOString();
    for (const [tokenHash, { expiresAt }] of unwritten) if (expiresAt <= iso) unwritten.delete(tokenHash);
  }

  return {
    isAlive: (session, now) => endOf(session) > now.toISOString(),
    extend(session, now, hours) {
      if (!mustExtend(endOf(session), now, hours)) return;
      const extension = { expiresAt: sessionEnd(now, hours), at: now.getTime() };
      if (unwritten.size >= SWEEP_ABOVE) sweep(now);
      unwritten.set(session.tokenHash, extension);
      void write(session.tokenHash, extension);
    },
  };
}

const HOUR_MS = 3_600_000;
/** How often the end of a session that is used is written anew, at most. */
export const EXTEND_EVERY_MS = 60_000;

/**
 * A session ends `hours` after its last request. It is written anew at most once a minute, so it lives up to a minute
 * longer than that, never shorter.
 */
export function sessionEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * HOUR_MS + EXTEND_EVERY_MS).toISOString();
}

/** Whether a request now must move the end of a session. */
export function mustExtend(expiresAt: string, now: Date, hours: number): boolean {
  return Date.parse(expiresAt) - now.getTime() <= hours * HOUR_MS;
}
