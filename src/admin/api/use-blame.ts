import useSWR from "swr";
import { isObject } from "../../record/json.ts";
import type { Blame, BlameQuery } from "../../wire/blame.ts";
import { PATHS } from "../../wire/paths.ts";
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

/** Who is to blame for a widget or cell that broke. Rejects as every request does, with a TypeError where the answer is none. */
async function askBlame(client: Client, query: BlameQuery, signal?: AbortSignal): Promise<Blame> {
  const { entity, kind, field, option } = query;
  const parameters = new URLSearchParams({
    entity,
    kind,
    field,
    ...(option === undefined ? {} : { option }),
  });
  const answer = await client.request(
    "GET",
    `${PATHS.blame}?${parameters}`,
    signal === undefined ? {} : { signal },
  );
  if (!isBlame(answer)) throw new TypeError("The server answered something else.");
  return answer;
}

function isBlame(answer: unknown): answer is Blame {
  return (
    isObject(answer) &&
    typeof answer.plugin === "string" &&
    isObject(answer.place) &&
    typeof answer.place.file === "string" &&
    typeof answer.place.line === "number" &&
    typeof answer.place.column === "number" &&
    Array.isArray(answer.problems) &&
    answer.problems.every((problem) => typeof problem === "string")
  );
}
