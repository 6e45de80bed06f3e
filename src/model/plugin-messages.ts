import type { PluginManifest } from "./plugin-manifest.ts";

/** The messages of a plugin by `<plugin>.<key>`: in the language, else in the first that the manifest has. */
export function pluginMessages(
  { name, messages = {} }: Pick<PluginManifest, "name" | "messages">,
  language: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, { text }]): [string, string][] => {
      const message = Object.hasOwn(text, language) ? text[language] : Object.values(text)[0];
      return message === undefined ? [] : [[`${name}.${key}`, message]];
    }),
  );
}
