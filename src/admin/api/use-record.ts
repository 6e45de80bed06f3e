import { useState } from "react";
import useSWR from "swr";
import type { StoredRecord } from "../../model/record.ts";
import { useClient } from "../services.ts";
import { type CallableEntity, getRecord } from "./records.ts";

export interface RecordState {
  readonly record: StoredRecord | undefined;
  readonly failure: unknown;
  readonly isLoading: boolean;
  /** Fetches it anew; resolves to it, or to undefined when that failed. */
  readonly reload: () => Promise<StoredRecord | undefined>;
}

/** Sets each opening of a form apart, so that none starts from what an earlier one had read. */
let openings = 0;

/** The record of an edit form, fetched anew each time the form opens and never behind its back. No id: no record. */
export function useRecord(entity: CallableEntity, id: string | undefined): RecordState {
  const client = useClient();
  const [opening] = useState(() => ++openings);
  const { data, error, isLoading, mutate } = useSWR(
    // Not by its address: that may change with the config, and the record is not read again for it.
    id === undefined ? null : ["record", id, opening],
    () => getRecord(client, entity, id ?? ""),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
    },
  );
  return { record: data, failure: error, isLoading, reload: () => mutate() };
}
