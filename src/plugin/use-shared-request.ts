import { useLayoutEffect } from "react";
import useSWR, { useSWRConfig } from "swr";

/** A question that widgets of a page ask of the server together: who shows its answer, and what would cancel it. */
interface Shared {
  users: number;
  running: AbortController | undefined;
}

/** By SWR's cache, then by key: what is shared is as wide as the cache that keeps the answer. */
const pages = new WeakMap<object, Map<string, Shared>>();

/** An answer is shown from the cache at once and asked for again whenever a screen needs it anew. */
const ASK = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false } as const;

/**
 * An answer from SWR's cache, asked for once for everything on the page that shows it. `undefined` asks for nothing. The
 * request is aborted when the last one who shows it goes or asks for something else; what was aborted leaves nothing in
 * the cache, so that the next one asks anew.
 */
export function useSharedRequest<Answer>(
  key: readonly string[] | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
) {
  const { cache, mutate } = useSWRConfig();
  const name = JSON.stringify(key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` is the text of `key`
  useLayoutEffect(() => {
    if (key === undefined) return;
    const shared = sharedIn(cache, name);
    shared.users += 1;
    return () => {
      shared.users -= 1;
      // StrictMode and a key that moves to another widget take it up again before this runs.
      queueMicrotask(() => {
        if (shared.users > 0) return;
        pages.get(cache)?.delete(name);
        if (shared.running === undefined) return;
        shared.running.abort();
        // With nobody left to ask again, this makes SWR forget the request, and with it whatever still comes of it. It
        // rejects where the cache went with the page.
        mutate(key).catch(() => {});
      });
    };
  }, [cache, mutate, name]);

  return useSWR<Answer | undefined, Error>(
    key ?? null,
    async () => {
      const shared = sharedIn(cache, name);
      const running = new AbortController();
      // Asked again before it was answered: SWR will take the later answer only.
      shared.running?.abort();
      shared.running = running;
      try {
        return await ask(running.signal);
      } catch (error) {
        if (running.signal.aborted) return undefined;
        throw error;
      } finally {
        if (shared.running === running) shared.running = undefined;
      }
    },
    ASK,
  );
}

function sharedIn(cache: object, name: string): Shared {
  const page = pages.get(cache) ?? new Map<string, Shared>();
  const shared = page.get(name) ?? { users: 0, running: undefined };
  pages.set(cache, page.set(name, shared));
  return shared;
}
