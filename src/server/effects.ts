import { randomBytes } from "node:crypto";
import { setImmediate as afterOthers, setTimeout as afterTime } from "node:timers/promises";

/** The one gate to clock and chance; tests give their own. */
export interface Effects {
  now(): Date;
  /** Milliseconds since some moment, never set back: how long something takes. */
  elapsed(): number;
  /** Resolves after so many milliseconds, and keeps no process alive for it. Rejects when the signal is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves after all others that have something to do now had a turn. */
  turn(): Promise<void>;
  /** A new record's `_id`: 24 hex characters; later ones sort after earlier ones of the same process. */
  newId(): string;
  /** 256 random bits as base64url: tokens, image names. */
  randomToken(): string;
}

const RANDOM_BITS = 48n;

/** The real clock and the system's randomness. */
export function systemEffects(): Effects {
  const newId = makeIds(() => Date.now());
  return {
    now: () => new Date(),
    elapsed: () => performance.now(),
    wait: (milliseconds, signal) =>
      afterTime(milliseconds, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }),
    turn: () => afterOthers(),
    newId,
    randomToken: () => randomBytes(32).toString("base64url"),
  };
}

/** Ids of 6 bytes of milliseconds and 6 random bytes; within one millisecond (or when the clock steps back) they count up. */
export function makeIds(milliseconds: () => number): () => string {
  let last = 0n;
  return () => {
    const random = BigInt(`0x${randomBytes(6).toString("hex")}`);
    const next = (BigInt(milliseconds()) << RANDOM_BITS) | random;
    last = next > last ? next : last + 1n;
    return last.toString(16).padStart(24, "0");
  };
}
