import { describeError } from "../http/api-error.ts";
import type { Store, StoredSession } from "../store/store.ts";
import { isNotStored } from "../store/store-errors.ts";

interface Extension {
  readonly expiresAt: string;
  /** When it was asked for, in ms. */
  readonly at: number;
  isStored: boolean;
}

export type SessionExtensions = ReturnType<typeof makeSessionExtensions>;

/**
 * Extends sessions that are used. Requests neither wait for it nor fail with it: an end that cannot be written counts in
 * this process, and is written again a minute later. Errors that the store does not report itself are logged.
 */
export function makeSessionExtensions(store: Store, log: (text: string) => void) {
  /** By token hash: what the store does not have yet, and of the last minute also what a request that began before may not have read. */
  const extensions = new Map<string, Extension>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function endOf({ tokenHash, expiresAt }: StoredSession): string {
    const later = extensions.get(tokenHash)?.expiresAt ?? "";
    return later > expiresAt ? later : expiresAt;
  }

  async function write(tokenHash: string, extension: Extension): Promise<void> {
    try {
      await store.write((transaction) => transaction.extendSession(tokenHash, extension.expiresAt));
      extension.isStored = true;
    } catch (error) {
      // The store itself reports trouble with its disk.
      if (isNotStored(error)) return;
      // All sessions fail alike: one line a minute is enough.
      if (Math.abs(extension.at - loggedAt) < EXTEND_EVERY_MS) return;
      loggedAt = extension.at;
      log(`sessions are not extended: ${describeError(error)}`);
    }
  }

  function sweep(now: Date): void {
    if (Math.abs(now.getTime() - sweptAt) < EXTEND_EVERY_MS) return;
    sweptAt = now.getTime();
    const iso = now.toISOString();
    for (const [tokenHash, { expiresAt, at, isStored }] of extensions) {
      const isRead = isStored && Math.abs(sweptAt - at) >= EXTEND_EVERY_MS;
      if (isRead || expiresAt <= iso) extensions.delete(tokenHash);
    }
  }

  return {
    /** Whether the session has not ended. */
    isAlive: (session: StoredSession, now: Date): boolean => endOf(session) > now.toISOString(),
    /** To be called with each request of the session. The store has been asked to write when this returns. */
    extend(session: StoredSession, now: Date, hours: number): void {
      if (Date.parse(endOf(session)) - now.getTime() > hours * HOUR_MS) return;
      const extension = { expiresAt: sessionEnd(now, hours), at: now.getTime(), isStored: false };
      sweep(now);
      extensions.set(session.tokenHash, extension);
      void write(session.tokenHash, extension);
    },
  };
}

const HOUR_MS = 3_600_000;
/** The end of a session is written at most so often. */
const EXTEND_EVERY_MS = 60_000;

/** The end of a session `hours` after a request, plus the time in which it is not written again. */
export function sessionEnd(now: Date, hours: number): string {
  return new Date(now.getTime() + hours * HOUR_MS + EXTEND_EVERY_MS).toISOString();
}
