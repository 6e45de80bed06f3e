import { useCallback } from "react";
import useSWR, { useSWRConfig } from "swr";
import type { ListAnswer, ListQuery } from "../../wire/list-query.ts";
import { type CallableEntity, listAddress, listRecords } from "../api/records.ts";
import { useClient } from "./services.ts";

export interface ListState {
  /** The page asked for, or the one before while it is on its way. */
  readonly answer: ListAnswer | undefined;
  readonly failure: unknown;
  /** `answer` belongs to an earlier query. */
  readonly isStale: boolean;
  /** Nothing to show but what is on its way: the first answer, or another try after a failure. */
  readonly isLoading: boolean;
  readonly reload: () => Promise<unknown>;
}

const LIST = "list";

/** A page of a list. Answers are kept by query, so one that comes late never stands for a newer. */
export function useList(entity: CallableEntity, query: ListQuery): ListState {
  const client = useClient();
  const { data, error, isValidating, mutate } = useSWR(
    [LIST, listAddress(entity, query)],
    async () => ({ query, answer: await listRecords(client, entity, query) }),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false, dedupingInterval: 0 },
  );
  return {
    answer: data?.answer,
    failure: error,
    isStale:
      data !== undefined && isValidating && listAddress(entity, data.query) !== listAddress(entity, query),
    isLoading: isValidating && (data === undefined || error !== undefined),
    reload: mutate,
  };
}

/** Forgets every list: call after a record was written, so that none shows what it was. One on screen is fetched anew. */
export function useForgetLists(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    try {
      await mutate((key) => Array.isArray(key) && key[0] === LIST, undefined, { revalidate: true });
    } catch {
      // A list on screen says itself what failed; with the session ended meanwhile the whole cache is gone.
    }
  }, [mutate]);
}
