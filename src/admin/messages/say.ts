import type { MessageName } from "../../model/message-keys.ts";
import { fillMessage, findMessage, type MessageTable, type MessageValues } from "../../record/messages.ts";
import { ApiFailure } from "../api/failure.ts";

/** The message of a key, placeholders filled. */
export type Say = (key: MessageName, values?: MessageValues) => string;

/** Says by the first table that has the key. A key that none has is shown as it is, so that the gap is seen. */
export function makeSay(...tables: readonly MessageTable[]): Say {
  return (key, values = {}) => fillMessage(findMessage(tables, key) ?? key, values);
}

/** Why something failed, in the language of the screen: the server's message, else why there is none. */
export function failureText(error: unknown, say: Say): string {
  if (!(error instanceof ApiFailure) || error.kind === "unknown") return say("network.unknown");
  return error.kind === "unreachable" ? say("network.unreachable") : error.message;
}
