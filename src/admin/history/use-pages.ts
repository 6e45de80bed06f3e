import { useCallback, useEffect, useRef, useState } from "react";
import type { Say } from "../messages/say.ts";
import { useRetryWhenBack } from "../services/connection.ts";
import { useNewsToast } from "../shell/use-undo.tsx";

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

interface Loaded<T> {
  readonly ask: AskPage<T>;
  readonly page: Page<T>;
  /** What others added above, and what is below it: held until the person asks for it. */
  readonly held?: Page<T> | undefined;
  readonly lastCount: number;
}

/**
 * Pages of what only grows at its beginning, one below the other. Another `ask` starts over; an answer to an earlier one is never shown.
 * What others add meanwhile is held, so that nothing moves under the pointer, and a toast offers it.
 */
export function usePages<T extends Placed>(ask: AskPage<T>, say: Say) {
  const [loaded, setLoaded] = useState<Loaded<T>>();
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
          const lastCount = page.items.length;
          if (before === undefined || known?.ask !== ask) return { ask, page, lastCount };
          // Meanwhile another page is to come.
          if (known.page.next !== before) return known;
          const { held } = known;
          return {
            ask,
            page: below(known.page, page),
            // Where it ends elsewhere, its own next page follows once it is shown.
            held: held?.next === before ? below(held, page) : held,
            lastCount,
          };
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
  const current = loaded?.ask === ask ? loaded : undefined;
  const page = current?.page;
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
      setLoaded((known) => (known?.ask === ask ? withNewest(known, newest) : known));
    },
    [ask, load, isThere],
  );
  const showHeld = useCallback(
    () =>
      setLoaded((known) =>
        known?.held === undefined ? known : { ...known, page: known.held, held: undefined },
      ),
    [],
  );
  useNewsToast(current?.held !== undefined, showHeld, say);
  useRetryWhenBack(failure !== undefined, next === undefined ? reload : more);
  return {
    /** undefined until the first page is here. */
    items: page?.items,
    hasMore: next !== undefined,
    /** How many the page had that came last. */
    lastCount: current?.lastCount ?? 0,
    failure,
    isLoading,
    more,
    /** From the first page on; what is shown stays until it is here. */
    reload,
    /** The first page again, without a sign of waiting or of a failure; what is shown below it stays. */
    refresh,
  };
}

function below<T>({ items }: Page<T>, page: Page<T>): Page<T> {
  return { ...page, items: [...items, ...page.items] };
}

function withNewest<T extends Placed>(known: Loaded<T>, newest: Page<T>): Loaded<T> {
  const now = joined(newest, known.held ?? known.page);
  const [top] = known.page.items;
  if (top === undefined || !now.items.some(({ position }) => position > top.position))
    return { ...known, page: now, held: undefined };
  const items = new Map(now.items.map((item) => [item.position, item]));
  const shown = known.page.items.map((item) => items.get(item.position) ?? item);
  return { ...known, page: { ...known.page, items: shown }, held: now };
}

/** The first page as it is now, and below it what is known of the others, where they are next to each other. */
function joined<T extends Placed>(newest: Page<T>, known: Page<T>): Page<T> {
  const end = newest.next;
  const [top] = known.items;
  if (end === undefined || top === undefined || top.position < end) return newest;
  const rest = known.items.filter(({ position }) => position < end);
  return rest.length === 0 ? newest : { ...known, items: [...newest.items, ...rest] };
}
