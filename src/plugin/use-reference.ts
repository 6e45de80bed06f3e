import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { StoredRecord } from "../model/record.ts";
import type { FieldHost, ReferencePage } from "./host.ts";
import { useFieldHost } from "./use-host.ts";

/** Why nothing was answered: its message is the server's sentence, for people. */
type Failure = Error | undefined;

/** One record of another entity, as far as it is known. */
export interface ReferenceRecord {
  /** `none`: no id was given. `gone`: there is no such record (any more). `found` stays while it is asked for anew. */
  readonly status: "none" | "loading" | "found" | "gone" | "failed";
  /** What this account may read of it: of an entity it has no permission for, what references show. */
  readonly record: StoredRecord | undefined;
  readonly error: Failure;
  /** Asks anew. */
  retry(): void;
}

/** What of another entity's records is asked for. Without `sortField` they come in the entity's own order. */
export interface ReferencePagesQuery {
  readonly entity: string;
  /**
   * Substring of the one field that the other entity's list is searched by (`list.search.field`), whatever else its
   * records hold; an entity without one refuses it. "" for all.
   */
  readonly search?: string;
  /** A sortable column of the other entity's list; counts only together with `sortOrder`. */
  readonly sortField?: string;
  readonly sortOrder?: "asc" | "desc";
}

/** What was read of a `ReferencePagesQuery`. */
export interface ReferencePages {
  /** Those loaded so far, from page 1 on, each once, with what this account may read of them. */
  readonly records: readonly StoredRecord[];
  /** Page 1 is on its way and nothing is known of it. */
  readonly loading: boolean;
  /** Why page 1 is missing or may be out of date. */
  readonly error: Failure;
  /** There are further pages. */
  readonly hasMore: boolean;
  /** A further page is on its way. */
  readonly loadingMore: boolean;
  /** Why a further page is missing. */
  readonly moreError: Failure;
  /** Loads the next page; again after it failed. Does nothing while one is on its way. */
  loadMore(): void;
  /** Loads page 1 again. */
  retry(): void;
}

/** Where the shared cache keeps one record. */
export const recordKey = (entity: string, id: string) => ["reference", entity, id] as const;

/**
 * A record of another entity by its `_id`, shared by everything on the page that shows it: from the cache at once, and
 * asked for anew. With an empty `id` the status is `none` and nothing is asked. Aborted when the last who shows it goes.
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
  // While it is asked for again, what failed before is no news.
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
 * Pages of another entity's records. `undefined` asks for nothing. Page 1 is cached by query and shared; an answer to a
 * query that is no longer the current one is never shown. What is under way is aborted when the query changes or the
 * widget goes, page 1 once nobody else on the page waits for it.
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

/** With an unknown total, a full page promises another. */
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

/** A question that widgets of a page ask of the server together: who shows its answer, and what would cancel it. */
interface Shared {
  users: number;
  running: AbortController | undefined;
}

/**
 * By SWR's cache, then by key: what is shared is as wide as the cache that keeps the answer. A WeakMap, since the cache is
 * all that the widgets of a page have in common, they may stand in several React roots, and it is SWR's to fill.
 */
const pages = new WeakMap<object, Map<string, Shared>>();

/** An answer is shown from the cache at once and asked for again whenever a screen needs it anew. */
const ASK = { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false } as const;

/**
 * An answer from SWR's cache, asked for once for everything on the page that shows it. `undefined` asks for nothing. The
 * request is aborted when the last one who shows it goes or asks for something else; what was aborted leaves nothing in
 * the cache, so that the next one asks anew.
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
