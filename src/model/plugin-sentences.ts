/** A manifest, as far as it says something. */
export interface SpeakingPlugin {
  readonly name: string;
  readonly messages?:
    | Readonly<Record<string, { readonly text: Readonly<Record<string, string>> }>>
    | undefined;
}

/** What a plugin says, as `<plugin>.<key>`; what it does not say in the language, in the first one that it has. */
export function pluginSentences(
  { name, messages = {} }: SpeakingPlugin,
  language: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, { text }]): [string, string][] => {
      const sentence = Object.hasOwn(text, language) ? text[language] : Object.values(text)[0];
      return sentence === undefined ? [] : [[`${name}.${key}`, sentence]];
    }),
  );
}
