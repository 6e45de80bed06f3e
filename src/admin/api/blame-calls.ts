import { isObject } from "../../model/json-value.ts";
import type { Blame, BlameQuery } from "../../wire/blame.ts";
import { PATHS } from "../../wire/paths.ts";
import type { Client } from "./client.ts";

/** Who is to blame for a widget or cell that broke. Rejects as every request does, with a TypeError where the answer is none. */
export async function askBlame(client: Client, query: BlameQuery, signal?: AbortSignal): Promise<Blame> {
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
