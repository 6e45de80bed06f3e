import { useCallback, useMemo } from "react";
import useSWR, { type State, unstable_serialize, useSWRConfig } from "swr";
import type { ListAnswer, ListQuery } from "../../wire/list-query.ts";
import { type CallableEntity, listAddress, listRecords } from "../api/records.ts";
import { useClient, useServices } from "./services.ts";
import { useChangedList } from "./use-changed-list.ts";

const LIST = "list";
const isList = (key: unknown) => Array.isArray(key) && key[0] === LIST;

interface ListPage {
  readonly answer: ListAnswer;
  /** When it came: SWR does not say at once of what it has cached that it is fetched anew. */
  readonly at: number;
  /** It was fetched because others have changed something. */
  readonly isTold?: true;
}

/**
 * A page of a list. Answers are cached by query, so that a late one never replaces a newer. What is cached is shown at once,
 * as known, while it is fetched anew. What others change is fetched quietly.
 */
export function useList(entity: CallableEntity, query: ListQuery) {
  const client = useClient();
  const address = listAddress(entity, query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when this address was first asked for
  const since = useMemo(() => performance.now(), [address]);
  const fetchPage = async (): Promise<ListPage> => ({
    answer: await listRecords(client, entity, query),
    at: performance.now(),
  });
  const { data, error, isValidating, mutate } = useSWR<ListPage, unknown>([LIST, address], fetchPage, {
    keepPreviousData: true,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
    dedupingInterval: 0,
  });
  useChangedList(entity, useFollow(address, fetchPage));
  const hasRows = data !== undefined && data.answer.records.length > 0;
  const isWaiting = isValidating || (data !== undefined && error === undefined && data.at < since);
  const isLoading = isWaiting && (!hasRows || error !== undefined);
  return {
    /** The page asked for; while that is loading, as it was before, else the page before. */
    answer: data?.answer,
    /** It came by itself, because others have changed something. */
    isTold: data?.isTold === true,
    failure: error,
    /** `answer` is an older one; the one asked for is on its way. */
    isStale: isWaiting && !isLoading,
    /** There are no rows to show yet: the answer is on its way, maybe after a failure. */
    isLoading,
    reload: mutate,
  };
}

/** Fetches a page because others have changed something: not as a validation, for which the list would show that it waits. */
function useFollow(address: string, fetchPage: () => Promise<ListPage>): () => Promise<void> {
  const { overlays } = useServices();
  const { cache, mutate } = useSWRConfig();
  const key = [LIST, address];
  // What SWR has at this moment: a component learns of it later.
  const now = (): State<ListPage> => cache.get(unstable_serialize(key)) ?? {};
  return async () => {
    const before = now();
    // The person waits for an answer: it may have been read before the change, so it is asked for once more.
    if (before.isValidating) return void (await mutate(key));
    const page = await fetchPage();
    // An answer that was asked for after this one has come, or is on its way.
    if (now().isValidating || now().data !== before.data) return;
    const isOwn = overlays.get() !== undefined;
    await mutate(key, isOwn ? page : { ...page, isTold: true }, { revalidate: false });
  };
}

/** After a record was written: all lists are fetched again when they are shown, at once without one that was deleted. */
export function useOutdateLists(): (deleted?: string) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (deleted) => {
      try {
        if (deleted === undefined) await mutate(isList);
        else await mutate<ListPage>(isList, (page) => page && without(page, deleted), { revalidate: true });
      } catch {
        // The list that is shown says itself what failed; once the session has ended there is no cache.
      }
    },
    [mutate],
  );
}

function without(page: ListPage, id: string): ListPage {
  const { records, total, totalIsMore } = page.answer;
  const left = records.filter(({ _id }) => _id !== id);
  if (left.length === records.length) return page;
  return {
    at: page.at,
    answer: { ...page.answer, records: left, total: totalIsMore ? total : total && total - 1 },
  };
}
