import { useSearchParams } from "react-router-dom";
import type { Behaviour } from "../harness/recording-host.ts";

export const WIDTHS = ["full", "390"] as const;
export type Width = (typeof WIDTHS)[number];

/** How everything that a widget sends to the server may end, with its name for the author. */
export const SERVERS = {
  answers: ["Answers", "answers"],
  waits: ["Never answers", "waits"],
  fails: ["Fails", { fails: "The server failed, in a message of its own." }],
} as const satisfies Record<string, readonly [string, Behaviour]>;
export type Server = keyof typeof SERVERS;

export function isServer(name: string): name is Server {
  return Object.hasOwn(SERVERS, name);
}

/** What of a plugin is shown, and how. It lives in the address, so that a reload keeps it and another person can be sent it. */
export interface View {
  /** Index of the example. */
  readonly example: number;
  readonly width: Width;
  readonly language: string;
  readonly server: Server;
  /** As JSON, where others than the example's are tried. */
  readonly options: string | undefined;
  /** As JSON, where other values stand around the field than the example's. */
  readonly record: string | undefined;
}

/** What each is where the address says nothing of it. */
const UNSAID = { example: "0", width: "full", server: "answers" } as const;

/** @param languages those that can be chosen; the first is the default */
export function readView(search: URLSearchParams, languages: readonly string[]): View {
  const example = Number(search.get("example"));
  const server = search.get("server") ?? "";
  return {
    example: Number.isInteger(example) && example > 0 ? example : 0,
    width: search.get("width") === "390" ? "390" : "full",
    language: languages.find((language) => language === search.get("language")) ?? languages[0] ?? "en",
    server: isServer(server) ? server : UNSAID.server,
    options: search.get("options") ?? undefined,
    record: search.get("record") ?? undefined,
  };
}

/** The same as part of an address, as short as it can be. */
export function writeView(view: View): URLSearchParams {
  const unsaid = new Map<string, string>(Object.entries(UNSAID));
  const entries = Object.entries(view).flatMap(([name, value]) => {
    const text = value === undefined ? undefined : String(value);
    return text === undefined || text === unsaid.get(name) ? [] : [[name, text]];
  });
  return new URLSearchParams(entries);
}

/** @param languages as {@link readView} takes them */
export function useView(languages: readonly string[]): readonly [View, (change: Partial<View>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = readView(search, languages);
  const change = (next: Partial<View>) => setSearch(writeView({ ...view, ...next }), { replace: true });
  return [view, change];
}
