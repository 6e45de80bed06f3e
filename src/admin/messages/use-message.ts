import { createContext, useContext, useMemo } from "react";
import { messageTables, type Speaker } from "../../record/messages.ts";
import { makeSay, type Say } from "./say.ts";

/** Every sentence known now, by language; `language` is the frame's. */
export interface MessageTables {
  readonly language: string;
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const MessagesContext = createContext<MessageTables>({ language: "", messages: {} });

/** Says sentences for a screen: its own wording first, then its language's, then the frame's. Without a scope: the frame's. */
export function useMessage(scope?: Speaker): Say {
  const { language, messages } = useContext(MessagesContext);
  const own = scope?.messages;
  const spoken = scope?.language ?? language;
  return useMemo(
    () => makeSay(...messageTables(messages, language, { language: spoken, messages: own })),
    [messages, language, own, spoken],
  );
}
