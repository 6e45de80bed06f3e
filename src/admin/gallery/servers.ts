import type { Behaviour } from "../recording/recording-host.ts";

/** How everything that a widget sends to the server may end, with its name for the author. */
export const SERVERS = {
  answers: ["Answers", "answers"],
  waits: ["Never answers", "waits"],
  fails: ["Fails", { fails: "The server failed, in a sentence of its own." }],
} as const satisfies Record<string, readonly [string, Behaviour]>;
export type Server = keyof typeof SERVERS;

export function isServer(name: string): name is Server {
  return Object.hasOwn(SERVERS, name);
}
