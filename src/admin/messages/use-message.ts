import { createContext, useCallback, useContext, useMemo } from "react";
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
  const speaking = useSpeaking();
  const { language, messages } = scope ?? {};
  return useMemo(() => speaking(language, messages), [speaking, language, messages]);
}

/** `useMessage` for screens that are known only later. */
export function useSpeaking(): (language?: string, own?: Speaker["messages"]) => Say {
  const { language: app, messages } = useContext(MessagesContext);
  return useCallback(
    (language = app, own) => makeSay(...messageTables(messages, app, { language, messages: own })),
    [messages, app],
  );
}
