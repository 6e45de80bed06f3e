import type { MessageName } from "../../model/message-keys.ts";
import { fillMessage, findMessage, type MessageTable, type MessageValues } from "../../record/messages.ts";
import { ApiFailure } from "../api/failure.ts";

/** The sentence of a key, placeholders filled. */
export type Say = (key: MessageName, values?: MessageValues) => string;

/** Says by the first table that has the key. A key that none has is said as it is, so that the gap shows. */
export function makeSay(...tables: readonly MessageTable[]): Say {
  return (key, values = {}) => fillMessage(findMessage(tables, key) ?? key, values);
}

/** Why something failed, in the words of the screen: the server's sentence, else what kept it from answering. */
export function failureText(error: unknown, say: Say): string {
  if (!(error instanceof ApiFailure)) return say("network.unknown");
  if (error.kind === "unreachable") return say("network.unreachable");
  if (error.kind === "unknown") return say("network.unknown");
  return error.message;
}
