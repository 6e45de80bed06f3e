import { isIPv4, isIPv6 } from "node:net";
import type { MessageName } from "../../model/message-keys.ts";
import { ApiError } from "../http/api-error.ts";
import type { ApiRequest } from "../runtime/request.ts";

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
      // Not between the counts of one try: one without a failure yet would be swept, and the try counted nowhere.
      if (counts.size >= SWEEP_ABOVE) sweep();
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

const MOST = 256;

/** One key for every way of writing a user name: case, spaces, invisible and full-width characters do not make a new one. */
export function nameKey(username: string): string {
  return username
    .normalize("NFKC")
    .replace(/[\s\p{C}]+/gu, "")
    .toLowerCase()
    .slice(0, MOST);
}

/**
 * One key for whoever holds an address: an IPv4 address, or the /64 that an IPv6 customer is given. Every way of
 * writing it, a proxy's port behind it included, is the same key; all that is no address shares one.
 */
export function addressKey(address: string): string {
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
  const plain = host.replace(/%.*$/, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  const groups = ipv6Groups(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight numbers of an IPv6 address. */
function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = numbersOf(head);
  const after = numbersOf(tail ?? "");
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** An address may end in an IPv4 one: two groups. */
function numbersOf(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/**
 * Runs work of which only so many failures a minute are allowed.
 * @param counts whether a result is one of those counted
 * @param key the sentence of the refusal; {seconds}
 * @throws ApiError TOO_MANY_TRIES
 */
export async function limited<T>(
  request: Pick<ApiRequest, "loginTries">,
  limits: readonly TryLimit[],
  key: MessageName,
  counts: (result: T) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await request.loginTries.attempt(limits, counts, work);
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error;
    const { seconds } = error;
    throw new ApiError("TOO_MANY_TRIES", {
      key,
      values: { seconds },
      headers: { "retry-after": String(seconds) },
    });
  }
}
