import { createContext, useContext, useMemo } from "react";
import { makeSay, type Say } from "./say.ts";

/** Every sentence known now, by language; `language` is the frame's. */
export interface MessageTables {
  readonly language: string;
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const MessagesContext = createContext<MessageTables>({ language: "", messages: {} });

/** A screen's language and its own wording: an entity is one. */
export interface MessageScope {
  readonly language: string;
  readonly messages?: Readonly<Record<string, string>>;
}

/** Says sentences for a screen: its own wording first, then its language's, then the frame's. Without a scope: the frame's. */
export function useMessage(scope?: MessageScope): Say {
  const { language, messages } = useContext(MessagesContext);
  return useMemo(
    () => makeSay(scope?.messages, tableOf(messages, scope?.language), tableOf(messages, language)),
    [messages, language, scope?.messages, scope?.language],
  );
}

function tableOf(messages: MessageTables["messages"], language: string | undefined) {
  return language !== undefined && Object.hasOwn(messages, language) ? messages[language] : undefined;
}
