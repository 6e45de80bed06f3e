import { useCallback } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { ListQuery } from "../../wire/list-query.ts";
import { type CallableEntity, listAddress, listRecords } from "../api/records.ts";
import { useClient } from "./services.ts";

const LIST = "list";

/** A page of a list. Answers are cached by query, so that a late one never replaces a newer. */
export function useList(entity: CallableEntity, query: ListQuery) {
  const client = useClient();
  const { data, error, isValidating, mutate } = useSWR(
    [LIST, listAddress(entity, query)],
    async () => ({ query, answer: await listRecords(client, entity, query) }),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false, dedupingInterval: 0 },
  );
  return {
    /** The page asked for, or the one before while that is loading. */
    answer: data?.answer,
    failure: error as unknown,
    /** `answer` belongs to an earlier query. */
    isStale:
      data !== undefined && isValidating && listAddress(entity, data.query) !== listAddress(entity, query),
    /** There is nothing to show yet: the first answer is loading, or another try after a failure. */
    isLoading: isValidating && (data === undefined || error !== undefined),
    reload: mutate,
  };
}

/** Forgets all lists, after a record was written. The list that is shown is fetched again. */
export function useForgetLists(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    try {
      await mutate((key) => Array.isArray(key) && key[0] === LIST, undefined, { revalidate: true });
    } catch {
      // The list that is shown says itself what failed; once the session has ended there is no cache.
    }
  }, [mutate]);
}
