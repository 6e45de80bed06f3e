import { useCallback, useEffect, useRef, useState } from "react";
import { useRetryWhenBack } from "../services/connection.ts";

interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins. */
  readonly next?: number;
}

type AskPage<T> = (before: number | undefined, signal: AbortSignal) => Promise<Page<T>>;

/** Pages of what only grows at its beginning, one below the other. Another `ask` starts over; an answer to an earlier one is never shown. */
export function usePages<T>(ask: AskPage<T>) {
  const [loaded, setLoaded] = useState<{
    readonly ask: AskPage<T>;
    readonly page: Page<T>;
    readonly lastCount: number;
  }>();
  const [failed, setFailed] = useState<{ readonly ask: AskPage<T>; readonly failure: unknown }>();
  const [isLoading, setLoading] = useState(true);
  const running = useRef<AbortController>(undefined);

  const load = useCallback(
    async (before: number | undefined) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setLoading(true);
      setFailed(undefined);
      try {
        const page = await ask(before, stop.signal);
        if (stop.signal.aborted) return;
        setLoaded((known) => {
          const above = before !== undefined && known?.ask === ask ? known.page.items : [];
          return { ask, page: { ...page, items: [...above, ...page.items] }, lastCount: page.items.length };
        });
      } catch (failure) {
        if (!stop.signal.aborted) setFailed({ ask, failure });
      } finally {
        if (running.current === stop) setLoading(false);
      }
    },
    [ask],
  );
  useEffect(() => {
    void load(undefined);
    return () => running.current?.abort();
  }, [load]);
  const page = loaded?.ask === ask ? loaded.page : undefined;
  const failure = failed?.ask === ask ? failed.failure : undefined;
  const next = page?.next;
  const reload = useCallback(() => void load(undefined), [load]);
  const more = useCallback(() => void load(next), [load, next]);
  useRetryWhenBack(failure !== undefined, next === undefined ? reload : more);
  return {
    /** undefined until the first page is here. */
    items: page?.items,
    hasMore: next !== undefined,
    /** How many the page had that came last. */
    lastCount: loaded?.ask === ask ? loaded.lastCount : 0,
    failure,
    isLoading,
    more,
    /** From the first page on; what is shown stays until it is here. */
    reload,
  };
}
