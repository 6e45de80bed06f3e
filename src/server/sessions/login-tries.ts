const WINDOW_MS = 60_000;
const SWEEP_ABOVE = 10_000;

/** Failed tries of one account or one address. */
interface Count {
  /** When, in ms; the oldest first. */
  failures: number[];
  pending: number;
  readonly waiting: (() => void)[];
}

/** Something whose failed tries are counted, and how many a minute it has. */
export interface TryLimit {
  readonly key: string;
  readonly limit: number;
}

/** Thrown where the limit is reached; the password is not even looked at. */
export class TooManyTries extends Error {
  constructor(readonly seconds: number) {
    super(`Too many tries for ${seconds} s`);
    this.name = "TooManyTries";
  }
}

/**
 * Counts failed log-ins over the last minute. Only failures count: a try takes a place while it runs and gives it back
 * when it succeeds, so that tries sent at once can be no more than tries sent one by one.
 */
export interface LoginTries {
  /**
   * Runs `work` if every limit has a place. `failed` says whether its result is counted; a throw is no try.
   * Rejects with `TooManyTries`.
   */
  attempt<T>(limits: readonly TryLimit[], failed: (result: T) => boolean, work: () => Promise<T>): Promise<T>;
}

/** @param now milliseconds of a clock that is never set back: with the wall clock, a try could count for a month. */
export function makeLoginTries(now: () => number): LoginTries {
  const counts = new Map<string, Count>();

  function countOf(key: string): Count {
    let count = counts.get(key);
    if (count === undefined) {
      if (counts.size >= SWEEP_ABOVE) sweep();
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

  /** Takes a place at every limit in one go, waiting while tries under way may still give theirs back. */
  async function takePlaces(limits: readonly TryLimit[]): Promise<Count[]> {
    for (;;) {
      const held = limits.map(({ key, limit }) => ({ count: countOf(key), limit }));
      for (const { count, limit } of held) {
        const oldest = count.failures.at(-limit);
        if (oldest !== undefined) throw new TooManyTries(Math.ceil((oldest + WINDOW_MS - now()) / 1000));
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
