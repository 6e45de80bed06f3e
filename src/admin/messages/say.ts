import type { MessageName } from "../../model/message-keys.ts";
import { fillMessage } from "../../record/messages.ts";
import { ApiFailure } from "../api/failure.ts";

export type MessageValues = Readonly<Record<string, string | number>>;

/** The sentence of a key, placeholders filled. */
export type Say = (key: MessageName, values?: MessageValues) => string;

type Table = Readonly<Record<string, string>> | undefined;

/** The first table that has the key says it; undefined when none does. */
export function findMessage(key: string, tables: readonly Table[]): string | undefined {
  for (const table of tables) if (table !== undefined && Object.hasOwn(table, key)) return table[key];
  return undefined;
}

/** Says by the first table that has the key. A key that none has is said as it is, so that the gap shows. */
export function makeSay(...tables: readonly Table[]): Say {
  return (key, values = {}) => fillMessage(findMessage(key, tables) ?? key, values);
}

/** Why something failed, in the words of the screen: the server's sentence, else what kept it from answering. */
export function failureText(error: unknown, say: Say): string {
  if (!(error instanceof ApiFailure)) return say("network.unknown");
  if (error.kind === "unreachable") return say("network.unreachable");
  if (error.kind === "unknown") return say("network.unknown");
  return error.message;
}
