import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { StoredRecord } from "../model/record.ts";
import type { FieldHost, ReferencePage, ReferencePagesQuery } from "./host.ts";
import { useFieldHost } from "./use-host.ts";

/** The message of the error is the server's, for people. */
type Failure = Error | undefined;

/** The answer of `useReferenceRecord`. */
export interface ReferenceRecord {
  /** `none`: no id was given. `gone`: there is no such record. `found` stays while the record is loaded again. */
  readonly status: "none" | "loading" | "found" | "gone" | "failed";
  /** The fields that this account may read: without permission for the entity, those that references show. */
  readonly record: StoredRecord | undefined;
  readonly error: Failure;
  /** Loads the record again. */
  retry(): void;
}

/** The answer of `useReferencePages`. */
export interface ReferencePages {
  /** All records loaded so far, each once, with the fields that this account may read. */
  readonly records: readonly StoredRecord[];
  /** Page 1 is loading for the first time. */
  readonly loading: boolean;
  /** Page 1 could not be loaded. */
  readonly error: Failure;
  /** There are further pages. */
  readonly hasMore: boolean;
  /** A further page is loading. */
  readonly loadingMore: boolean;
  /** A further page could not be loaded. */
  readonly moreError: Failure;
  /** Loads the next page, also after it failed. Does nothing while a page is loading. */
  loadMore(): void;
  /** Loads page 1 again. */
  retry(): void;
}

/** SWR's key of one record. */
export const recordKey = (entity: string, id: string) => ["reference", entity, id] as const;

/**
 * A record of another entity by its `_id`. All widgets of a page share one request and its cached answer, which is shown at
 * once and loaded again. Without an `id` nothing is requested. Aborted when the last widget that shows it unmounts.
 */
export function useReferenceRecord(entity: string, id: string | null | undefined): ReferenceRecord {
  const host = useFieldHost();
  const asked = typeof id === "string" && id !== "";
  const { data, mutate, ...asking } = useSharedRequest<StoredRecord | null>(
    asked ? recordKey(entity, id) : undefined,
    async (signal) => (asked ? ((await host.getReference(entity, id, signal)) ?? null) : null),
  );
  const retry = useCallback(() => void mutate(), [mutate]);
  const record = data ?? undefined;
  // An earlier error is out of date while the request runs again.
  const error = asking.isValidating ? undefined : asking.error;
  return { status: statusOf(asked, data, error), record, error, retry };
}

function statusOf(
  asked: boolean,
  data: StoredRecord | null | undefined,
  error: Failure,
): ReferenceRecord["status"] {
  if (!asked) return "none";
  if (data === null) return "gone";
  if (data !== undefined) return "found";
  return error === undefined ? "loading" : "failed";
}

/**
 * Pages of another entity's records. `undefined` requests nothing. Page 1 is cached by query and shared by all widgets of the
 * page. The answer to an earlier query is never shown. Requests are aborted when the query changes or the widget unmounts,
 * page 1 when no other widget waits for it.
 */
export function useReferencePages(query: ReferencePagesQuery | undefined): ReferencePages {
  const host = useFieldHost();
  const key = query === undefined ? "" : JSON.stringify([query, host.pageSize]);
  const first = useSharedRequest<ReferencePage>(
    query === undefined ? undefined : ["reference-pages", query.entity, key],
    async (signal) =>
      query === undefined ? { records: [], total: 0 } : host.listReferences({ ...query, page: 1 }, signal),
  );
  const more = useMorePages(host, query, key);
  const pages = first.data === undefined ? [] : [first.data, ...more.pages];
  const hasMore = isMore(pages, host.pageSize);
  const firstError = first.isValidating ? undefined : first.error;
  const { mutate } = first;
  return {
    records: once(pages),
    loading: query !== undefined && first.data === undefined && firstError === undefined,
    error: firstError,
    hasMore,
    loadingMore: more.loading,
    moreError: more.error,
    loadMore: () => {
      if (hasMore) more.load(pages.length + 1);
    },
    retry: useCallback(() => void mutate(), [mutate]),
  };
}

interface More {
  readonly key: string;
  readonly pages: readonly ReferencePage[];
  readonly loading: boolean;
  readonly error: Failure;
}

/** Pages 2 and on of one query; another query starts over. */
function useMorePages(host: FieldHost, query: ReferencePagesQuery | undefined, key: string) {
  const nothing: More = { key, pages: [], loading: false, error: undefined };
  const [state, setState] = useState(nothing);
  const current = state.key === key ? state : nothing;
  const running = useRef<AbortController | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is what ends a request
  useEffect(() => {
    return () => {
      running.current?.abort();
      running.current = undefined;
    };
  }, [key]);

  const load = (page: number) => {
    if (query === undefined || running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setState({ ...current, loading: true, error: undefined });
    host.listReferences({ ...query, page }, controller.signal).then(
      (answer) => finish(controller, { pages: [...current.pages, answer], error: undefined }),
      (cause: unknown) =>
        finish(controller, {
          pages: current.pages,
          error: cause instanceof Error ? cause : new Error(String(cause)),
        }),
    );
  };
  const finish = (controller: AbortController, result: Pick<More, "pages" | "error">) => {
    if (running.current !== controller) return;
    running.current = undefined;
    setState({ key, loading: false, ...result });
  };
  return { ...current, load };
}

/** Where the total is unknown, a full page means that there may be another. */
function isMore(pages: readonly ReferencePage[], pageSize: number): boolean {
  const last = pages.at(-1);
  if (last === undefined || last.records.length === 0) return false;
  if (last.total === undefined) return last.records.length >= pageSize;
  return pages.reduce((count, page) => count + page.records.length, 0) < last.total;
}

/** Pages may overlap where records were added between their loading. */
function once(pages: readonly ReferencePage[]): StoredRecord[] {
  const byId = new Map<string, StoredRecord>();
  for (const page of pages) for (const record of page.records) byId.set(record._id, record);
  return [...byId.values()];
}

/** A request that several widgets share. */
interface Shared {
  /** How many widgets show its answer. */
  users: number;
  running: AbortController | undefined;
}

/**
 * Shared requests by SWR's cache, then by key. A WeakMap by cache, since the widgets of a page may be in several React roots
 * and have only that cache in common.
 */
const pages = new WeakMap<object, Map<string, Shared>>();

const SWR_OPTIONS = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
} as const;

/**
 * A request through SWR's cache, shared by all widgets with its key. `undefined` requests nothing. It is aborted when the last
 * widget unmounts or changes its key; an aborted request leaves nothing in the cache.
 */
function useSharedRequest<Answer>(
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
      // In a microtask: StrictMode, or another widget with the same key, may use it again at once.
      queueMicrotask(() => {
        if (shared.users > 0) return;
        pages.get(cache)?.delete(name);
        if (shared.running === undefined) return;
        shared.running.abort();
        // Makes SWR drop the request and its late answer. Rejects where the page's cache is gone.
        mutate(key).catch(() => {});
      });
    };
  }, [cache, mutate, name]);

  return useSWR<Answer | undefined, Error>(
    key ?? null,
    async () => {
      const shared = sharedIn(cache, name);
      const running = new AbortController();
      // SWR takes the answer to the later request only.
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
    SWR_OPTIONS,
  );
}

function sharedIn(cache: object, name: string): Shared {
  const page = pages.get(cache) ?? new Map<string, Shared>();
  const shared = page.get(name) ?? { users: 0, running: undefined };
  pages.set(cache, page.set(name, shared));
  return shared;
}
