import type { MessageName } from "../../model/message-keys.ts";
import { ApiError } from "./api-error.ts";

const WINDOW_MS = 60_000;
const SWEEP_ABOVE = 10_000;

/** The failures of one account or one address. */
interface Count {
  /** When, in ms; the oldest first. */
  failures: number[];
  pending: number;
  readonly waiting: (() => void)[];
}

/** What failures are counted by, and how many of them a minute are allowed. */
export interface RateLimit {
  readonly key: string;
  readonly limit: number;
}

/** The limit is reached; the work was not run. */
export class RateExceeded extends Error {
  constructor(readonly seconds: number) {
    super(`Too many failures for ${seconds} s`);
    this.name = "RateExceeded";
  }
}

/**
 * Counts failures (of log-ins, say) over the last minute. An attempt takes a place while it runs and gives it back when
 * it succeeds, so that attempts sent at once can be no more than those sent one by one.
 */
export interface RateLimits {
  /**
   * Runs `work` if every limit has a place. `failed` says whether its result is counted; a throw is no attempt.
   * Rejects with `RateExceeded`.
   */
  attempt<T>(
    limits: readonly RateLimit[],
    failed: (result: T) => boolean,
    work: () => Promise<T>,
  ): Promise<T>;
}

/** @param now milliseconds of a clock that is never set back: with the wall clock, a failure could count for a month. */
export function makeRateLimits(now: () => number): RateLimits {
  const counts = new Map<string, Count>();

  function countOf(key: string): Count {
    let count = counts.get(key);
    if (count === undefined) {
      count = { failures: [], pending: 0, waiting: [] };
      counts.set(key, count);
    }
    forget(count);
    return count;
  }

  function forget(count: Count): void {
    const since = now() - WINDOW_MS;
    if (count.failures.some((at) => at <= since)) count.failures = count.failures.filter((at) => at > since);
  }

  function sweep(): void {
    for (const [key, count] of counts) {
      forget(count);
      if (count.failures.length === 0 && count.pending === 0 && count.waiting.length === 0)
        counts.delete(key);
    }
  }

  /** Takes a place at every limit in one go, waiting while attempts under way may still give theirs back. */
  async function takePlaces(limits: readonly RateLimit[]): Promise<Count[]> {
    for (;;) {
      // Not between the counts of one attempt: one without a failure yet would be swept, and the attempt counted nowhere.
      if (counts.size >= SWEEP_ABOVE) sweep();
      const held = limits.map(({ key, limit }) => ({ count: countOf(key), limit }));
      for (const { count, limit } of held) {
        const oldest = count.failures.at(-limit);
        if (oldest !== undefined) throw new RateExceeded(Math.ceil((oldest + WINDOW_MS - now()) / 1000));
      }
      const busy = held.find(({ count, limit }) => count.failures.length + count.pending >= limit);
      if (busy === undefined) {
        for (const { count } of held) count.pending += 1;
        return held.map(({ count }) => count);
      }
      await new Promise<void>((retry) => busy.count.waiting.push(retry));
    }
  }

  return {
    async attempt(limits, failed, work) {
      const places = await takePlaces(limits);
      let counted = false;
      try {
        const result = await work();
        counted = failed(result);
        return result;
      } finally {
        for (const count of places) {
          count.pending -= 1;
          if (counted) count.failures.push(now());
          for (const retry of count.waiting.splice(0)) retry();
        }
      }
    },
  };
}

/**
 * Runs work of which only so many failures a minute are allowed.
 * @param counts whether a result is one of those counted
 * @param key the sentence of the refusal; {seconds}
 * @throws ApiError TOO_MANY_TRIES
 */
export async function rateLimited<T>(
  rateLimits: RateLimits,
  limits: readonly RateLimit[],
  key: MessageName,
  counts: (result: T) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await rateLimits.attempt(limits, counts, work);
  } catch (error) {
    if (!(error instanceof RateExceeded)) throw error;
    const { seconds } = error;
    throw new ApiError("TOO_MANY_TRIES", {
      key,
      values: { seconds },
      headers: { "retry-after": String(seconds) },
    });
  }
}
