import { setTimeout } from "node:timers/promises";

/** What is asked, or a rejection after so many milliseconds: what was asked then goes on, and nobody waits for it. */
export function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = setTimeout(ms, undefined, { signal: over.signal }).then(() =>
    Promise.reject(new Error("No answer in time.")),
  );
  late.catch(() => undefined);
  asked.catch(() => undefined);
  return Promise.race([asked, late]).finally(() => over.abort());
}
