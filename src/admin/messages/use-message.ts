import { createContext, useContext, useMemo } from "react";
import { messageTables, type Speaker } from "../../record/messages.ts";
import { makeSay, type Say } from "./say.ts";

/** All messages, by language; `language` is the app's. */
interface MessageTables {
  readonly language: string;
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const MessagesContext = createContext<MessageTables>({ language: "", messages: {} });

/** Says the messages of a screen: its own, else those of its language, else the app's. Without a scope: the app's. */
export function useMessage(scope?: Speaker): Say {
  const { language, messages } = useContext(MessagesContext);
  const own = scope?.messages;
  const spoken = scope?.language ?? language;
  return useMemo(
    () => makeSay(...messageTables(messages, language, { language: spoken, messages: own })),
    [messages, language, own, spoken],
  );
}
