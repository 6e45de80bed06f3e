import type { MessageName } from "../../model/message-keys.ts";
import type { Peers } from "../store/peers.ts";
import { ApiError } from "./api-error.ts";

const WINDOW_MS = 60_000;
const SWEEP_ABOVE = 10_000;
const FAILED = "failed attempt";

/** The failures of one account or one address. */
interface Count {
  /** When, in ms; the oldest first. */
  failures: number[];
  pending: number;
  readonly waiting: (() => void)[];
}

/** What failures are counted by, and how many a minute are allowed. */
interface RateLimit {
  readonly key: string;
  readonly limit: number;
}

export type RateLimits = ReturnType<typeof makeRateLimits>;

/**
 * Counts the failures of the last minute, of log-ins for example. An attempt takes a place while it runs and returns it
 * when it succeeds, so that no more attempts fit in at once than one after another.
 * @param now milliseconds of a clock that is never set back, as the wall clock may be
 */
export function makeRateLimits(now: () => number) {
  const counts = new Map<string, Count>();
  let tellOthers = (_keys: readonly string[]) => {};

  function countOf(key: string): Count {
    const count = counts.get(key) ?? { failures: [], pending: 0, waiting: [] };
    counts.set(key, count);
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
      // An attempt waits only while another one is pending.
      if (count.failures.length === 0 && count.pending === 0) counts.delete(key);
    }
  }

  /** Takes a place at every limit at once; waits while running attempts may still return theirs. */
  async function takePlaces(limits: readonly RateLimit[], message: MessageName): Promise<Count[]> {
    for (;;) {
      // Only here: between the counts of one attempt it would remove one that has no failure yet.
      if (counts.size >= SWEEP_ABOVE) sweep();
      const places = limits.map(({ key, limit }) => ({ count: countOf(key), limit }));
      for (const { count, limit } of places) {
        const oldest = count.failures.at(-limit);
        if (oldest !== undefined) throw tooManyTries(message, oldest + WINDOW_MS - now());
      }
      const busy = places.find(({ count, limit }) => count.failures.length + count.pending >= limit);
      if (busy === undefined) {
        for (const { count } of places) count.pending += 1;
        return places.map(({ count }) => count);
      }
      await new Promise<void>((retry) => busy.count.waiting.push(retry));
    }
  }

  return {
    /** From now on failures at other servers count too, a moment after them. */
    share(peers: Peers | undefined): void {
      peers?.hear(FAILED, (keys) => {
        for (const key of Array.isArray(keys) ? keys : []) countOf(String(key)).failures.push(now());
      });
      tellOthers = (keys) => peers?.tell(FAILED, keys);
    },
    /**
     * Runs `work` if every limit has a place; else throws ApiError TOO_MANY_TRIES.
     * @param message of the refusal; {seconds}
     * @param failed whether a result counts as a failure; a throw never does
     */
    async attempt<T>(
      limits: readonly RateLimit[],
      message: MessageName,
      failed: (result: T) => boolean,
      work: () => Promise<T>,
    ): Promise<T> {
      const places = await takePlaces(limits, message);
      let isCounted = false;
      try {
        const result = await work();
        isCounted = failed(result);
        return result;
      } finally {
        for (const count of places) {
          count.pending -= 1;
          if (isCounted) count.failures.push(now());
          for (const retry of count.waiting.splice(0)) retry();
        }
        if (isCounted) tellOthers(limits.map(({ key }) => key));
      }
    },
  };
}

function tooManyTries(key: MessageName, milliseconds: number): ApiError {
  const seconds = Math.ceil(milliseconds / 1000);
  const headers = { "retry-after": String(seconds) };
  return new ApiError("TOO_MANY_TRIES", { key, values: { seconds }, headers });
}
