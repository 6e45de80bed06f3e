import useSWR from "swr";
import type { Blame, BlameQuery } from "../../wire/blame.ts";
import { askBlame } from "./blame-calls.ts";
import type { Client } from "./client.ts";

/** Whom to ask, and of which config. */
export interface BlameSource {
  readonly client: Client;
  readonly configHash: string;
}

const ONCE = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
} as const;

/** "asked": the answer is on its way · "nobody": nobody was asked, or nobody says. */
export type Blamed = Blame | "asked" | "nobody";

/** Who is to blame, as the server says; asked once for each config. Without a source or a query nothing is asked. */
export function useBlame(source: BlameSource | undefined, query: BlameQuery | undefined): Blamed {
  const asks = source !== undefined && query !== undefined;
  const { data, error } = useSWR(
    asks ? ["blame", source.configHash, JSON.stringify(query)] : null,
    () => (asks ? askBlame(source.client, query) : undefined),
    ONCE,
  );
  return data ?? (asks && error === undefined ? "asked" : "nobody");
}
