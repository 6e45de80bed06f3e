import useSWR from "swr";
import { isObject } from "../../record/json.ts";
import type { Blame, BlameQuery } from "../../wire/blame.ts";
import { PATHS } from "../../wire/paths.ts";
import type { Client } from "../api/client.ts";
import type { Say } from "../messages/say.ts";
import type { Thrown } from "../services/as-error.ts";

/** The server to ask, and the config that it is asked about. */
export interface BlameSource {
  readonly client: Client;
  readonly configHash: string;
}

export interface BlameVerdict {
  readonly guilty: "config" | "plugin";
  /** Who it is, where, and what is wrong. */
  readonly text: string;
  /** The part of it that is English in every language; "" where nothing is. */
  readonly detail: string;
}

interface Accusation {
  /** undefined: no server can be asked. */
  readonly source: BlameSource | undefined;
  /** undefined: nobody is to blame. */
  readonly query: Omit<BlameQuery, "option"> | undefined;
  /** undefined: nothing was thrown, it took too long. */
  readonly error: Thrown | undefined;
  /** The plugin's, shown where the server does not say where the plugin is. */
  readonly name: string;
}

const ONCE = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
} as const;

/**
 * Who is to blame for what a plugin threw: the config where the plugin says so of an option, or where the plugin's options
 * break a rule; else the plugin. The server is asked once for each config; undefined until it has answered or failed.
 */
export function useVerdict({ source, query, error, name }: Accusation, say: Say): BlameVerdict | undefined {
  const option = error?.kind === "option" ? { option: error.option } : {};
  const address = query && `${PATHS.blame}?${new URLSearchParams({ ...query, ...option })}`;
  const key = source && address ? (["blame", source.configHash, address] as const) : null;
  const { data: blame, error: failure } = useSWR(key, ([, , path]) => askBlame(source, path), ONCE);
  if (query === undefined || (key !== null && blame === undefined && failure === undefined)) return undefined;
  if (blame !== undefined && blame.problems.length > 0) return ofConfig(blame.problems.join("\n"), say);
  if (error?.kind === "option") {
    const place = blame === undefined ? name : placeText(blame.place);
    const what = error.option === "" ? error.message : `${error.option}: ${error.message}`;
    return ofConfig(`${place} ${what}`, say);
  }
  const plugin = blame?.plugin ?? name;
  if (error === undefined) return { guilty: "plugin", text: say("form.blameSlow", { plugin }), detail: "" };
  const { message } = error;
  return { guilty: "plugin", text: say("form.blamePlugin", { plugin, message }), detail: message };
}

function ofConfig(message: string, say: Say): BlameVerdict {
  return { guilty: "config", text: say("form.blameConfig", { message }), detail: message };
}

const placeText = ({ file, line, column }: Blame["place"]) => `${file}:${line}:${column}`;

async function askBlame(source: BlameSource | undefined, path: string): Promise<Blame> {
  const answer = await source?.client.request("GET", path);
  if (!isBlame(answer)) throw new TypeError("The server answered something else.");
  return answer;
}

function isBlame(answer: unknown): answer is Blame {
  return isObject(answer) && isObject(answer.place) && Array.isArray(answer.problems);
}
