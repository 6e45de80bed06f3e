import { useCallback, useEffect, useRef, useState } from "react";
import { useRetryWhenBack } from "../services/connection.ts";

interface Placed {
  /** In the journal. */
  readonly position: number;
}

interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins. */
  readonly next?: number;
}

type AskPage<T> = (before: number | undefined, signal: AbortSignal) => Promise<Page<T>>;

/** Pages of what only grows at its beginning, one below the other. Another `ask` starts over; an answer to an earlier one is never shown. */
export function usePages<T extends Placed>(ask: AskPage<T>) {
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
          // Meanwhile another page is to come.
          if (before !== undefined && known?.ask === ask && known.page.next !== before) return known;
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
  const isThere = page !== undefined;
  const refresh = useCallback(
    async (ended: AbortSignal) => {
      if (!isThere) return load(undefined);
      const newest = await ask(undefined, ended);
      if (ended.aborted) return;
      setLoaded((known) => (known?.ask === ask ? { ...known, page: joined(newest, known.page) } : known));
    },
    [ask, load, isThere],
  );
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
    /** The first page again, without a sign of waiting or of a failure; what is shown below it stays. */
    refresh,
  };
}

/** The first page as it is now, and below it what is known of the others, where they are next to each other. */
function joined<T extends Placed>(newest: Page<T>, known: Page<T>): Page<T> {
  const end = newest.next;
  const [top] = known.items;
  if (end === undefined || top === undefined || top.position < end) return newest;
  const below = known.items.filter(({ position }) => position < end);
  return below.length === 0 ? newest : { ...known, items: [...newest.items, ...below] };
}
